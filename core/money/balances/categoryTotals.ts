// What was spent in each category.

import { compareText } from '#core/kernel/compareText.ts'
import type { Ledger } from '#core/money/balances/ledger.ts'

export interface CategoryTotal {
  category: string
  /** In the unit of the amounts passed in. */
  amount: number
  count: number
}

/** As `largestFirst`. */
export function categoryTotals(spent: Iterable<{ category: string; amount: number }>): CategoryTotal[] {
  const totals = new Map<string, CategoryTotal>()
  for (const { category, amount } of spent) {
    const total = totals.get(category) ?? { category, amount: 0, count: 0 }
    if (total.count === 0) totals.set(category, total)
    total.amount += amount
    total.count += 1
  }
  return largestFirst([...totals.values()])
}

const TOP_CATEGORIES = 3

export const topCategories = ({ categories }: Ledger): CategoryTotal[] =>
  largestFirst(Object.entries(categories).map(([category, of]) => ({ category, ...of }))).slice(
    0,
    TOP_CATEGORIES,
  )

/** With the refunds. */
export const expenseCount = ({ categories }: Ledger): number =>
  Object.values(categories).reduce((sum, { count }) => sum + count, 0)

/** Rounded half up. */
export function averageExpense(ledger: Ledger): number {
  const [total, count] = [ledger.totalExpenses, expenseCount(ledger)]
  return count === 0 ? 0 : Math.floor((2 * total + count) / (2 * count))
}

/** Ties by id. */
const largestFirst = (totals: readonly CategoryTotal[]): CategoryTotal[] =>
  totals.toSorted((a, b) => b.amount - a.amount || compareText(a.category, b.category))

/**
 * '16 %', and '<1 %' for a part that is too small to round to one. Rounded half up, each for itself: the percentages of all
 * parts can add up to 99 or 101.
 */
export function percentText(part: number, total: number): string {
  const percent = total > 0 ? Math.round((part / total) * 100) : 0
  return percent === 0 && part > 0 ? '<1 %' : `${percent} %`
}
