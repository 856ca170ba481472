// How fast a trip that is going on spends its budget.

import { daysBetween } from '#core/kernel/calendar.ts'

/** Amounts in minor units of the trip's currency, dates YYYY-MM-DD. */
export interface BudgetUse {
  budget: number
  spent: number
  startDate: string
  endDate: string
  /** Where the reader is. */
  today: string
}

export interface BudgetPace {
  /**
   * What can be spent on each day that is left, today included: rounded down to the minor unit, so that all days together
   * never take more than is left. 0 when nothing is.
   */
  perDay: number
  /** Today included. */
  daysLeft: number
  /** Rounded down, so that 90 is said only once it is reached. */
  percentSpent: number
  /** At least 90 % is spent. */
  isShort: boolean
}

const SHORT_FROM_PERCENT = 90

/** Null before and after the trip, and without a budget. */
export function budgetPace({ budget, spent, startDate, endDate, today }: BudgetUse): BudgetPace | null {
  if (budget <= 0 || today < startDate || today > endDate) return null
  const daysLeft = daysBetween(today, endDate) + 1
  const percentSpent = Number((BigInt(spent) * 100n) / BigInt(budget))
  return {
    perDay: Math.floor(Math.max(budget - spent, 0) / daysLeft),
    daysLeft,
    percentSpent,
    isShort: percentSpent >= SHORT_FROM_PERCENT,
  }
}
