// The signed-in person's balance on this trip, pending changes included.

import type { TripResponse } from '#core/trips/responses.ts'
import { balancesResponse } from '#projections/replica/settlementResponses.ts'
import { balanceStatus } from '#web/money/balanceStatus.ts'
import { PendingChangesNote } from '#web/money/PendingChangesNote.tsx'
import { formatUnsignedMoney } from '#web/platform/format.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { Card } from '#web/ui/Card.tsx'
import { BalanceAmount } from '#web/ui/Money.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

export function BalanceCard({ trip }: { trip: TripResponse }) {
  const query = useTripResponse(trip.id, balancesResponse)
  const myId = useMyId()
  if (!query.data)
    return query.error ? (
      <RetryBanner query={query} title="Failed to fetch user balances" />
    ) : (
      <BalanceSkeleton />
    )
  const net = query.data.find(({ id }) => id === myId)?.netBalance ?? 0
  return (
    <Card>
      <BalanceAmount
        size="hero"
        who="you"
        status={balanceStatus(net, trip.currency)}
        text={formatUnsignedMoney(net, trip.currency)}
      />
      <PendingChangesNote tripId={trip.id} />
    </Card>
  )
}

function BalanceSkeleton() {
  return (
    <Card>
      <Loading label="Loading your balance">
        <Skeleton className="h-6 w-28" />
        <Skeleton className="mt-1 h-10 w-48" />
      </Loading>
    </Card>
  )
}
