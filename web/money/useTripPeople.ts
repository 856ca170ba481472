// Everybody on the trip, users and guests, for the screens of its money.

import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { allParticipants } from '#core/trips/contract.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { tripPeople } from '#web/money/tripPeople.ts'
import { useQuery } from '#web/platform/queries.ts'
import { session } from '#web/platform/session.ts'

export interface TripPeople {
  /** The person at the screen first; null until they are known. */
  people: ChoosablePerson[] | null
  error: Error | null
  isLoading: boolean
  reload(): Promise<void>
}

export function useTripPeople(tripId: string): TripPeople {
  const { data, error, isLoading, reload } = useQuery(allParticipants, { tripId })
  const me = useSnapshot(session).user?.id ?? ''
  const people = useMemo(() => (data ? tripPeople(data.participants, me) : null), [data, me])
  return { people, error, isLoading, reload }
}
