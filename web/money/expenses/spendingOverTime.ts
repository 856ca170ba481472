// Groups the spending into bars: one per day, or per so many days that the bars fit a phone.

import { addDays, daysBetween } from '#core/kernel/calendar.ts'

/** Amounts in minor units of the trip's currency. */
export interface Spent {
  /** YYYY-MM-DD */
  date: string
  category: string
  amount: number
}

export interface SpendingBar {
  /** First and last day, YYYY-MM-DD. */
  from: string
  to: string
  amount: number
  /**
   * The amount of each category, in the order of the whole trip's totals: a category has the same position in all
   * bars.
   */
  parts: { category: string; amount: number }[]
}

export const BARS_AT_MOST = 31

/** @returns from the first day with spending to the last, without a gap; empty for none */
export function spendingOverTime(spent: readonly Spent[], most = BARS_AT_MOST): SpendingBar[] {
  const dates = spent.map(({ date }) => date).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  const step = Math.ceil((daysBetween(first, last) + 1) / most)
  const order = byWeight(spent)
  const bars = new Map<number, Map<string, number>>()
  for (const { date, category, amount } of spent) {
    const at = Math.floor(daysBetween(first, date) / step)
    const bar = bars.get(at) ?? new Map<string, number>()
    bars.set(at, bar.set(category, (bar.get(category) ?? 0) + amount))
  }
  const count = Math.floor(daysBetween(first, last) / step) + 1
  return Array.from({ length: count }, (_, at) => {
    const from = addDays(first, at * step)
    const to = addDays(from, step - 1)
    const bar = bars.get(at)
    const parts = order.flatMap((category) => {
      const amount = bar?.get(category)
      return amount === undefined ? [] : [{ category, amount }]
    })
    return { from, to: to > last ? last : to, amount: sum(parts), parts }
  })
}

function byWeight(spent: readonly Spent[]): string[] {
  const weights = new Map<string, number>()
  for (const { category, amount } of spent) weights.set(category, (weights.get(category) ?? 0) + amount)
  return [...weights].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([id]) => id)
}

const sum = (parts: readonly { amount: number }[]): number =>
  parts.reduce((total, { amount }) => total + amount, 0)
