// The expenses of a trip as its lists show them, and what was entered in the form of one.

import { type AttachedFile, attached } from '#core/kernel/files.ts'
import { type CurrencyCode, toMinorOrZero } from '#core/kernel/money.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import type { NamedPerson } from '#core/money/personBodies.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import {
  type ExpenseRecord,
  type Payers,
  type PersonRef,
  expenseKind,
  plainExpenseFields,
} from '#core/money/events.ts'
import { type Split, withAmounts } from '#core/money/split/split.ts'
import type { SplitBody } from '#core/money/split/splitBodies.ts'
import { compareExpensesNewestFirst } from '#projections/replica/moneyRecords.ts'
import { calendarDateOf } from '#web/platform/time/format.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { correctionOf } from '#web/records/correctionOf.ts'
import { originOfAddition, type RecordList, type ShownRecord } from '#web/records/shownRecords.ts'

export type ShownExpense = ShownRecord<ExpenseRecord>

/** Newest first. @param currency of the trip */
export const expenseList = (currency: CurrencyCode): RecordList<ExpenseRecord> => ({
  kind: 'expense',
  compare: compareExpensesNewestFirst,
  entered: (addition) => addedAsEntered(addition, currency),
})

/** What was entered and refused; null for nothing. @returns `expense` as it was entered */
export function expenseCorrection({ record, commands }: ShownExpense) {
  const correction = correctionOf<ExpenseBody>(commands)
  return correction && { ...correction, expense: withEntered(record, correction.body) }
}

/** Without absent expenses. */
export function countedTotal(rows: readonly ShownExpense[]): { count: number; total: number } {
  const amounts = rows.flatMap(({ record, isAbsent }) => (isAbsent ? [] : signedAmount(record)))
  return { count: amounts.length, total: amounts.reduce((sum, amount) => sum + amount, 0) }
}

/** The expense of a refused addition. */
function addedAsEntered(addition: PendingCommand, currency: CurrencyCode): ExpenseRecord {
  const { id, by, at, body } = addition
  const blank = {
    ...plainExpenseFields({ description: '', category: '', expenseDate: calendarDateOf(new Date(at)) }),
    ...{ id, kind: 'expense' as const, amount: 0, currency, original: null },
    // The default of the server.
    payers: [onePayer({ type: 'user', id: by })],
    sharedBy: [],
    split: { mode: 'equal' as const },
  }
  return withEntered(expenseKind.toRecord(blank, originOfAddition(addition)), body as ExpenseBody)
}

/** An entered amount stays in its own currency, and entered sharers have no shares. */
function withEntered(expense: ExpenseRecord, entered: Partial<ExpenseBody>): ExpenseRecord {
  const { amount, sharedBy, split, exchangeRate } = entered
  // Without an amount, the numbers of payers and of a split are in the currency in which the expense was entered.
  const before = amount === undefined ? expense.original?.currency : undefined
  const currency = entered.currency ?? before ?? expense.currency
  const minor = (major: number): number => toMinorOrZero(major, currency)
  const isForeign = currency !== expense.currency
  const { receipts, ...others } = expense
  return {
    ...others,
    ...attached('receipts', (entered.receipts as readonly AttachedFile[] | undefined) ?? receipts),
    ...plainExpenseFields({
      ...expense,
      ...entered,
      expenseDate: entered.expenseDate ?? expense.expenseDate,
    }),
    ...(amount !== undefined && {
      amount: minor(amount),
      currency,
      original: isForeign ? { amount: minor(amount), currency, exchangeRate: exchangeRate ?? 0 } : null,
    }),
    kind: entered.kind ?? expense.kind,
    payers: enteredPayers(expense, entered, minor),
    sharedBy:
      (split ? peopleOf(split) : sharedBy)?.map((person) => ({ ...refTo(person), share: 0 })) ??
      expense.sharedBy,
    split: split ? enteredSplit(split, minor) : sharedBy ? { mode: 'equal' } : expense.split,
  }
}

/** By the precedence that the server gives them. Empty for the sender: the pool paid, and now nobody is named. */
function enteredPayers(
  { payers }: ExpenseRecord,
  entered: Partial<ExpenseBody>,
  minor: (major: number) => number,
): Payers {
  if (entered.payers === 'pool') return 'pool'
  if (entered.payers)
    return entered.payers.map((payer) => ({
      ...refTo(payer),
      amount: minor(payer.amount),
      originalAmount: minor(payer.amount),
    }))
  if (entered.paidFromPool) return 'pool'
  if (entered.paidBy) return [onePayer(refTo(entered.paidBy))]
  return payers === 'pool' && entered.paidFromPool === false ? [] : payers
}

/** Follows the amount. */
const onePayer = (person: PersonRef) => ({ ...person, amount: 0, originalAmount: null })

const peopleOf = (split: SplitBody): (string | NamedPerson)[] | undefined =>
  split.mode === 'items' ? split.items.flatMap(({ of }) => of) : split.of

const enteredSplit = (split: SplitBody, minor: (major: number) => number): Split =>
  withAmounts(
    split.mode === 'items' ? { rest: 'proportional', ...split } : split,
    minor,
    (person) => refTo(person).id,
  )

function refTo(person: string | NamedPerson): PersonRef {
  const { id, type = 'user' } = typeof person === 'string' ? { id: person } : person
  return { id, type }
}
