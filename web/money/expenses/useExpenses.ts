// The expenses of a trip with the pending commands that are about them.

import { useMemo } from 'react'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { expensesResponse } from '#projections/replica/expensesResponse.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { type ExpensesWithPending, withPendingExpenses } from '#web/money/expenses/pendingExpenses.ts'
import type { QueryState } from '#web/platform/queries/queries.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { usePendingCommands } from '#web/platform/outbox/usePendingCommands.ts'
import { useMe } from '#web/platform/session/useMyId.ts'

export interface Expenses extends ExpensesWithPending {
  /** Before, `rows` hold only new expenses. */
  isLoaded: boolean
  myId: string
  query: QueryState<readonly ExpenseResponse[]>
}

export const EXPENSES_NOT_FETCHED = 'Failed to fetch expenses'

const none: readonly ExpenseResponse[] = []

export function useExpenses({ id: tripId, currency }: Pick<TripResponse, 'id' | 'currency'>): Expenses {
  const query = useTripResponse(tripId, expensesResponse)
  const pending = usePendingCommands(tripId)
  const { id: myId, username } = useMe()
  const { data, confirmed } = query
  const shown = useMemo(() => {
    const context = { tripId, currency, me: { id: myId, username } }
    return withPendingExpenses(data ?? none, confirmed ?? none, pending, context)
  }, [data, confirmed, pending, tripId, currency, myId, username])
  return { ...shown, isLoaded: data !== null, myId, query }
}
