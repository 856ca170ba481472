// The pool of a trip with its pending commands applied.

import { useSnapshot } from 'valtio'
import type { Pool } from '#core/money/responses.ts'
import { poolResponse } from '#projections/replica/moneyResponses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { type ShownPool, poolWithPending } from '#web/money/pool/poolWithPending.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import type { QueryState } from '#web/platform/queries.ts'
import { useTripView } from '#web/platform/replica/useTripView.ts'
import { session } from '#web/platform/session.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'

/** `pool` is null until it is loaded. */
export function usePool({ id, currency }: TripResponse): { pool: ShownPool | null; query: QueryState<Pool> } {
  const query = useTripView(id, poolResponse)
  const pending = usePendingCommands(id)
  const { people } = useTripPeople(id)
  const { user } = useSnapshot(session)
  const me = { id: user?.id ?? '', username: user?.username ?? '' }
  const nameOf = (personId: string) => people?.find((person) => person.id === personId)?.name ?? ''
  const pool = query.data && poolWithPending(query.data, pending, { currency, me, nameOf })
  return { pool, query }
}
