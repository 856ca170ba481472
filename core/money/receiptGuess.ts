// Guesses which expense a photo of a trip's chat is the receipt of: by when it was sent, and by whom.

import { daysBetween, parseDate } from '#core/kernel/calendar.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import { payingPeople } from '#core/money/signedAmount.ts'

export interface SentPhoto {
  /** RFC 3339 */
  at: string
  /** The calendar date of that where the reader is, YYYY-MM-DD. */
  day: string
  /** Id of a user. */
  sentBy: string
}

const NEAR_MS = 12 * 60 * 60_000

/** Added within hours of it, or of its day or the one before. */
const isNear = ({ createdAt, expenseDate }: ExpenseRecord, { at, day }: SentPhoto): boolean => {
  const age = parseDate(expenseDate) === null ? null : daysBetween(expenseDate, day)
  return Math.abs(Date.parse(createdAt) - Date.parse(at)) <= NEAR_MS || age === 0 || age === 1
}

/** The most likely first: near in time, then paid or added by the sender, then without a receipt, then the nearest. */
export function byLikelihood(expenses: readonly ExpenseRecord[], photo: SentPhoto): ExpenseRecord[] {
  const rank = (expense: ExpenseRecord): number[] => [
    Number(!isNear(expense, photo)),
    Number(!isOf(photo.sentBy, expense)),
    Number((expense.receipts ?? []).length > 0),
    Math.abs(Date.parse(expense.createdAt) - Date.parse(photo.at)),
  ]
  return expenses
    .map((expense) => ({ expense, rank: rank(expense) }))
    .toSorted((a, b) => firstDifference(a.rank, b.rank))
    .map(({ expense }) => expense)
}

/** Null where none is near in time. */
export function guessExpense(expenses: readonly ExpenseRecord[], photo: SentPhoto): ExpenseRecord | null {
  const near = expenses.filter((expense) => isNear(expense, photo))
  return byLikelihood(near, photo)[0] ?? null
}

const isOf = (userId: string, expense: ExpenseRecord): boolean =>
  expense.recordedBy === userId || payingPeople(expense).some(({ id }) => id === userId)

const firstDifference = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, index) => value - b[index]!).find((difference) => difference !== 0) ?? 0
