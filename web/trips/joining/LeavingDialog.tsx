// Asks before a person leaves a trip or declines it, and says what they are owed or owe there.

import { useState } from 'react'
import { currencyOf } from '#core/money/currency.ts'
import { isNegligible, netBalance } from '#core/money/balances/figures.ts'
import { figuresOf } from '#core/money/balances/ledger.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { formatUnsignedMinor } from '#core/kernel/formatMinor.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { type ConfirmDialogProps, ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'

interface LeavingDialogProps extends ConfirmDialogProps {
  tripId: string
  verb: 'Leave' | 'Decline'
}

export function LeavingDialog({ tripId, verb, children, ...confirm }: LeavingDialogProps) {
  const [found, setFound] = useState<ReturnType<typeof ownBalance>>()
  // Not once it is known: the trip can no longer be fetched when it is left.
  const { data } = useTripResponse(confirm.open && !confirm.busy && !found ? tripId : null, ownBalance)
  if (data && !found) setFound(data)
  const balance = found?.open
  return (
    <ConfirmDialog {...confirm}>
      {children}
      {balance && (
        <strong className="mt-2 block font-semibold text-text">
          {`You ${balance.net < 0 ? 'owe' : 'are owed'} ${formatUnsignedMinor(balance.net, balance.currency)} in it. ${verb} anyway?`}
        </strong>
      )}
    </ConfirmDialog>
  )
}

/** `open` below 0: owes; null where nothing is open. */
function ownBalance(documents: ExistingTrip, userId: string) {
  const currency = currencyOf(documents.trip, documents.balances)
  const net = netBalance(figuresOf(documents.balances.ledger, userId))
  return { open: isNegligible(net, currency) ? null : { net, currency } }
}
