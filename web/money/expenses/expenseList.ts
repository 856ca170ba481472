// The expenses of a trip as its lists show them, and what was entered in the form of one.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import type { NamedPerson } from '#core/money/personBodies.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import { plainExpenseFields } from '#core/money/events.ts'
import type { ExpenseResponse, NamedRef, SplitResponse } from '#core/money/responses.ts'
import type { SplitBody } from '#core/money/split/splitBodies.ts'
import { compareExpensesNewestFirst } from '#projections/replica/moneyRecords.ts'
import { SOMEONE_WHO_LEFT } from '#core/trips/trip.ts'
import { sumOf } from '#web/money/sumOf.ts'
import { calendarDateOf } from '#web/platform/time/format.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { correctionOf } from '#web/records/correctionOf.ts'
import type { RecordList, ShownRecord } from '#web/records/shownRecords.ts'

export type ShownExpense = ShownRecord<ExpenseResponse>

/** Newest first. @param currency of the trip */
export const expenseList = (currency: CurrencyCode): RecordList<ExpenseResponse> => ({
  kind: 'expense',
  compare: compareExpensesNewestFirst,
  entered: (addition, me) => enteredExpense(addition, currency, me),
})

/** What was entered and refused; null for nothing. @returns `expense` as it was entered */
export function expenseCorrection({ record, commands }: ShownExpense) {
  const correction = correctionOf<ExpenseBody>(commands)
  return correction && { ...correction, expense: withEntered(record, correction.body) }
}

/** Without absent expenses. @returns `total` in major units */
export function countedTotal(
  rows: readonly ShownExpense[],
  currency: CurrencyCode,
): { count: number; total: number } {
  const amounts = rows.flatMap(({ record, isAbsent }) => (isAbsent ? [] : signedAmount(record)))
  return { count: amounts.length, total: sumOf(amounts, currency) }
}

/** The expense of a refused addition. */
function enteredExpense(
  { id, lane: tripId, body, at }: PendingCommand,
  currency: CurrencyCode,
  me: { id: string; username: string },
): ExpenseResponse {
  const sender = { id: me.id, type: 'user', name: me.username } as const
  const blank: ExpenseResponse = {
    ...plainExpenseFields({ description: '', category: '', expenseDate: calendarDateOf(new Date(at)) }),
    id,
    tripId,
    amount: 0,
    currency,
    paidBy: sender,
    kind: 'expense',
    paidFromPool: false,
    // The default of the server.
    payers: [onePayer(sender)],
    sharedBy: [],
    split: { mode: 'equal' },
    originalAmount: null,
    originalCurrency: null,
    exchangeRate: null,
    createdBy: me,
    createdAt: at,
    updatedAt: at,
    // The newest of its day.
    revision: Number.MAX_SAFE_INTEGER,
  }
  return withEntered(blank, body as ExpenseBody)
}

/** An entered amount stays in its own currency, and entered sharers have no shares. */
function withEntered(expense: ExpenseResponse, entered: Partial<ExpenseBody>): ExpenseResponse {
  const { amount, sharedBy } = entered
  const currency = entered.currency ?? expense.currency
  const isForeign = currency !== expense.currency
  const payers = enteredPayers(expense, entered)
  const { split } = entered
  return {
    ...expense,
    ...plainExpenseFields({
      ...expense,
      ...entered,
      expenseDate: entered.expenseDate ?? expense.expenseDate,
    }),
    ...(amount !== undefined && {
      amount,
      currency,
      originalAmount: isForeign ? amount : null,
      originalCurrency: isForeign ? currency : null,
      exchangeRate: isForeign ? (entered.exchangeRate ?? null) : null,
    }),
    kind: entered.kind ?? expense.kind,
    paidFromPool: payers === 'pool',
    paidBy: payers === 'pool' || !payers[0] ? null : named(payers[0]),
    payers,
    sharedBy:
      (split ? peopleOf(split) : sharedBy)?.map((person) => ({ ...named(person), share: 0 })) ??
      expense.sharedBy,
    split: split ? enteredSplit(split) : sharedBy ? { mode: 'equal' } : expense.split,
  }
}

/** By the precedence that the server gives them. Empty for the sender: the pool paid, and now nobody is named. */
function enteredPayers(
  { payers }: ExpenseResponse,
  entered: Partial<ExpenseBody>,
): ExpenseResponse['payers'] {
  if (entered.payers === 'pool') return 'pool'
  if (entered.payers)
    return entered.payers.map((payer) => ({
      ...named(payer),
      amount: payer.amount,
      originalAmount: payer.amount,
    }))
  if (entered.paidFromPool) return 'pool'
  if (entered.paidBy) return [onePayer(named(entered.paidBy))]
  return payers === 'pool' && entered.paidFromPool === false ? [] : payers
}

/** Follows the amount. */
const onePayer = (person: NamedRef) => ({ ...person, amount: 0, originalAmount: null })

const peopleOf = (split: SplitBody): (string | NamedPerson)[] | undefined =>
  split.mode === 'items' ? split.items.flatMap(({ of }) => of) : split.of

function enteredSplit(split: SplitBody): SplitResponse {
  if (split.mode === 'equal') return { mode: 'equal' }
  if (split.mode !== 'items') return split
  const { items, rest = 'proportional', discount = false } = split
  return { ...split, rest, discount, items: items.map((item) => ({ ...item, of: item.of.map(named) })) }
}

function named(person: string | NamedPerson) {
  const { id, type = 'user', name = SOMEONE_WHO_LEFT } = typeof person === 'string' ? { id: person } : person
  return { id, type, name }
}
