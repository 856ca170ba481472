// The rules of a trip's money. Who may act was settled before; `trip` is who may be named.

import type { Decider, Decision, RecordedOf } from '#core/kernel/decider.ts'
import { refuse } from '#core/kernel/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { convert, toMinor } from '#core/kernel/money.ts'
import { invalid, notFound, staleUnless } from '#core/kernel/refusals.ts'
import type { StreamKind } from '#core/store/kept.ts'
import type {
  ChosenPerson,
  ContributionEntry,
  ExpenseChanges,
  ExpenseEntry,
  PaymentEntry,
} from '#core/money/contract.ts'
import { moneyLimits } from '#core/money/contract.ts'
import type { Expense, MoneyFact, Party, PersonRef } from '#core/money/events.ts'
import type { ContributionRecord, ExpenseRecord, PaymentRecord } from '#core/money/records.ts'
import { editExpenseRecord, recordContribution, recordExpense, recordPayment } from '#core/money/records.ts'
import { namedInDescription, present } from '#core/money/roster.ts'
import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import type { Trip } from '#core/trips/trip.ts'

export interface MoneyState {
  /** Of the first fact: fixed for good. */
  currency: CurrencyCode | null
  expenses: Map<string, ExpenseRecord>
  contributions: Map<string, ContributionRecord>
  payments: Map<string, PaymentRecord>
}

interface Known {
  trip: Trip
}

export type MoneyCommand =
  | ({ type: 'AddExpense'; id: string; entry: ExpenseEntry; by: string; today: string } & Known)
  | ({
      type: 'EditExpense'
      id: string
      changes: ExpenseChanges
      by: string
      ifMatch?: number | undefined
    } & Known)
  | { type: 'RemoveExpense'; id: string; ifMatch?: number | undefined }
  | ({ type: 'Contribute'; id: string; entry: ContributionEntry; by: string } & Known)
  | { type: 'RemoveContribution'; id: string }
  | ({ type: 'MakePayment'; id: string; entry: PaymentEntry } & Known)
  | { type: 'UndoPayment'; id: string }

export const moneyKind: StreamKind<MoneyState, MoneyCommand, MoneyFact> &
  Decider<MoneyState, MoneyCommand, MoneyFact> = {
  prefix: 'money-',
  initial: () => ({ currency: null, expenses: new Map(), contributions: new Map(), payments: new Map() }),
  evolve,
  decide,
}

function evolve(state: MoneyState, event: RecordedOf<MoneyFact>): void {
  switch (event.type) {
    case 'ExpenseAdded':
      state.currency ??= event.data.expense.currency
      state.expenses.set(event.data.expense.id, recordExpense(event))
      return
    case 'ExpenseEdited': {
      const { id } = event.data.expense
      const record = state.expenses.get(id)
      if (record) state.expenses.set(id, editExpenseRecord(record, event))
      return
    }
    case 'ExpenseRemoved':
      state.expenses.delete(event.data.expense.id)
      return
    case 'ContributionMade':
      state.currency ??= event.data.contribution.currency
      state.contributions.set(event.data.contribution.id, recordContribution(event))
      return
    case 'ContributionRemoved':
      state.contributions.delete(event.data.contribution.id)
      return
    case 'PaymentMade':
      state.currency ??= event.data.payment.currency
      state.payments.set(event.data.payment.id, recordPayment(event))
      return
    case 'PaymentUndone':
      state.payments.delete(event.data.payment.id)
  }
}

function decide(command: MoneyCommand, state: MoneyState): Decision<MoneyFact> {
  switch (command.type) {
    case 'AddExpense':
      return addExpense(command, currencyOf(command.trip, state))
    case 'EditExpense':
      return editExpense(command, state)
    case 'RemoveExpense': {
      const record = state.expenses.get(command.id)
      if (!record) return notFound()
      const stale = staleUnless(command.ifMatch, record.revision)
      return stale ?? [{ type: 'ExpenseRemoved', data: { expense: expenseIn(record) } }]
    }
    case 'Contribute':
      return contribute(command, currencyOf(command.trip, state))
    case 'RemoveContribution': {
      const record = state.contributions.get(command.id)
      if (!record) return isPoolExpense(state, command.id) ? refuse('ExpenseStaysInThePool') : notFound()
      const { recordedBy: _, createdAt: __, ...contribution } = record
      return [{ type: 'ContributionRemoved', data: { contribution } }]
    }
    case 'MakePayment':
      return makePayment(command, state)
    case 'UndoPayment': {
      const record = state.payments.get(command.id)
      if (!record) return notFound()
      const { recordedBy: _, createdAt: __, ...payment } = record
      return [{ type: 'PaymentUndone', data: { payment } }]
    }
  }
}

function isPoolExpense({ expenses }: MoneyState, id: string): boolean {
  return expenses.get(id)?.payer.type === 'pool'
}

/** The currency of the trip's money: that of its first fact, else of the trip's details. */
export function currencyOf(trip: Trip, { currency }: Pick<MoneyState, 'currency'>): CurrencyCode {
  return currency ?? trip.details.currency
}

