// What comes next on the current trip, and what the person owes or is owed, from the replica of the trip.

import type { TripResponse } from '#core/trips/responses.ts'
import { NextActivityRow } from '#web/itinerary/NextActivityRow.tsx'
import { PersonalBalanceRow } from '#web/money/settlement/PersonalBalanceRow.tsx'
import { settlementIn } from '#projections/replica/moneyFigures.ts'
import { useTripChanges } from '#web/platform/replica/useTripChanges.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { TripRowsSkeleton } from '#web/trips/home/CurrentTripCard.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { LARGE_PX, useWide } from '#web/ui/useWide.ts'

export function CurrentTripRows({ trip }: { trip: TripResponse }) {
  const query = useTripResponse(trip.id, settlementIn.distributed)
  useTripChanges(trip.id, query.data !== null, true)
  const isWide = useWide(LARGE_PX)
  return (
    <Loaded query={query} failed="Failed to fetch trip details" skeleton={<TripRowsSkeleton />}>
      {(settlement) => (
        <ul className="divide-y divide-line lg:divide-y-0">
          <NextActivityRow trip={trip} />
          {isWide && <NextActivityRow trip={trip} nth={1} />}
          <PersonalBalanceRow trip={trip} settlement={settlement} />
        </ul>
      )}
    </Loaded>
  )
}
