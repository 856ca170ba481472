// The expenses of a trip as its lists show them.

import { useMemo } from 'react'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { expensesResponse } from '#projections/replica/expensesResponse.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { expenseList } from '#web/money/expenses/expenseList.ts'
import type { QueryState } from '#web/platform/queries/queries.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import type { ShownRecord } from '#web/records/shownRecords.ts'
import { useShownRecords } from '#web/records/useShownRecords.ts'

export interface Expenses {
  rows: readonly ShownRecord<ExpenseResponse>[]
  /** Before, `rows` hold only new expenses. */
  isLoaded: boolean
  myId: string
  query: QueryState<readonly ExpenseResponse[]>
}

export const EXPENSES_NOT_FETCHED = 'Failed to fetch expenses'

export function useExpenses({ id: tripId, currency }: Pick<TripResponse, 'id' | 'currency'>): Expenses {
  const query = useTripResponse(tripId, expensesResponse)
  const list = useMemo(() => expenseList(currency), [currency])
  const rows = useShownRecords(list, tripId, query)
  return { rows, isLoaded: query.data !== null, myId: useMyId(), query }
}
