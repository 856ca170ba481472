// What comes next on the trip at hand, and what the person owes or is owed, from the replica of the trip.

import type { TripResponse } from '#core/trips/responses.ts'
import { NextActivityRow } from '#web/itinerary/NextActivityRow.tsx'
import { StandingRow } from '#web/money/settlement/StandingRow.tsx'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { settlementByMode } from '#web/money/settlement/settlementByMode.ts'
import { TripRowsSkeleton } from '#web/trips/TripAtHandCard.tsx'
import { useTripChanges } from '#web/platform/replica/useTripChanges.ts'

export function TripAtHandRows({ trip }: { trip: TripResponse }) {
  const { data, error } = useTripResponse(trip.id, settlementByMode.distributed)
  useTripChanges(trip.id, data !== null)
  if (!data && !error) return <TripRowsSkeleton />
  return (
    <ul className="divide-y divide-line">
      <NextActivityRow trip={trip} />
      <StandingRow trip={trip} settlement={data} />
    </ul>
  )
}
