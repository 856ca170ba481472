// Groups the spending into bars: one per day, or per so many days that the bars fit a phone. What was spent before the trip
// is one bar, so that it does not make the trip's own days narrow and low.

import { addDays, daysBetween } from '#core/kernel/calendar.ts'
import { sumOfAmounts } from '#core/kernel/money.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'

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
  /** How many expenses and refunds. */
  count: number
  /** All that was spent before the trip. */
  isBefore?: true
}

/** One for each day up to here, and for each week or so many weeks beyond. */
const DAYS_AT_MOST = 21
/** With the one before the trip. */
export const BARS_AT_MOST = DAYS_AT_MOST + 1

/**
 * @param start first day of the trip, YYYY-MM-DD
 * @param end last day of the trip: the days to come are bars of 0
 * @returns what was spent before, if the trip has spending besides; then from the first day, of the trip or with spending,
 * to the last, without a gap; empty without spending
 */
export function spendingOverTime(spent: readonly Spent[], start = '', end = ''): SpendingBar[] {
  const days = spentByDay(spent)
  const order = byWeight(addUp([...days.values()].map(({ amounts }) => amounts)))
  const all = [...days.keys()].sort()
  const own = all.filter((date) => date >= start)
  if (own.length === 0) return barsOf(all, days, order)
  const whole = end < start || start === '' ? own : [start, ...own, ...(end > own.at(-1)! ? [end] : [])]
  const early = all.filter((date) => date < start)
  if (early.length === 0) return barsOf(whole, days, order)
  const before = barOf(early[0]!, early.at(-1)!, early, days, order)
  return [{ ...before, isBefore: true }, ...barsOf(whole, days, order)]
}

function barsOf(dates: readonly string[], days: Days, order: readonly string[]): SpendingBar[] {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  const length = daysBetween(first, last) + 1
  const step = length <= DAYS_AT_MOST ? 1 : 7 * Math.ceil(length / 7 / DAYS_AT_MOST)
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
  const found = [...new Set(dates)].flatMap((date) => days.get(date) ?? [])
  const bar = addUp(found.map(({ amounts }) => amounts))
  const parts = order.flatMap((category) => {
    const amount = bar.get(category)
    return amount === undefined ? [] : [{ category, amount }]
  })
  // A refund can turn a category, or all of a day, to 0 or below: there is nothing to draw then.
  const amount = Math.max(sumOfAmounts(parts), 0)
  const count = found.reduce((sum, day) => sum + day.count, 0)
  return { from, to, amount, parts: amount > 0 ? parts.filter((part) => part.amount > 0) : [], count }
}

interface Day {
  amounts: Map<string, number>
  /** How many expenses. */
  count: number
}

type Days = ReadonlyMap<string, Day>

/** Amounts by category. */
type Amounts = ReadonlyMap<string, number>

/** Thousands of expenses become at most a few hundred days, so that the rest takes no time. */
function spentByDay(spent: readonly Spent[]): Map<string, Day> {
  const days = new Map<string, Day>()
  for (const { date, category, amount } of spent) {
    const day = days.get(date) ?? { amounts: new Map<string, number>(), count: 0 }
    if (day.count === 0) days.set(date, day)
    day.amounts.set(category, (day.amounts.get(category) ?? 0) + amount)
    day.count += 1
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

/** The bars of the Expenses tab. None when all was spent on one day. */
export function spendingBars(
  rows: readonly ShownExpense[],
  { startDate, endDate }: Pick<TripResponse, 'startDate' | 'endDate'>,
): readonly SpendingBar[] {
  const counted = rows.filter(({ isAbsent }) => !isAbsent)
  const bars = spendingOverTime(
    counted.map(({ record: expense }) => ({
      date: expense.expenseDate,
      category: expense.category,
      amount: signedAmount(expense),
    })),
    startDate,
    endDate,
  )
  return bars.filter(({ amount }) => amount > 0).length < 2 ? [] : bars
}
