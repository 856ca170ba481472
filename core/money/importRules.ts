// The rules of an import: all its records or none, each under an id that derives from its row, so that the same file again
// adds nothing.

import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import { refuse, type Decision, type Refusal } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { refuseBeyond } from '#core/kernel/limits.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { invalid, notFound } from '#core/kernel/refusals.ts'
import { amountsOf } from '#core/money/amounts.ts'
import type { Expense, MoneyEvent, Payment } from '#core/money/events.ts'
import { addExpense, expenseIn } from '#core/money/expenseRules.ts'
import type { ImportEntry } from '#core/money/importBodies.ts'
import { partyOf } from '#core/money/parties.ts'
import { paymentIn } from '#core/money/records.ts'
import type { MoneyState } from '#core/money/state.ts'
import type { Trip } from '#core/trips/trip.ts'

export interface ImportRecords {
  type: 'ImportRecords'
  entry: ImportEntry
  by: string
  trip: Trip
}

/** The id of the record that a row becomes on a trip. */
export const importedId = (tripId: string, rowKey: string): string => idFrom(tripId, rowKey)

type Row = ImportEntry['records'][number]

/** No event when all rows are there already. A refusal names the row's place: `records.3.amount`. */
export function importRecords(
  { entry, by, trip }: ImportRecords,
  currency: CurrencyCode,
  state: MoneyState,
): Decision<MoneyEvent> {
  const { importId: id, source, fileHash } = entry
  const expenses: Expense[] = []
  const payments: Payment[] = []
  const known = new Set<string>()
  for (const [at, row] of entry.records.entries()) {
    const rowId = importedId(trip.id, row.rowKey)
    if (known.has(rowId) || state.expenses.has(rowId) || state.payments.has(rowId)) continue
    known.add(rowId)
    if (row.kind === 'payment') {
      const payment = paymentFrom(row, rowId, trip, currency, state)
      if ('refused' in payment) return refusalOfRow(payment, at)
      payments.push(payment)
    } else {
      const expense = expenseFrom(row, rowId, by, trip, currency)
      if ('refused' in expense) return refusalOfRow(expense, at)
      expenses.push(expense)
    }
  }
  const full =
    refuseBeyond('expensesOfTrip', state.expenses.size, expenses.length) ??
    refuseBeyond('paymentsOfTrip', state.payments.size, payments.length)
  if (full) return full
  if (expenses.length + payments.length === 0) return []
  return [{ type: 'ImportApplied', data: { import: { id, source, fileHash, currency, expenses, payments } } }]
}

function expenseFrom(
  row: Exclude<Row, { kind: 'payment' }>,
  id: string,
  by: string,
  trip: Trip,
  currency: CurrencyCode,
): Expense | Refusal {
  const { rowKey: _, ...entry } = row
  const command = {
    type: 'AddExpense' as const,
    id,
    entry: { ...entry, paidBy: null, paidFromPool: false, receiptUrl: null },
    by,
    today: row.expenseDate!,
    trip,
  }
  const decided = addExpense(command, currency)
  if ('refused' in decided) return decided
  const [event] = decided
  if (event?.type !== 'ExpenseAdded') throw new Error('An expense was not added')
  return event.data.expense
}

function paymentFrom(
  row: Extract<Row, { kind: 'payment' }>,
  id: string,
  trip: Trip,
  currency: CurrencyCode,
  state: MoneyState,
): Payment | Refusal {
  const amounts = amountsOf(row.amount, row, currency)
  if ('refused' in amounts) return amounts
  const [from, to] = [partyOf(trip, row.from, state), partyOf(trip, row.to, state)]
  if (!from || !to) return refuse('PartyIsNotOnTheTrip')
  if (canonicalJson(from) === canonicalJson(to)) return invalid({ to: 'A payment goes to someone else' })
  return { id, from, to, amount: amounts.amount, currency, note: row.note }
}

function refusalOfRow(refusal: Refusal, at: number): Refusal {
  const fields = Object.entries(refusal.fields ?? {}).map(([field, text]) => [`records.${at}.${field}`, text])
  return { ...refusal, ...(fields.length > 0 && { fields: Object.fromEntries(fields) }) }
}

export interface UndoImport {
  type: 'UndoImport'
  id: string
}

/** Removes what the import added and is still there; refused when a part of it was changed since. */
export function undoImport({ id }: UndoImport, state: MoneyState): Decision<MoneyEvent> {
  const applied = state.imports.get(id)
  if (!applied) return notFound()
  const there = <Record>(ids: readonly string[], records: ReadonlyMap<string, Record>) =>
    ids.flatMap((each) => records.get(each) ?? [])
  const expenses = there(applied.expenseIds, state.expenses)
  const payments = there(applied.paymentIds, state.payments)
  const changed = expenses.find((expense) => !applied.revisions.has(expense.revision))
  if (changed)
    return refuse('ImportChangedSince', {
      message: `“${changed.description}” was changed since. Delete it by itself first, and then the import.`,
    })
  if (expenses.length + payments.length === 0) return notFound()
  const { source, fileHash, currency } = applied
  const undone = {
    ...{ id, source, fileHash, currency },
    expenses: expenses.map(expenseIn),
    payments: payments.map(paymentIn),
  }
  return [{ type: 'ImportUndone', data: { import: undone } }]
}
