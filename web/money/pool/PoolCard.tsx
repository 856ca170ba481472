// The shared pool: balance, activity, pending contributions, and the buttons to its dialogs.

import { History, HandCoins, Scale } from 'lucide-react'
import type { TripResponse } from '#core/trips/responses.ts'
import { RelativeTime } from '#web/money/RelativeTime.tsx'
import { PoolBalance } from '#web/money/pool/PoolBalance.tsx'
import { PendingContributions } from '#web/money/pool/PendingContributions.tsx'
import { usePool } from '#web/money/pool/usePool.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { PendingMark } from '#web/ui/PendingMark.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

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
    return (
      <Card>
        <Loaded query={query} failed="Failed to load pool information" skeleton={null} retriesInPlace />
      </Card>
    )
  return (
    <Card className="grid gap-4">
      <div>
        <h3 className="text-title font-semibold">Shared Pool</h3>
        {pool ? (
          <>
            <p className="mt-1">
              <PoolBalance balance={pool.balance} currency={trip.currency} size="hero" />
            </p>
            <p className="mt-1 text-secondary text-muted">
              {pool.stats.contributorCount === 1
                ? '1 contributor'
                : `${pool.stats.contributorCount} contributors`}
              {' · '}
              {pool.stats.lastActivity === null ? (
                'No activity yet'
              ) : (
                <>
                  Last activity: <RelativeTime at={pool.stats.lastActivity} />
                </>
              )}
            </p>
            {pool.waiting > 0 && (
              <PendingMark
                text={`with ${pool.waiting === 1 ? 'one change' : `${pool.waiting} changes`} waiting to sync`}
              />
            )}
          </>
        ) : (
          <Loading label="Loading the pool">
            <Skeleton className="mt-1 h-[41px] w-48" />
            <Skeleton className="mt-1 h-5 w-60 max-w-full" />
          </Loading>
        )}
      </div>
      {pool && <PendingContributions pool={pool} currency={trip.currency} />}
      <div className="flex flex-wrap gap-2 *:flex-[1_1_auto] *:first:flex-[1_0_100%] md:*:flex-none md:*:first:flex-none">
        <Button icon={HandCoins} {...addMoney}>
          Add Money
        </Button>
        <Button icon={History} variant="secondary" {...details}>
          Details
        </Button>
        <Button icon={Scale} variant="secondary" {...settlement}>
          Settlement
        </Button>
      </div>
    </Card>
  )
}
