// The column beside the overview of a trip in the widest window: what comes next, what the person owes or is owed, and
// the latest changes.

import type { TripResponse } from '#core/trips/responses.ts'
import { LatestChanges } from '#web/app/LatestChanges.tsx'
import { NextActivityRow } from '#web/itinerary/NextActivityRow.tsx'
import { PersonalBalanceRow } from '#web/money/settlement/PersonalBalanceRow.tsx'
import { settlementIn } from '#projections/replica/moneyFigures.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { List } from '#web/ui/lists/List.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'

/** The overview shows a failure. */
export function TripOverviewAside({ trip }: { trip: TripResponse }) {
  const { data, error } = useTripResponse(trip.id, settlementIn.distributed)
  if (!data) return error ? null : <SkeletonList rows={3} label="Loading trip..." />
  return (
    <>
      <List label="At hand">
        <NextActivityRow trip={trip} />
        <NextActivityRow trip={trip} nth={1} />
        <PersonalBalanceRow trip={trip} settlement={data} />
      </List>
      <div className="rounded-card border border-line bg-surface *:border-t-0 empty:hidden">
        <LatestChanges tripId={trip.id} />
      </div>
    </>
  )
}
