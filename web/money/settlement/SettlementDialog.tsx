// The settlement: my balance, the mode of the pool, the payments, and everybody's figures.

import { Download, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { PoolMode } from '#core/money/plan.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { recordedPayments } from '#web/money/settlement/pendingPayments.ts'
import { settlementByMode } from '#web/money/settlement/settlementByMode.ts'
import { exportSettlement, shareSettlement } from '#web/money/settlement/shareSettlement.ts'
import { PrintedSettlement } from '#web/money/settlement/PrintedSettlement.tsx'
import { PoolModeChooser } from '#web/money/settlement/PoolModeChooser.tsx'
import { SettlementResult, SettlementSkeleton } from '#web/money/settlement/SettlementResult.tsx'
import { TripPayments } from '#web/money/settlement/TripPayments.tsx'
import { PersonalBalanceCard } from '#web/money/settlement/PersonalBalanceCard.tsx'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, type DialogState } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'

export { TripPayments }

const failed = 'Failed to calculate payment settlement. Please try again.'

export function SettlementDialog({ trip, open, onClose }: DialogState & { trip: TripResponse }) {
  const [mode, setMode] = useState<PoolMode>('distributed')
  const tripId = open ? trip.id : null
  const query = useTripResponse(tripId, settlementByMode[mode])
  const payments = useTripResponse(tripId, recordedPayments)

  const settlement = query.data
  const recorded = payments.data ?? []
  const modeChooser = <PoolModeChooser mode={mode} onChoose={setMode} />
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Settlement"
      cards
      footer={
        <>
          <Button
            variant="secondary"
            icon={Share2}
            disabled={!settlement}
            onClick={() => settlement && void shareSettlement(trip, settlement)}
          >
            Share
          </Button>
          <Button
            variant="secondary"
            icon={Download}
            disabled={!settlement || !payments.data}
            onClick={() => settlement && exportSettlement(trip, settlement, recorded)}
          >
            Export
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {settlement && <PersonalBalanceCard key={mode} settlement={settlement} trip={trip} isHeading />}
        {settlement ? (
          <SettlementResult
            trip={trip}
            settlement={settlement}
            recorded={recorded}
            confirmed={payments.confirmed ?? []}
            poolMode={settlement.poolBalance !== 0 && modeChooser}
          />
        ) : (
          <Loaded
            query={query}
            failed={failed}
            skeleton={<SettlementSkeleton people={trip.participants.length + trip.guestCount} />}
            retriesInPlace
          />
        )}
        {!settlement && query.error && modeChooser}
      </div>
      {settlement && <PrintedSettlement trip={trip} settlement={settlement} recorded={recorded} />}
    </Dialog>
  )
}
