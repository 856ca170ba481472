// Everybody's balance as a bar: to the right for owed, to the left for owes, beside the same in words and figures.

import type { NamedBalance } from '#core/money/settlement/namedSettlement.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { balancesIn } from '#projections/replica/moneyFigures.ts'
import { balanceStatus } from '#core/money/balances/figures.ts'
import { isMoney, WaitingChanges } from '#web/records/WaitingChanges.tsx'
import { Why } from '#web/money/why/Why.tsx'
import { formatFigure } from '#web/money/formatFigure.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { balanceTextColors, balanceWords, balanceSigns } from '#web/ui/Money.tsx'

/** Empty without money. The cards above show a failure. */
export function BalanceBars({ trip }: { trip: TripResponse }) {
  const myId = useMyId()
  const balances = useTripResponse(trip.id, balancesIn).data ?? []
  const amounts = balances.map(({ netBalance }) => netBalance)
  const scale = { owes: -Math.min(0, ...amounts), owed: Math.max(0, ...amounts) }
  if (scale.owes + scale.owed === 0) return null
  const people = balances.toSorted((a, b) => b.netBalance - a.netBalance)
  return (
    <Card as="section" aria-label="Balances">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-body font-semibold">Balances</h3>
        <span aria-hidden className="text-secondary text-muted">
          owes · is owed
        </span>
      </div>
      <ul>
        {people.map((person) => (
          <Row key={person.id} person={person} isMe={person.id === myId} trip={trip} scale={scale} />
        ))}
      </ul>
      <WaitingChanges tripId={trip.id} includes={isMoney} />
    </Card>
  )
}

interface RowProps {
  person: NamedBalance
  isMe: boolean
  trip: TripResponse
  /** The largest amount that one person owes, and that one is owed. */
  scale: Scale
}

interface Scale {
  owes: number
  owed: number
}

const fills = { owed: 'bg-success', owes: 'bg-danger', settled: 'bg-muted' }

function Row({ person, isMe, trip, scale: { owes, owed } }: RowProps) {
  const { id, name, netBalance, left } = person
  const { currency } = trip
  const status = balanceStatus(netBalance, currency)
  const percent = (amount: number) => `${(amount / (owes + owed)) * 100}%`
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-2.5 py-1">
      <Avatar id={id} name={name} size="xs" />
      <span
        className={`line-clamp-2 min-w-0 flex-[0_1_5.5rem] wrap-anywhere md:flex-[0_1_12rem] columns:flex-[0_1_5rem] ${isMe ? 'font-semibold' : ''}`}
      >
        {isMe ? <span>You</span> : <bdi>{name}</bdi>}
        {left && <span className="font-normal text-muted"> (left)</span>}
      </span>
      {/* Zero is where debts end and claims begin. */}
      <span
        aria-hidden
        className="track relative h-2 min-w-8 flex-[1_1_2rem] overflow-hidden rounded-full bg-surface-2"
      >
        {status !== 'settled' && (
          <span
            className={`absolute inset-y-0 min-w-1 ${fills[status]}`}
            style={{
              [status === 'owed' ? 'insetInlineStart' : 'insetInlineEnd']: percent(
                status === 'owed' ? owes : owed,
              ),
              width: percent(Math.abs(netBalance)),
            }}
          />
        )}
        <span
          className="absolute inset-y-0 w-px bg-line-strong"
          style={{ insetInlineStart: percent(owes) }}
        />
      </span>
      {/* As wide as most, so that the bars have one length. */}
      <span className="ms-auto min-w-24 text-end columns:min-w-20">
        <Why trip={trip} person={person} figure="netBalance">
          <span className={`font-semibold tabular-nums ${balanceTextColors[status]}`}>
            <span className="sr-only">{`${balanceWords.they[status]} `}</span>
            <span>{`${balanceSigns[status]}${formatFigure(netBalance, currency)}`}</span>
          </span>
        </Why>
      </span>
    </li>
  )
}
