// What was spent in each category.

import { compareText } from '#core/kernel/compareText.ts'

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

/** Ties by id. */
export const largestFirst = (totals: readonly CategoryTotal[]): CategoryTotal[] =>
  totals.toSorted((a, b) => b.amount - a.amount || compareText(a.category, b.category))

/**
 * '16 %', and '<1 %' for a part that is too small to round to one. Rounded half up, each for itself: the percentages of all
 * parts can add up to 99 or 101.
 */
export function percentText(part: number, total: number): string {
  const percent = total > 0 ? Math.round((part / total) * 100) : 0
  return percent === 0 && part > 0 ? '<1 %' : `${percent} %`
}
