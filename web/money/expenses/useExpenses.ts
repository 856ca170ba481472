// The expenses of a trip as its lists show them.

import { useMemo } from 'react'
import type { ExpenseRecord } from '#core/money/events.ts'
import { expenseRecords } from '#projections/replica/moneyRecords.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { expenseList } from '#web/money/expenses/expenseList.ts'
import type { FindName } from '#core/money/roster.ts'
import { useNames } from '#web/money/useNames.ts'
import type { QueryState } from '#web/platform/queries/queries.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import type { ShownRecords } from '#web/records/shownRecords.ts'
import { useShownRecords } from '#web/records/useShownRecords.ts'

export interface Expenses extends ShownRecords<ExpenseRecord> {
  /** Before, `rows` hold only new expenses. */
  isLoaded: boolean
  myId: string
  named: FindName
  query: QueryState<readonly ExpenseRecord[]>
}

export const EXPENSES_NOT_FETCHED = 'Failed to fetch expenses'

export function useExpenses({ id: tripId, currency }: Pick<TripResponse, 'id' | 'currency'>): Expenses {
  const query = useTripResponse(tripId, expenseRecords)
  const list = useMemo(() => expenseList(currency), [currency])
  const shown = useShownRecords(list, tripId, query)
  return { ...shown, isLoaded: query.data !== null, myId: useMyId(), named: useNames(tripId), query }
}
