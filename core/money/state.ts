// Folds a trip's money into the state that the rules decide on.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import {
  type ContributionRecord,
  type ExpenseRecord,
  type Import,
  type MoneyEvent,
  type PaymentRecord,
  contributionKind,
  expenseKind,
  paymentKind,
} from '#core/money/events.ts'
import { charactersOf } from '#core/money/expenseLength.ts'
import { evolveRecords, putRecord, recordedIn, takeRecord } from '#core/records/recordKind.ts'

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
  ids: Set<string>
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
  if (event.type === 'ImportApplied') return applyImport(state, event)
  if (event.type === 'ImportUndone') return removeImport(state, event.data.import)
  if ('expense' in event.data) {
    const { id, currency } = event.data.expense
    state.currency ??= currency
    counting(state, id, () => evolveRecords(expenseKind, state, event))
  } else if ('contribution' in event.data) {
    state.currency ??= event.data.contribution.currency
    evolveRecords(contributionKind, state, event)
  } else {
    state.currency ??= event.data.payment.currency
    evolveRecords(paymentKind, state, event)
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
  const { expenses, payments, contributions = [] } = undone
  for (const { id } of expenses) counting(state, id, () => takeRecord(expenseKind, state, id))
  for (const { id } of payments) takeRecord(paymentKind, state, id)
  for (const { id } of contributions) takeRecord(contributionKind, state, id)
  // A large import is removed in several events: the others name the rest.
  const applied = state.imports.get(undone.id)
  if (applied) forget(applied, undone)
}

function applyImport(
  state: MoneyState,
  event: RecordedEventOf<Extract<MoneyEvent, { type: 'ImportApplied' }>>,
): void {
  const { imports } = state
  const { id, source, fileHash, currency, expenses, payments, contributions = [] } = event.data.import
  state.currency ??= currency
  const applied = imports.get(id) ?? {
    ...{ source, fileHash, currency, startedBy: event.data.recordedBy ?? event.meta.actor },
    ids: new Set(),
    revisions: new Set(),
  }
  for (const expense of expenses)
    counting(state, expense.id, () => putRecord(expenseKind, state, recordedIn(expenseKind, event, expense)))
  for (const payment of payments) putRecord(paymentKind, state, recordedIn(paymentKind, event, payment))
  for (const contribution of contributions)
    putRecord(contributionKind, state, recordedIn(contributionKind, event, contribution))
  for (const record of recordsOf(event.data.import)) applied.ids.add(record.id)
  applied.revisions.add(event.revision)
  imports.set(id, applied)
  // A row that was removed and is imported again with another file belongs to that one.
  for (const other of imports.values()) if (other !== applied) forget(other, event.data.import)
}

const recordsOf = ({ expenses, payments, contributions = [] }: Import) => [
  ...expenses,
  ...payments,
  ...contributions,
]

function forget({ ids }: AppliedImport, imported: Import): void {
  for (const { id } of recordsOf(imported)) ids.delete(id)
}

/** What the import added and is still there; null for no import. */
export function recordsOfImport(importId: string, state: MoneyState) {
  const applied = state.imports.get(importId)
  if (!applied) return null
  const there = <Record>(records: ReadonlyMap<string, Record>) =>
    [...applied.ids].flatMap((id) => records.get(id) ?? [])
  return {
    applied,
    expenses: there(state.expenses),
    payments: there(state.payments),
    contributions: there(state.contributions),
  }
}

/** Counts the characters of the expense of this id as it is after the change. */
function counting(state: MoneyState, id: string, change: () => void): void {
  const was = state.expenses.get(id)
  change()
  const now = state.expenses.get(id)
  state.expenseCharacters += (now ? charactersOf(now) : 0) - (was ? charactersOf(was) : 0)
}
