// The rules of an expense: its amounts, its people, and what an edit keeps.

import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import { refuse, type Decision } from '#core/kernel/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { limits } from '#core/kernel/limits.ts'
import { invalid, notFound, refuseIfStale } from '#core/kernel/refusals.ts'
import { amountsOf, changedAmounts } from '#core/money/amounts.ts'
import type { ChosenPerson, ExpenseChanges, ExpenseEntry } from '#core/money/bodies.ts'
import {
  type Expense,
  type MoneyEvent,
  type Party,
  type PersonRef,
  type PlainExpenseFields,
  plainExpenseFields,
} from '#core/money/events.ts'
import type { ExpenseRecord } from '#core/money/records.ts'
import type { MoneyState } from '#core/money/state.ts'
import { among, pool, presentOn, type Lookup } from '#core/money/roster.ts'
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
 * Converts to the trip's currency. The default payer is the sender, the default date is today. Refuses an amount that
 * its currency cannot have, and payers or sharers who are not on the trip.
 */
export function addExpense(
  { id, entry, by, today, trip }: AddExpense,
  currency: CurrencyCode,
): Decision<MoneyEvent> {
  const amounts = amountsOf(entry.amount, entry, currency)
  if ('refused' in amounts) return amounts
  const on = presentOn(trip)
  const payer = entry.paidFromPool ? pool : payerOf(on, entry.paidBy ?? { id: by, type: 'user' }, null)
  if ('refused' in payer) return payer
  const sharedBy = sharersOf(on, entry.sharedBy, [])
  if ('refused' in sharedBy) return sharedBy
  const expense: Expense = {
    ...plainExpenseFields({ ...entry, expenseDate: entry.expenseDate ?? today }),
    id,
    currency,
    ...amounts,
    payer,
    sharedBy,
  }
  return [{ type: 'ExpenseAdded', data: { expense } }]
}

/** Changes the given keys; no event when nothing changes. Refused like an addition, or when it is stale. */
export function editExpense(
  { id, changes, by, ifMatch, trip }: EditExpense,
  state: MoneyState,
): Decision<MoneyEvent> {
  const record = state.expenses.get(id)
  if (!record) return notFound()
  const stale = refuseIfStale(ifMatch, record.revision)
  if (stale) return stale
  const was = expenseIn(record)
  const amounts = changedAmounts(changes, was)
  if ('refused' in amounts) return amounts
  const on = presentOn(trip)
  const payer = changedPayer(changes, was, on, by)
  if ('refused' in payer) return payer
  const sharedBy = changes.sharedBy ? sharersOf(on, changes.sharedBy, was.sharedBy) : was.sharedBy
  if ('refused' in sharedBy) return sharedBy
  const expenseDate = changes.expenseDate ?? was.expenseDate
  const plainFields = plainExpenseFields({ ...was, ...givenIn(changes), expenseDate })
  const expense: Expense = { ...was, ...plainFields, ...amounts, payer, sharedBy }
  const same = canonicalJson(expense) === canonicalJson(was)
  return same ? [] : [{ type: 'ExpenseEdited', data: { expense, was } }]
}

const givenIn = (changes: ExpenseChanges): Partial<PlainExpenseFields> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

/** Without the fields of the record itself. */
export function expenseIn(record: ExpenseRecord): Expense {
  const { recordedBy: _, createdAt: __, updatedAt: ___, revision: ____, ...expense } = record
  return expense
}

/** @param was the expense before an edit, which may keep people who have left */
function payerOf(on: Lookup, chosen: ChosenPerson, was: Expense | null): Party | ReturnType<typeof refuse> {
  const former = was && was.payer.type !== 'pool' ? among([was.payer]) : null
  return on(chosen) ?? former?.(chosen) ?? refuse('PayerIsNotOnTheTrip')
}

function changedPayer(changes: ExpenseChanges, was: Expense, on: Lookup, by: string) {
  if (changes.paidFromPool) return pool
  if (changes.paidBy) return payerOf(on, changes.paidBy, was)
  if (changes.paidFromPool === false && was.payer.type === 'pool')
    return payerOf(on, { id: by, type: 'user' }, was)
  return was.payer
}

/** Nobody twice, in the given order; no more than the limit, or than before. */
function sharersOf(
  on: Lookup,
  chosen: readonly ChosenPerson[],
  were: readonly PersonRef[],
): PersonRef[] | ReturnType<typeof refuse> {
  const sharers = new Map<string, PersonRef>()
  const former = among(were)
  for (const choice of chosen) {
    const person = on(choice) ?? former(choice)
    if (!person) return refuse('SharerIsNotOnTheTrip', { message: `${choice.id} is not on the trip` })
    sharers.set(person.id, person)
  }
  const { max, text } = limits.sharersOfExpense
  return sharers.size > Math.max(max, were.length) ? invalid({ sharedBy: text }) : [...sharers.values()]
}
