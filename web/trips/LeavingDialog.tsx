// Asks before a person leaves a trip or declines it, and says what they are owed or owe there.

import { useState } from 'react'
import { toMajor } from '#core/kernel/money.ts'
import { currencyOf } from '#core/money/currency.ts'
import { isNegligible, netBalance } from '#core/money/figures.ts'
import { figuresOf } from '#core/money/ledger.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { formatUnsignedMoney } from '#web/platform/format.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { type ConfirmDialogProps, ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

interface LeavingDialogProps extends ConfirmDialogProps {
  tripId: string
  verb: 'Leave' | 'Decline'
}

export function LeavingDialog({ tripId, verb, children, ...confirm }: LeavingDialogProps) {
  // Not while it is sent: the trip can no longer be fetched afterwards.
  const { data } = useTripResponse(confirm.open && !confirm.busy ? tripId : null, ownBalance)
  const [balance, keep] = useState(data)
  if (data && data !== balance) keep(data)
  return (
    <ConfirmDialog {...confirm}>
      {children}
      {balance && (
        <strong className="mt-2 block font-semibold text-text">
          {`You ${balance.net < 0 ? 'owe' : 'are owed'} ${formatUnsignedMoney(balance.net, balance.currency)} in it. ${verb} anyway?`}
        </strong>
      )}
    </ConfirmDialog>
  )
}

/** In major units, below 0: owes; null where nothing is open. */
function ownBalance(documents: ExistingTrip, userId: string) {
  const currency = currencyOf(documents.trip, documents.balances)
  const net = netBalance(figuresOf(documents.balances.ledger, userId))
  return isNegligible(net, currency) ? null : { net: toMajor(net, currency), currency }
}
