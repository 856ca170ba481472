// The pool of a trip with the pending commands that are about it.

import { useMemo } from 'react'
import type { PoolMovement } from '#web/money/pool/poolLevels.ts'
import type { Pool } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { paymentsResponse, poolResponse } from '#projections/replica/moneyResponses.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { type ShownTransaction, withPendingTransactions } from '#web/money/pool/pendingTransactions.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import type { QueryState } from '#web/platform/queries/queries.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { usePendingCommands } from '#web/platform/outbox/usePendingCommands.ts'
import { useMe } from '#web/platform/session/useMyId.ts'

export interface ShownPool extends Pool {
  /** The transactions with pending commands, newest first. */
  rows: ShownTransaction[]
  /** Deposits, expenses and payments, in major units; above 0 into it. */
  movements: PoolMovement[]
  /** Number of its changes that wait for the network. */
  waiting: number
}

/** `pool` is null until it is loaded. */
export function usePool({ id }: Pick<TripResponse, 'id'>): {
  pool: ShownPool | null
  query: QueryState<object>
} {
  const query = useTripResponse(id, buildPool)
  const pending = usePendingCommands(id)
  const { people } = useTripPeople(id)
  const { id: myId, username } = useMe()
  const { data, confirmed } = query
  const pool = useMemo(() => {
    if (!data || !confirmed) return null
    const nameOf = (personId: string) => people?.find((person) => person.id === personId)?.name ?? ''
    const context = { me: { id: myId, username }, nameOf }
    const ids = new Set([...data.ids, ...confirmed.ids])
    return {
      ...data.pool,
      movements: data.movements,
      rows: withPendingTransactions(data.pool.transactions, confirmed.pool.transactions, pending, context),
      waiting: pending.filter((command) => command.state === 'waiting' && ids.has(subjectOf(command))).length,
    }
  }, [data, confirmed, pending, people, myId, username])
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

/** The id of the record that a command adds, changes or removes. */
const subjectOf = ({ id, params }: PendingCommand): string =>
  params['expenseId'] ?? params['transactionId'] ?? params['paymentId'] ?? id
