// The expenses of a trip with their pending commands applied.

import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { expensesResponse } from '#projections/replica/moneyResponses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import {
  type PendingExpenseCommand,
  type ExpensesWithPending,
  withPendingExpenses,
} from '#web/money/expenses/pendingExpenses.ts'
import type { QueryState } from '#web/platform/queries.ts'
import { useTripView } from '#web/platform/replica/useTripView.ts'
import { outbox } from '#web/platform/outbox/pendingCommands.ts'
import { session } from '#web/platform/session.ts'

export interface Expenses extends ExpensesWithPending {
  /** Null until the list is loaded; `rows` then hold only pending expenses. */
  confirmed: readonly ExpenseResponse[] | null
  myId: string
  query: QueryState<ExpenseResponse[]>
}

const none: readonly ExpenseResponse[] = []

export function useExpenses({ id: tripId, currency }: Pick<TripResponse, 'id' | 'currency'>): Expenses {
  const query = useTripView(tripId, expensesResponse)
  const changes = useSnapshot(outbox).items as readonly PendingExpenseCommand[]
  const { user } = useSnapshot(session)
  const [myId, username] = [user?.id ?? '', user?.username ?? '']
  const confirmed = query.data
  const shown = useMemo(
    () => withPendingExpenses(confirmed ?? none, changes, { tripId, currency, me: { id: myId, username } }),
    [confirmed, changes, tripId, currency, myId, username],
  )
  return { ...shown, confirmed, myId, query }
}
