// What expenses come to by category, largest first, with name and colour of each.

import { categoryTotals } from '#core/money/balances/categoryTotals.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import { categoryStyle } from '#web/money/categoryStyle.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'

/** Amounts are in minor units. */
export function categoryParts(rows: readonly ShownExpense[]) {
  const counted = rows.filter(({ isAbsent }) => !isAbsent)
  const totals = categoryTotals(
    counted.map(({ record: expense }) => ({
      category: expense.category,
      amount: signedAmount(expense),
    })),
  )
  return totals.map(({ category, ...figures }) => {
    const { name, color } = categoryStyle(category)
    return { ...figures, category, label: name, color }
  })
}
