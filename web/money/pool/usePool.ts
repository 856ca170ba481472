// The pool of a trip as its screens show it.

import { useMemo } from 'react'
import type { PoolMovement } from '#web/money/pool/poolLevels.ts'
import type { Pool, PoolTransaction } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { paymentsResponse, poolResponse } from '#projections/replica/moneyResponses.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { transactionList } from '#web/money/pool/poolTransactions.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import type { QueryState } from '#web/platform/queries/queries.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import type { ShownRecord } from '#web/records/shownRecords.ts'
import { useShownRecords } from '#web/records/useShownRecords.ts'

export interface ShownPool extends Pool {
  /** The transactions with their commands, newest first. */
  rows: readonly ShownRecord<PoolTransaction>[]
  /** Contributions, expenses and payments, in major units; above 0 into it. */
  movements: PoolMovement[]
  /** Of the records that move it. */
  ids: ReadonlySet<string>
}

/** `pool` is null until it is loaded. */
export function usePool({ id }: Pick<TripResponse, 'id'>): {
  pool: ShownPool | null
  query: QueryState<object>
} {
  const query = useTripResponse(id, buildPool)
  const { people } = useTripPeople(id)
  const list = useMemo(
    () => transactionList((personId) => people?.find((person) => person.id === personId)?.name ?? ''),
    [people],
  )
  const { data, confirmed } = query
  const rows = useShownRecords(list, id, {
    data: data?.pool.transactions,
    confirmed: confirmed?.pool.transactions,
  })
  const pool = useMemo(() => {
    if (!data || !confirmed) return null
    const ids = new Set([...data.ids, ...confirmed.ids])
    return { ...data.pool, movements: data.movements, rows, ids }
  }, [data, confirmed, rows])
  return { pool, query }
}

/** The pool, and the records that move it. */
function buildPool(documents: ExistingTrip, userId: string) {
  const pool = poolResponse(documents, userId)
  const payments = paymentsResponse(documents).filter(({ from, to }) => [from.type, to.type].includes('pool'))
  return {
    pool,
    ids: [...pool.transactions, ...payments].map(({ id }) => id),
    movements: [
      ...pool.transactions.map(({ type, amount, createdAt: at }) => ({
        at,
        amount: type === 'contribution' ? amount : -amount,
      })),
      ...payments.map(({ to, amount, createdAt: at }) => ({
        at,
        amount: to.type === 'pool' ? amount : -amount,
      })),
    ],
  }
}
