// Everybody on the trip, users and guests, for its money screens.

import { type ChoosablePerson, tripPeople } from '#web/money/tripPeople.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import type { QueryState } from '#web/platform/queries/queries.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'

export interface TripPeople {
  /** The signed-in person first; null until they are loaded. */
  people: ChoosablePerson[] | null
  query: QueryState<object>
}

export function useTripPeople(tripId: string): TripPeople {
  const query = useTripResponse(tripId, peopleOf)
  return { people: query.data, query }
}

const peopleOf = ({ trip }: ExistingTrip, userId: string) => tripPeople(trip, userId)
