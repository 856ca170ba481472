// The rules of an expense: what may be entered, who may be named, and what an edit keeps.

import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import type { Decision } from '#core/kernel/decider.ts'
import { refuse } from '#core/kernel/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { notFound, staleUnless } from '#core/kernel/refusals.ts'
import { amountsOf, changedAmounts } from '#core/money/amounts.ts'
import type { ChosenPerson, ExpenseChanges, ExpenseEntry } from '#core/money/bodies.ts'
import type { Expense, MoneyFact, Party, PersonRef } from '#core/money/events.ts'
import type { ExpenseRecord } from '#core/money/records.ts'
import type { MoneyState } from '#core/money/state.ts'
import { keeping, pool, present } from '#core/money/roster.ts'
import type { Trip } from '#core/trips/trip.ts'

export interface AddExpense {
  type: 'AddExpense'
  id: string
  entry: ExpenseEntry
  by: string
  today: string
  trip: Trip
}

export interface EditExpense {
  type: 'EditExpense'
  id: string
  changes: ExpenseChanges
  by: string
  ifMatch?: number | undefined
  trip: Trip
}

/**
 * In the trip's currency, whatever it was paid in; nobody named is the one who adds it, no date is today.
 * Refused: an amount that its currency cannot have, and payers or sharers who are not on the trip.
 */
export function addExpense(
  { id, entry, by, today, trip }: AddExpense,
  currency: CurrencyCode,
): Decision<MoneyFact> {
  const amounts = amountsOf(entry.amount, entry, currency)
  if ('refused' in amounts) return amounts
  const payer = entry.paidFromPool ? pool : payerOf(trip, entry.paidBy ?? { id: by, type: 'user' }, null)
  if ('refused' in payer) return payer
  const sharedBy = sharersOf(trip, entry.sharedBy, null)
  if ('refused' in sharedBy) return sharedBy
  const expense: Expense = {
    id,
    description: entry.description,
    currency,
    ...amounts,
    category: entry.category,
    payer,
    sharedBy,
    expenseDate: entry.expenseDate ?? today,
    receiptUrl: entry.receiptUrl,
  }
  return [{ type: 'ExpenseAdded', data: { expense } }]
}

/** The keys given change; nothing is written where all is as it was. Refused like an addition, or when it is stale. */
export function editExpense(
  { id, changes, by, ifMatch, trip }: EditExpense,
  state: MoneyState,
): Decision<MoneyFact> {
  const record = state.expenses.get(id)
  if (!record) return notFound()
  const stale = staleUnless(ifMatch, record.revision)
  if (stale) return stale
  const was = expenseIn(record)
  const amounts = changedAmounts(changes, was)
  if ('refused' in amounts) return amounts
  const payer = changedPayer(changes, was, trip, by)
  if ('refused' in payer) return payer
  const sharedBy = changes.sharedBy ? sharersOf(trip, changes.sharedBy, was) : was.sharedBy
  if ('refused' in sharedBy) return sharedBy
  const expense: Expense = {
    ...was,
    ...amounts,
    description: changes.description ?? was.description,
    category: changes.category ?? was.category,
    payer,
    sharedBy,
    expenseDate: changes.expenseDate ?? was.expenseDate,
    receiptUrl: changes.receiptUrl === undefined ? was.receiptUrl : changes.receiptUrl,
  }
  const same = canonicalJson(expense) === canonicalJson(was)
  return same ? [] : [{ type: 'ExpenseEdited', data: { expense, was } }]
}

/** Without what the record says about itself. */
export function expenseIn(record: ExpenseRecord): Expense {
  const { recordedBy: _, createdAt: __, updatedAt: ___, revision: ____, ...expense } = record
  return expense
}

/** @param was what an edit starts from: it may keep people who have left. */
function payerOf(trip: Trip, chosen: ChosenPerson, was: Expense | null): Party | ReturnType<typeof refuse> {
  const payer = was?.payer.type === 'pool' ? null : (was?.payer ?? null)
  return present(trip, chosen) ?? keeping(chosen, payer ? [payer] : []) ?? refuse('PayerIsNotOnTheTrip')
}

function changedPayer(changes: ExpenseChanges, was: Expense, trip: Trip, by: string) {
  if (changes.paidFromPool) return pool
  if (changes.paidBy) return payerOf(trip, changes.paidBy, was)
  if (changes.paidFromPool === false && was.payer.type === 'pool')
    return payerOf(trip, { id: by, type: 'user' }, was)
  return was.payer
}

/** Nobody twice, in the order given. */
function sharersOf(
  trip: Trip,
  chosen: readonly ChosenPerson[],
  was: Expense | null,
): PersonRef[] | ReturnType<typeof refuse> {
  const sharers = new Map<string, PersonRef>()
  for (const one of chosen) {
    const person = present(trip, one) ?? keeping(one, was?.sharedBy ?? [])
    if (!person) return refuse('SharerIsNotOnTheTrip', { message: `${one.id} is not on the trip` })
    sharers.set(person.id, person)
  }
  return [...sharers.values()]
}
