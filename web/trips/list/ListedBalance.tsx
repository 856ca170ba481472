// What the reader owes or is owed on a trip of a list, or that nothing is open; of a trip that they did not accept, that.

import type { ListedTrip } from '#core/trips/responses.ts'
import { formatMoney } from '#web/platform/time/format.ts'

interface ListedBalanceProps {
  trip: Pick<ListedTrip, 'netBalance' | 'currency' | 'isInvited'>
  className: string
}

export function ListedBalance({ trip: { netBalance, currency, isInvited }, className }: ListedBalanceProps) {
  if (isInvited) return <p className={`text-muted ${className}`}>You are invited</p>
  // A trip that an older build left on the device.
  if (netBalance === undefined) return null
  if (!netBalance)
    return (
      <p className={`text-muted ${className}`}>
        {netBalance === null ? 'Nothing to settle yet' : 'All settled'}
      </p>
    )
  return (
    <p className={`text-muted ${className}`}>
      <span>{`${netBalance < 0 ? 'You owe' : 'You are owed'} `}</span>
      <span className={`font-semibold tabular-nums ${netBalance < 0 ? 'text-danger' : 'text-success'}`}>
        {formatMoney(Math.abs(netBalance), currency)}
      </span>
    </p>
  )
}
