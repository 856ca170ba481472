// Whether the currency of a trip is fixed, which the first money record does (docs/decisions). Money that was all
// removed cannot be seen here; the server refuses the change then.

import { getExpenseSummary, getPool, listPayments } from '#core/money/contract.ts'
import { useQuery } from '#web/platform/queries.ts'

/** Whether there are expenses, contributions or payments; false until they are loaded. */
export function useHasMoney(tripId: string, isNeeded: boolean): boolean {
  const params = isNeeded ? { tripId } : null
  const summary = useQuery(getExpenseSummary, params).data
  const pool = useQuery(getPool, params).data
  const payments = useQuery(listPayments, params).data
  return (
    (summary?.summary.expenseCount ?? 0) > 0 ||
    (pool?.transactions.length ?? 0) > 0 ||
    (payments?.payments.length ?? 0) > 0
  )
}
