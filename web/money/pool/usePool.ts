// The pool of a trip, with what is on its way.

import { useSnapshot } from 'valtio'
import type { Pool } from '#core/money/responses.ts'
import { getPool } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import type { ShownPool } from '#web/money/pool/overlaidPool.ts'
import { overlaidPool } from '#web/money/pool/overlaidPool.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import type { Document } from '#web/platform/documents.ts'
import { useDocument } from '#web/platform/documents.ts'
import { session } from '#web/platform/session.ts'
import { usePending } from '#web/platform/usePending.ts'

/** `pool` is null until it was read. */
export function usePool({ id, currency }: TripResponse): {
  pool: ShownPool | null
  document: Document<Pool>
} {
  const document = useDocument(getPool, { tripId: id })
  const pending = usePending(id)
  const { people } = useTripPeople(id)
  const { user } = useSnapshot(session)
  const me = { id: user?.id ?? '', username: user?.username ?? '' }
  const nameOf = (personId: string) => people?.find((one) => one.id === personId)?.name ?? ''
  const pool = document.data && overlaidPool(document.data, pending, { currency, me, nameOf })
  return { pool, document }
}
