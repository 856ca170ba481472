// Folds a trip's money into the state that the rules decide on.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Import, MoneyEvent } from '#core/money/events.ts'
import { charactersOf } from '#core/money/expenseLength.ts'
import {
  type ContributionRecord,
  type ExpenseRecord,
  type PaymentRecord,
  editExpenseRecord,
  importedRecords,
  recordContribution,
  recordedIn,
  recordExpense,
  recordPayment,
} from '#core/money/records.ts'

export interface MoneyRecords {
  expenses: Map<string, ExpenseRecord>
  contributions: Map<string, ContributionRecord>
  payments: Map<string, PaymentRecord>
}

export interface MoneyState extends MoneyRecords {
  /** Of the records that are there; null while there are none, because the trip's can change then. */
  currency: CurrencyCode | null
  /** Of the expenses, without the removed ones (expenseLength.ts). */
  expenseCharacters: number
  /** The removed records as they last were: they can be restored. */
  removed: MoneyRecords
  /** Id of an import → what it added. */
  imports: Map<string, AppliedImport>
}

export interface AppliedImport extends Pick<Import, 'source' | 'fileHash' | 'currency'> {
  /** User id: nobody else adds to it. */
  startedBy: string
  /** Each id once, although a record that was removed can be imported again under the same import. */
  expenseIds: Set<string>
  paymentIds: Set<string>
  contributionIds: Set<string>
  /** Of its batches: an expense with another one was changed since. */
  revisions: Set<number>
}

export const noRecords = (): MoneyRecords => ({
  expenses: new Map(),
  contributions: new Map(),
  payments: new Map(),
})

/** Changes `state` in place. */
export function evolveMoney(state: MoneyState, event: RecordedEventOf<MoneyEvent>): void {
  change(state, event)
  const { expenses, contributions, payments } = state
  if (expenses.size + contributions.size + payments.size === 0) state.currency = null
}

function change(state: MoneyState, event: RecordedEventOf<MoneyEvent>): void {
  const { removed } = state
  switch (event.type) {
    case 'ExpenseAdded':
    case 'ExpenseRestored':
      state.currency ??= event.data.expense.currency
      putExpense(state, recordExpense(event))
      return
    case 'ExpenseEdited': {
      const { id } = event.data.expense
      const record = state.expenses.get(id)
      if (record) putExpense(state, editExpenseRecord(record, event))
      return
    }
    case 'ExpenseRemoved':
      removeExpense(state, event.data.expense.id)
      return
    case 'ContributionMade':
    case 'ContributionRestored':
      state.currency ??= event.data.contribution.currency
      put(state.contributions, removed.contributions, recordContribution(event))
      return
    case 'ContributionRemoved':
      move(state.contributions, removed.contributions, event.data.contribution.id)
      return
    case 'PaymentMade':
    case 'PaymentRestored':
      state.currency ??= event.data.payment.currency
      put(state.payments, removed.payments, recordPayment(event))
      return
    case 'PaymentUndone':
      move(state.payments, removed.payments, event.data.payment.id)
      return
    case 'ImportApplied':
      return applyImport(state, event)
    case 'ImportUndone':
      return removeImport(state, event.data.import)
  }
}

/**
 * The records in these events as they were just after the last of them, for the response to a repeated command. What an
 * edit keeps of a record, who recorded it and when, is the same in the newest state.
 */
export function stateOfRecords(newest: MoneyState, own: readonly RecordedEventOf<MoneyEvent>[]): MoneyState {
  // The response to an import compares the rows that it skipped with the records that were there.
  const isImport = own.some(({ type }) => type === 'ImportApplied')
  const { expenses, payments, contributions } = isImport ? newest : noRecords()
  const state: MoneyState = {
    ...{ currency: newest.currency, expenseCharacters: 0 },
    ...{ expenses: new Map(expenses), payments: new Map(payments), contributions: new Map(contributions) },
    removed: noRecords(),
    imports: new Map(),
  }
  for (const event of own) {
    if (event.type === 'ExpenseEdited') {
      const { id } = event.data.expense
      const record = newest.expenses.get(id) ?? newest.removed.expenses.get(id)
      if (record) state.expenses.set(id, record)
    }
    evolveMoney(state, event)
  }
  return state
}

function removeImport(state: MoneyState, undone: Import): void {
  const { removed } = state
  for (const { id } of undone.expenses) removeExpense(state, id)
  for (const { id } of undone.payments) move(state.payments, removed.payments, id)
  for (const { id } of undone.contributions ?? []) move(state.contributions, removed.contributions, id)
  // A large import is removed in several events: the others name the rest.
  const applied = state.imports.get(undone.id)
  if (applied) forget(applied, undone)
}

function applyImport(
  state: MoneyState,
  event: RecordedEventOf<Extract<MoneyEvent, { type: 'ImportApplied' }>>,
): void {
  const { payments, contributions, removed, imports } = state
  const { id, source, fileHash, currency } = event.data.import
  state.currency ??= currency
  const added = importedRecords(event)
  for (const record of added.expenses) putExpense(state, record)
  for (const record of added.payments) put(payments, removed.payments, record)
  for (const record of added.contributions) put(contributions, removed.contributions, record)
  const applied = imports.get(id) ?? {
    ...{ source, fileHash, currency, startedBy: recordedIn(event).recordedBy },
    expenseIds: new Set<string>(),
    paymentIds: new Set<string>(),
    contributionIds: new Set<string>(),
    revisions: new Set<number>(),
  }
  for (const record of added.expenses) applied.expenseIds.add(record.id)
  for (const record of added.payments) applied.paymentIds.add(record.id)
  for (const record of added.contributions) applied.contributionIds.add(record.id)
  applied.revisions.add(event.revision)
  imports.set(id, applied)
  // A row that was removed and is imported again with another file belongs to that one.
  for (const other of imports.values()) if (other !== applied) forget(other, event.data.import)
}

function forget(applied: AppliedImport, { expenses, payments, contributions = [] }: Import): void {
  for (const { id } of expenses) applied.expenseIds.delete(id)
  for (const { id } of payments) applied.paymentIds.delete(id)
  for (const { id } of contributions) applied.contributionIds.delete(id)
}

/** What the import added and is still there; null for no import. */
export function recordsOfImport(id: string, state: MoneyState) {
  const applied = state.imports.get(id)
  if (!applied) return null
  const there = <Record>(ids: ReadonlySet<string>, records: ReadonlyMap<string, Record>) =>
    [...ids].flatMap((each) => records.get(each) ?? [])
  return {
    applied,
    expenses: there(applied.expenseIds, state.expenses),
    payments: there(applied.paymentIds, state.payments),
    contributions: there(applied.contributionIds, state.contributions),
  }
}

function putExpense(state: MoneyState, record: ExpenseRecord): void {
  const was = state.expenses.get(record.id)
  state.expenseCharacters += charactersOf(record) - (was ? charactersOf(was) : 0)
  put(state.expenses, state.removed.expenses, record)
}

function removeExpense(state: MoneyState, id: string): void {
  const record = state.expenses.get(id)
  if (record) state.expenseCharacters -= charactersOf(record)
  move(state.expenses, state.removed.expenses, id)
}

function put<Item extends { id: string }>(
  records: Map<string, Item>,
  removed: Map<string, Item>,
  record: Item,
): void {
  removed.delete(record.id)
  records.set(record.id, record)
}

function move<Item>(from: Map<string, Item>, to: Map<string, Item>, id: string): void {
  const record = from.get(id)
  if (!record) return
  from.delete(id)
  to.set(id, record)
}
