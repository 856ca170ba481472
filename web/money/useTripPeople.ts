// Everybody on the trip, users and guests, for its money screens.

import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { allParticipants } from '#core/trips/contract.ts'
import { type ChoosablePerson, tripPeople } from '#web/money/tripPeople.ts'
import { type QueryState, useQuery } from '#web/platform/queries.ts'
import { session } from '#web/platform/session.ts'

export interface TripPeople {
  /** The signed-in person first; null until they are loaded. */
  people: ChoosablePerson[] | null
  query: QueryState<object>
}

export function useTripPeople(tripId: string): TripPeople {
  const query = useQuery(allParticipants, { tripId })
  const myId = useSnapshot(session).user?.id ?? ''
  const { data } = query
  const people = useMemo(() => (data ? tripPeople(data.participants, myId) : null), [data, myId])
  return { people, query }
}
