// The suggested payments of a trip below the person's balance, where there is room for them outside the dialog.

import type { TripResponse } from '#core/trips/responses.ts'
import { recordedPayments } from '#web/money/settlement/pendingPayments.ts'
import { settlementByMode } from '#web/money/settlement/settlementByMode.ts'
import { SettlementPayments } from '#web/money/settlement/SettlementResult.tsx'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'

export function TripPayments({ trip }: { trip: TripResponse }) {
  const { data: settlement } = useTripResponse(trip.id, settlementByMode.distributed)
  const payments = useTripResponse(trip.id, recordedPayments)
  if (!settlement || !payments.data) return null
  if (settlement.payments.length + payments.data.length === 0) return null
  return (
    <div className="grid gap-4">
      <SettlementPayments
        trip={trip}
        settlement={settlement}
        recorded={payments.data}
        confirmed={payments.confirmed ?? []}
        isBelowSummary
      />
    </div>
  )
}
