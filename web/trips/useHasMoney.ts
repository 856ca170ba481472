// The first money fixes a trip's currency for good (decisions §5). Money that was all removed again cannot be seen
// from here; then the server says so on the field.

import { getExpenseSummary, getPool, listPayments } from '#core/money/contract.ts'
import { useQuery } from '#web/platform/queries.ts'

/** Whether expenses, deposits or payments are known of; false while nothing is known yet. */
export function useHasMoney(tripId: string, wanted: boolean): boolean {
  const params = wanted ? { tripId } : null
  const summary = useQuery(getExpenseSummary, params).data
  const pool = useQuery(getPool, params).data
  const payments = useQuery(listPayments, params).data
  return (
    (summary?.summary.expenseCount ?? 0) > 0 ||
    (pool?.transactions.length ?? 0) > 0 ||
    (payments?.payments.length ?? 0) > 0
  )
}
