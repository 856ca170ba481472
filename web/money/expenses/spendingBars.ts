// The bars of the Expenses tab: what the trip's expenses cost by day.

import { toMinorOrZero } from '#core/kernel/money.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import type { ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import { type SpendingBar, spendingOverTime } from '#web/money/expenses/spendingOverTime.ts'

/** None when all was spent on one day. */
export function spendingBars(
  rows: readonly ShownExpense[],
  { currency, startDate, endDate }: Pick<TripResponse, 'currency' | 'startDate' | 'endDate'>,
): readonly SpendingBar[] {
  const counted = rows.filter(({ isAbsent }) => !isAbsent)
  const bars = spendingOverTime(
    counted.map(({ expense }) => ({
      date: expense.expenseDate,
      category: expense.category,
      amount: toMinorOrZero(signedAmount(expense), currency),
    })),
    startDate,
    endDate,
  )
  return bars.filter(({ amount }) => amount > 0).length < 2 ? [] : bars
}
