// What each person paid beside their share of the trip, as two bars. Screen readers get a table.

import type { TripResponse } from '#core/trips/responses.ts'
import { balancesIn } from '#projections/replica/moneyFigures.ts'
import { formatFigure } from '#web/money/formatFigure.ts'
import { Swatch } from '#web/money/StackedBar.tsx'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'

const [paidColor, shareColor] = ['var(--primary)', 'var(--sand)']

/** Hidden while nobody has a share. The cards above show a failure. */
export function PaidAndShare({ trip }: { trip: TripResponse }) {
  const myId = useMyId()
  const { currency } = trip
  const people = (useTripResponse(trip.id, balancesIn).data ?? [])
    .map(({ id, name, left, personalPayments: paid, fairShare: share }) => ({
      id,
      name,
      label: id === myId ? 'You' : `${name}${left ? ' (left)' : ''}`,
      paid,
      share,
    }))
    .filter(({ paid, share }) => paid !== 0 || share !== 0)
    .sort((a, b) => Number(b.id === myId) - Number(a.id === myId))
  const most = Math.max(...people.flatMap(({ paid, share }) => [paid, share]))
  if (people.length === 0) return null
  const bar = (amount: number, color: string) =>
    amount > 0 && (
      <span
        style={{ width: `${(amount / most) * 100}%`, background: color }}
        className="h-2 min-w-1 rounded-full"
      />
    )
  return (
    <Card as="figure">
      <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-body font-semibold">Paid and share</h3>
        <span aria-hidden className="flex gap-3 text-meta text-muted">
          {[
            ['Paid', paidColor],
            ['Share', shareColor],
          ].map(([word, color]) => (
            <span key={word} className="flex items-center gap-1.5">
              <Swatch color={color!} />
              <span>{word}</span>
            </span>
          ))}
        </span>
      </figcaption>
      <div aria-hidden>
        {people.map(({ id, name, label, paid, share }) => (
          <div key={id} className="flex min-h-11 flex-wrap items-center gap-x-2.5 py-1">
            <Avatar id={id} name={name} size="xs" />
            <span className="line-clamp-2 min-w-0 flex-[0_1_5rem] text-secondary font-medium">
              <bdi>{label}</bdi>
            </span>
            <span aria-hidden className="track grid h-5 min-w-8 flex-[1_1_2rem] content-center gap-1">
              {bar(paid, paidColor)}
              {bar(share, shareColor)}
            </span>
            {/* As wide as most, so that the bars have one length. */}
            <span className="ms-auto grid min-w-16 text-end text-meta tabular-nums">
              <span className="font-semibold">{formatFigure(paid, currency)}</span>
              <span className="text-muted">{formatFigure(share, currency)}</span>
            </span>
          </div>
        ))}
      </div>
      {/* Around the table: a table takes no width smaller than its text. */}
      <div className="sr-only">
        <table>
          <caption>Paid and share</caption>
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Paid</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ id, label, paid, share }) => (
              <tr key={id}>
                <th scope="row">{label}</th>
                <td>{formatMinor(paid, currency)}</td>
                <td>{formatMinor(share, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
