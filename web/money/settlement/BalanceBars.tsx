// Everybody's balance as a bar: to the right for owed, to the left for owes, beside the same in words and figures.

import type { BalanceResponse } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { balancesResponse } from '#projections/replica/settlementResponses.ts'
import { balanceStatus } from '#web/money/balanceStatus.ts'
import { PendingChangesNote } from '#web/money/PendingChangesNote.tsx'
import { Why } from '#web/money/why/Why.tsx'
import { formatUnsignedMoney } from '#web/platform/format.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { Card } from '#web/ui/Card.tsx'
import { BalanceAmount } from '#web/ui/Money.tsx'

/** Empty without money. The cards above show a failure. */
export function BalanceBars({ trip }: { trip: TripResponse }) {
  const myId = useMyId()
  const balances = useTripResponse(trip.id, balancesResponse).data ?? []
  const most = Math.max(0, ...balances.map(({ netBalance }) => Math.abs(netBalance)))
  if (most === 0) return null
  const people = balances.toSorted(
    (a, b) => Number(b.id === myId) - Number(a.id === myId) || b.netBalance - a.netBalance,
  )
  return (
    <Card as="section" aria-label="Balances">
      <h3 className="mb-3 text-body font-semibold">Balances</h3>
      <ul className="grid gap-3">
        {people.map((person) => (
          <Row key={person.id} person={person} isMe={person.id === myId} trip={trip} most={most} />
        ))}
      </ul>
      <PendingChangesNote tripId={trip.id} />
    </Card>
  )
}

interface RowProps {
  person: BalanceResponse
  isMe: boolean
  trip: TripResponse
  /** The largest balance, without its sign. */
  most: number
}

const fills = { owed: 'bg-success', owes: 'bg-danger', settled: 'bg-muted' }

function Row({ person, isMe, trip, most }: RowProps) {
  const { name, netBalance, left } = person
  const { currency } = trip
  const status = balanceStatus(netBalance, currency)
  const length = `${(Math.abs(netBalance) / most) * 50}%`
  return (
    <li>
      <div className="flex flex-wrap items-end justify-between gap-x-3">
        <span className="min-w-0 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          {isMe && <span className="font-normal text-muted"> (you)</span>}
          {left && <span className="font-normal text-muted"> (left)</span>}
        </span>
        <span className="ms-auto">
          <Why trip={trip} person={person} figure="netBalance">
            <BalanceAmount status={status} text={formatUnsignedMoney(netBalance, currency)} />
          </Why>
        </span>
      </div>
      {/* The middle is nothing owed either way. */}
      <div aria-hidden className="track relative mt-1 h-2 overflow-hidden rounded-full bg-surface-2">
        {status !== 'settled' && (
          <div
            className={`absolute inset-y-0 min-w-1 ${fills[status]} ${status === 'owed' ? 'start-1/2 rounded-e-full' : 'end-1/2 rounded-s-full'}`}
            style={{ width: length }}
          />
        )}
        <div className="absolute inset-y-0 start-1/2 w-px -translate-x-1/2 bg-line-strong" />
      </div>
    </li>
  )
}
