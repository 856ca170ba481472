// The expenses with the pending commands that are about them.

import type { Method } from '#core/kernel/endpoint.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import type { NamedPerson } from '#core/money/personBodies.ts'
import {
  addExpense,
  addExpenseEnhanced,
  editExpense,
  removeExpense,
  restoreExpense,
} from '#core/money/contract.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import { plainExpenseFields } from '#core/money/events.ts'
import type { ExpenseResponse, NamedRef, SplitResponse } from '#core/money/responses.ts'
import type { SplitBody } from '#core/money/split/splitBodies.ts'
import { compareExpensesNewestFirst } from '#core/money/toResponse.ts'
import { SOMEONE_WHO_LEFT } from '#core/trips/trip.ts'
import { sumOf } from '#web/money/sumOf.ts'
import { calendarDateOf } from '#web/platform/time/format.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { withPending } from '#web/platform/outbox/pendingRecords.ts'
import { refusedEntry } from '#web/platform/outbox/refusedEntry.ts'

type Kind = 'add' | 'edit' | 'remove' | 'restore'

export interface PendingExpenseChange extends PendingCommand {
  kind: Kind
}

export interface ShownExpense {
  expense: ExpenseResponse
  /** Pending or refused commands, oldest first. */
  pending: readonly PendingExpenseChange[]
  /** It is being deleted, or was not added: shown, but in no sum. */
  isAbsent: boolean
}

export interface ExpensesWithPending {
  /** Newest first. */
  rows: ShownExpense[]
  /** Refused changes of deleted expenses. */
  orphanedCommands: PendingExpenseChange[]
}

export interface ExpenseContext {
  tripId: string
  currency: CurrencyCode
  /** The signed-in person, who adds the new expenses. */
  me: { id: string; username: string }
}

/**
 * @param expenses with the pending commands applied, newest first
 * @param confirmed without them
 * @param pending of this trip, oldest first; commands of other features are ignored
 */
export function withPendingExpenses(
  expenses: readonly ExpenseResponse[],
  confirmed: readonly ExpenseResponse[],
  pending: readonly PendingCommand[],
  context: ExpenseContext,
): ExpensesWithPending {
  // They are in order, and there may be thousands.
  if (pending.length === 0) return { rows: expenses.map(rowOf), orphanedCommands: [] }
  const { rows, orphanedCommands } = withPending(expenses, confirmed, pending, {
    add: additions,
    change: [editExpense, removeExpense, restoreExpense],
    entered: (command) => enteredExpense(command, context),
  })
  const shown = rows.map(({ record, pending, isAbsent }) =>
    pending.length === 0 ? rowOf(record) : { expense: record, pending: pending.map(withKind), isAbsent },
  )
  return {
    rows: shown.sort((a, b) => compareExpensesNewestFirst(a.expense, b.expense)),
    orphanedCommands: orphanedCommands.map(withKind),
  }
}

const additions = [addExpense, addExpenseEnhanced]

const kinds: Partial<Record<Method, Kind>> = { PUT: 'edit', DELETE: 'remove' }

const withKind = (command: PendingCommand): PendingExpenseChange => ({
  ...command,
  kind: kinds[command.endpoint.method] ?? (isEndpoint(command, restoreExpense) ? 'restore' : 'add'),
})

const rowsWithoutCommands = new WeakMap<ExpenseResponse, ShownExpense>()

/** The same row for the same response, so that only changed rows render. */
function rowOf(expense: ExpenseResponse): ShownExpense {
  const existing = rowsWithoutCommands.get(expense)
  if (existing) return existing
  const row: ShownExpense = { expense, pending: [], isAbsent: false }
  rowsWithoutCommands.set(expense, row)
  return row
}

/** Not refused. */
export const isBeingSent = ({ state }: PendingCommand): boolean => state !== 'refused'

export const isBeingDeleted = ({ isAbsent, pending }: ShownExpense): boolean =>
  isAbsent && pending.some((change) => change.kind === 'remove' && isBeingSent(change))

/** A new expense that a rule refuses: it is shown as it was entered, and nobody has a share of it. */
export const isNotAdded = ({ isAbsent, pending }: ShownExpense): boolean =>
  isAbsent && pending.some(({ kind }) => kind === 'add')

/** The refused addition or changes of an expense; null for none. @returns `expense` as it was entered */
export function refusedExpense({ expense, pending }: ShownExpense) {
  const refused = refusedEntry<ExpenseBody>(pending, { add: additions, change: [editExpense] })
  return refused && { ...refused, expense: withEntered(expense, refused.body) }
}

/** Without absent expenses. @returns `total` in major units */
export function countedTotal(
  rows: readonly ShownExpense[],
  currency: CurrencyCode,
): { count: number; total: number } {
  const amounts = rows.flatMap(({ expense, isAbsent }) => (isAbsent ? [] : signedAmount(expense)))
  return { count: amounts.length, total: sumOf(amounts, currency) }
}

/** The expense of a refused addition. */
function enteredExpense({ id, body, at }: PendingCommand, context: ExpenseContext): ExpenseResponse {
  const { tripId, currency, me } = context
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
