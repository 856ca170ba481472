// Groups the spending into bars: one per day, or per so many days that the bars fit a phone. What was spent before the trip
// is one bar, so that it does not make the trip's own days narrow and low.

import { addDays, daysBetween } from '#core/kernel/calendar.ts'
import { sumOfAmounts } from '#core/kernel/money.ts'

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
  /** All that was spent before the trip. */
  isBefore?: true
}

export const BARS_AT_MOST = 31

/**
 * @param start of the trip, YYYY-MM-DD
 * @returns what was spent before, if the trip has spending besides; then from the first day with spending to the last,
 * without a gap; empty for none
 */
export function spendingOverTime(spent: readonly Spent[], start = '', most = BARS_AT_MOST): SpendingBar[] {
  const days = spentByDay(spent)
  const order = byWeight(addUp([...days.values()]))
  const all = [...days.keys()].sort()
  const own = all.filter((date) => date >= start)
  if (own.length === 0 || own.length === all.length) return barsOf(all, days, order, most)
  const early = all.filter((date) => date < start)
  const before = barOf(early[0]!, early.at(-1)!, early, days, order)
  return [{ ...before, isBefore: true }, ...barsOf(own, days, order, most - 1)]
}

function barsOf(dates: readonly string[], days: Days, order: readonly string[], most: number): SpendingBar[] {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  const length = daysBetween(first, last) + 1
  const step = Math.ceil(length / most)
  const bars = Map.groupBy(dates, (date) => Math.floor(daysBetween(first, date) / step))
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => {
    const from = addDays(first, index * step)
    const to = addDays(from, step - 1)
    return barOf(from, to > last ? last : to, bars.get(index) ?? [], days, order)
  })
}

function barOf(
  from: string,
  to: string,
  dates: readonly string[],
  days: Days,
  order: readonly string[],
): SpendingBar {
  const bar = addUp(dates.map((date) => days.get(date)!))
  const parts = order.flatMap((category) => {
    const amount = bar.get(category)
    return amount === undefined ? [] : [{ category, amount }]
  })
  // A refund can turn a category, or all of a day, to 0 or below: there is nothing to draw then.
  const amount = Math.max(sumOfAmounts(parts), 0)
  return { from, to, amount, parts: amount > 0 ? parts.filter((part) => part.amount > 0) : [] }
}

type Days = ReadonlyMap<string, Amounts>

/** Amounts by category. */
type Amounts = ReadonlyMap<string, number>

/** Thousands of expenses become at most a few hundred days, so that the rest takes no time. */
function spentByDay(spent: readonly Spent[]): Map<string, Amounts> {
  const days = new Map<string, Map<string, number>>()
  for (const { date, category, amount } of spent) {
    const day = days.get(date) ?? new Map<string, number>()
    if (day.size === 0) days.set(date, day)
    day.set(category, (day.get(category) ?? 0) + amount)
  }
  return days
}

function addUp(all: readonly Amounts[]): Amounts {
  const sums = new Map<string, number>()
  for (const amounts of all)
    for (const [category, amount] of amounts) sums.set(category, (sums.get(category) ?? 0) + amount)
  return sums
}

const byWeight = (weights: Amounts): string[] =>
  [...weights].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([id]) => id)