function addExpense(
  { id, entry, by, today, trip }: Extract<MoneyCommand, { type: 'AddExpense' }>,
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

function editExpense(
  { id, changes, by, ifMatch, trip }: Extract<MoneyCommand, { type: 'EditExpense' }>,
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

function expenseIn(record: ExpenseRecord): Expense {
  const { recordedBy: _, createdAt: __, updatedAt: ___, revision: ____, ...expense } = record
  return expense
}

type Amounts = Pick<Expense, 'amount' | 'original'>

/** Converted once, at entry, and never again (decisions §6). */
function amountsOf(
  major: number,
  {
    currency: entered,
    exchangeRate,
  }: { currency?: CurrencyCode | null | undefined; exchangeRate?: number | null | undefined },
  currency: CurrencyCode,
): Amounts | ReturnType<typeof invalid> {
  if (!entered || entered === currency) {
    const amount = toMinor(major, currency)
    if (exchangeRate && exchangeRate !== 1)
      return invalid({ exchangeRate: 'An exchange rate is for an amount in another currency' })
    return amount === null ? invalid({ amount: 'Valid amount is required' }) : { amount, original: null }
  }
  if (!exchangeRate) return invalid({ exchangeRate: 'Exchange rate is required for another currency' })
  const foreign = toMinor(major, entered)
  if (foreign === null) return invalid({ amount: 'Valid amount is required' })
  const amount = convert(foreign, entered, exchangeRate, currency)
  if (amount < 1) return invalid({ amount: 'Amount must be greater than 0' })
  if (amount > largest(currency)) return invalid({ amount: 'Amount is too large' })
  return { amount, original: { amount: foreign, currency: entered, exchangeRate } }
}

const largest = (currency: CurrencyCode): number =>
  toMinor(moneyLimits.expense.max, currency) ?? Math.floor(moneyLimits.expense.max)

/** An amount without a currency is in the trip's, as in the answer that was edited. */
function changedAmounts(changes: ExpenseChanges, was: Expense): Amounts | ReturnType<typeof invalid> {
  const { amount, original } = was
  if (changes.amount !== undefined) {
    const unchanged = !changes.currency && toMinor(changes.amount, was.currency) === amount
    return unchanged ? { amount, original } : amountsOf(changes.amount, changes, was.currency)
  }
  if (changes.currency || changes.exchangeRate) return invalid({ amount: 'Valid amount is required' })
  return { amount, original }
}

const pool: Party = { type: 'pool' }

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

function keeping({ id, type }: ChosenPerson, named: readonly PersonRef[]): PersonRef | null {
  return named.find((one) => one.id === id && (type === null || one.type === type)) ?? null
}

function contribute(
  { id, entry, by, trip }: Extract<MoneyCommand, { type: 'Contribute' }>,
  currency: CurrencyCode,
): Decision<MoneyFact> {
  const amount = toMinor(entry.amount, currency)
  if (amount === null) return invalid({ amount: 'Valid amount is required' })
  const description = entry.description ?? 'Pool contribution'
  const named = entry.participant ? [] : namedInDescription(trip, description)
  if (named.length > 1) return invalid({ participant: 'More than one person on the trip has this name' })
  const contributor = entry.participant
    ? present(trip, entry.participant)
    : (named[0] ?? ({ type: 'user', id: by } as const))
  if (!contributor) return refuse('ContributorIsNotOnTheTrip')
  const contribution = { id, amount, currency, description, contributor }
  return [{ type: 'ContributionMade', data: { contribution } }]
}

function makePayment(
  { id, entry, trip }: Extract<MoneyCommand, { type: 'MakePayment' }>,
  state: MoneyState,
): Decision<MoneyFact> {
  const currency = currencyOf(trip, state)
  const amount = toMinor(entry.amount, currency)
  if (amount === null) return invalid({ amount: 'Valid amount is required' })
  const from = partyOf(trip, entry.from, state)
  if (!from) return refuse('PartyIsNotOnTheTrip', { fields: { from: 'Whoever pays is not on the trip' } })
  const to = partyOf(trip, entry.to, state)
  if (!to) return refuse('PartyIsNotOnTheTrip', { fields: { to: 'Whoever is paid is not on the trip' } })
  if (canonicalJson(from) === canonicalJson(to)) return invalid({ to: 'A payment goes to somebody else' })
  return [{ type: 'PaymentMade', data: { payment: { id, from, to, amount, currency, note: entry.note } } }]
}

/** Whoever left with money still open can be paid and pay: else the plan could never be finished. */
function partyOf(trip: Trip, { id, type }: PaymentEntry['from'], state: MoneyState): Party | null {
  if (type === 'pool') return id === 'pool' ? pool : null
  const person: ChosenPerson = { id, type }
  return present(trip, person) ?? keeping(person, peopleIn(state))
}

function peopleIn({ expenses, contributions, payments }: MoneyState): PersonRef[] {
  const parties: Party[] = [
    ...[...expenses.values()].flatMap(({ payer, sharedBy }) => [payer, ...sharedBy]),
    ...[...contributions.values()].map(({ contributor }) => contributor),
    ...[...payments.values()].flatMap(({ from, to }) => [from, to]),
  ]
  return parties.filter((party) => party.type !== 'pool')
}
