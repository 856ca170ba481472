// The shared pool: balance, activity, contributions that are not sent yet, and the buttons to its dialogs.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { namesOf } from '#core/money/roster.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { RelativeTime } from '#web/money/RelativeTime.tsx'
import { PoolBalance } from '#web/money/pool/PoolBalance.tsx'
import { keepersText } from '#web/money/pool/poolTransactions.ts'
import { type ShownPool, usePool } from '#web/money/pool/usePool.ts'
import { formatSignedMinor } from '#core/kernel/formatMinor.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { RecordMarks } from '#web/records/RecordMarks.tsx'
import { isHeldUp } from '#web/records/commandStates.ts'
import { ofChange } from '#web/records/shownRecords.ts'
import { WaitingChanges } from '#web/records/WaitingChanges.tsx'
import { Button, type ButtonProps } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { poolLevels } from '#web/money/pool/poolLevels.ts'

interface PoolCardProps {
  trip: TripResponse
  /** Props of the buttons that open the dialogs. */
  addMoney: ButtonProps
  details: ButtonProps
  settlement: ButtonProps
}

export function PoolCard({ trip, addMoney, details, settlement }: PoolCardProps) {
  const { pool, query } = usePool(trip)
  if (!pool && query.error)
    return <Loaded query={query} failed="Failed to load pool information" skeleton={null} retriesInPlace />
  return (
    <Card className="grid gap-4">
      <div>
        <h3 className="text-body font-semibold">Shared Pool</h3>
        {pool ? (
          <>
            <div className="mt-1 flex min-h-10 flex-wrap items-end justify-between gap-x-4 gap-y-2">
              <PoolBalance balance={pool.totals.balance} currency={trip.currency} size="hero" />
              <PoolLine pool={pool} />
            </div>
            <p className="mt-1 text-secondary text-muted">
              <span>{`${formatCount(pool.stats.contributorCount, 'contributor')} · `}</span>
              {pool.stats.lastActivity === null ? (
                <span>No activity yet</span>
              ) : (
                <span>
                  Last activity: <RelativeTime at={pool.stats.lastActivity} />
                </span>
              )}
            </p>
            {pool.keepers.length > 0 && (
              <p className="text-secondary wrap-anywhere text-muted">
                {`Kept by ${keepersText(pool.keepers.map((keeper) => namesOf(pool.trip)(keeper).name))}`}
              </p>
            )}
            <WaitingChanges tripId={trip.id} includes={({ id }) => pool.ids.has(id)} />
          </>
        ) : (
          <Loading label="Loading the pool">
            <Skeleton className="mt-1 h-10 w-48" />
            <Skeleton className="mt-1 h-5 w-60 max-w-full" />
          </Loading>
        )}
      </div>
      {pool && <UnsentContributions pool={pool} currency={trip.currency} />}
      <div className="flex flex-wrap gap-2 *:flex-[1_1_auto] md:*:flex-none columns:*:flex-auto">
        <Button size="sm" variant="secondary" {...addMoney}>
          Add Money
        </Button>
        <Button size="sm" variant="neutral" {...details}>
          Details
        </Button>
        <Button size="sm" variant="neutral" {...settlement}>
          Settlement
        </Button>
      </div>
    </Card>
  )
}

/** Those that wait or were refused, one line per person. */
function UnsentContributions({ pool, currency }: { pool: ShownPool; currency: CurrencyCode }) {
  const rows = pool.rows.filter(
    ({ commands }) => isHeldUp(commands) && ofChange('remove', commands).length === 0,
  )
  if (rows.length === 0) return null
  return (
    <ul aria-label="Deposits not sent yet" className="grid gap-2 border-t border-line pt-3">
      {rows.map(({ record, commands }) => (
        <li key={record.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0">
            <bdi>{'contributor' in record && namesOf(pool.trip)(record.contributor).name}</bdi>{' '}
            <Money text={formatSignedMinor(record.amount, currency)} className="font-semibold" />
          </span>
          <RecordMarks commands={commands} />
        </li>
      ))}
    </ul>
  )
}

const [WIDTH, HEIGHT] = [120, 40]

/** The level of the pool over time as a line of steps. The list of its transactions says the same. */
function PoolLine({ pool }: { pool: ShownPool }) {
  const now = useNow()
  const levels = poolLevels(pool.movements, pool.totals.balance)
  if (levels.length < 2) return null
  const times = levels.map(({ at }) => Date.parse(at))
  const [first, last] = [times[0]!, times.at(-1)!]
  const [most, least] = [
    Math.max(0, ...levels.map(({ level }) => level)),
    Math.min(0, ...levels.map(({ level }) => level)),
  ]
  // The last level lasts until now, but for at most half of the line: the pool of a trip of last year still has its steps.
  const end = Math.max(last, Math.min(now, 2 * last - first))
  const x = (at: number) => 1 + ((at - first) / (end - first || 1)) * (WIDTH - 5)
  const y = (level: number) => HEIGHT - 2 - ((level - least) / (most - least || 1)) * (HEIGHT - 6)
  // Of levels closer than the width of the line the last one is drawn.
  const drawn = levels
    .map(({ level }, index) => ({ x: x(times[index]!), y: y(level) }))
    .filter((level, index, all) => index === all.length - 1 || all[index + 1]!.x - level.x >= 2)
  const line = `M1 ${drawn[0]!.y}${drawn.map((level) => `H${level.x}V${level.y}`).join('')}H${WIDTH - 4}`
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} className="shrink-0">
      <path d={`${line}V${y(0)}H1z`} className="fill-primary-soft forced-colors:fill-none" />
      <path d={line} className="fill-none stroke-primary stroke-2" />
      <circle cx={WIDTH - 4} cy={y(levels.at(-1)!.level)} r={4} className="fill-primary" />
    </svg>
  )
}
