// Short constructors for the records of a trip's money, in minor units.

import type { CurrencyCode } from '#core/kernel/money.ts'
import {
  type Contribution,
  type Expense,
  type ExpenseRecord,
  type MoneyEvent,
  type Party,
  type Payers,
  type Payment,
  type PersonRef,
  plainExpenseFields,
  sharedEqually,
} from '#core/money/events.ts'
import { applyEvent, emptyLedger, type Ledger, POOL } from '#core/money/balances/ledger.ts'
import { weightedParts } from '#core/money/split/shares.ts'

export function user(id: string): PersonRef {
  return { type: 'user', id }
}

/** The pool, or the user with this id. */
export function party(id: string): Party {
  return id === POOL ? { type: 'pool' } : user(id)
}

export function expense(id: string, payer: Party, amount: number, sharedBy: PersonRef[]): Expense {
  return sharedEqually({
    ...plainExpenseFields({ description: `Expense ${id}`, category: 'food', expenseDate: '2026-05-02' }),
    id,
    amount,
    currency: 'HKD',
    payer,
    sharedBy,
    original: null,
  })
}

/** The record of an expense that ann added. */
export const recorded = (of: Expense, more: Partial<ExpenseRecord> = {}): ExpenseRecord => ({
  ...of,
  ...{ recordedBy: 'ann', revision: 0 },
  ...{ createdAt: '2026-05-02T09:00:00.000Z', updatedAt: '2026-05-02T09:00:00.000Z' },
  ...more,
})

/** Everybody is called by their id. */
export const namedById = ({ type, id }: PersonRef) => ({ type, id, name: id })

/** What a test varies of an expense: one payer for everything, and people who share equally. */
export interface Variation extends Partial<Omit<Expense, 'sharedBy'>> {
  payer?: Party
  sharedBy?: PersonRef[]
}

/**
 * Where amount or people change, divides the amount again: equally, and with the same payer unless another one is named.
 */
export function varied(was: Expense, { payer, sharedBy, ...changes }: Variation): Expense {
  const isDividedAgain = payer ?? sharedBy ?? changes.payers ?? changes.amount ?? changes.id
  if (isDividedAgain === undefined) return { ...was, ...changes }
  const { kind, payers, split: _, ...expense } = { ...was, ...changes }
  const sharers = (sharedBy ?? was.sharedBy).map(({ type, id }) => ({ type, id }))
  const [first] = payers === 'pool' ? [] : payers
  const paid: Party = payer ?? (first ? { type: first.type, id: first.id } : { type: 'pool' })
  const equal = sharedEqually({ ...expense, payer: paid, sharedBy: sharers })
  return { ...equal, kind, ...(changes.payers && { payers }) }
}

/** With the shares in proportion to these weights, and as many payers as amounts. */
export function unequal(
  was: Expense,
  shares: readonly number[],
  payers: Payers = was.payers,
  kind: Expense['kind'] = 'expense',
): Expense {
  const ids = was.sharedBy.map(({ id }) => id)
  const split = { mode: 'shares' as const, of: ids.map((id, at) => ({ id, shares: shares[at]! })) }
  const parts = weightedParts(was.id, was.amount, ids, shares)
  const sharedBy = was.sharedBy.map((sharer, at) => ({ ...sharer, share: parts[at]! }))
  return { ...was, kind, split, sharedBy, payers }
}

export function contribution(id: string, contributor: PersonRef, amount: number): Contribution {
  return { id, amount, currency: 'HKD', description: 'Pool contribution', contributor }
}

export function payment(id: string, from: Party, to: Party, amount: number): Payment {
  return { id, from, to, amount, currency: 'HKD', note: null }
}

export function added(record: Expense): MoneyEvent {
  return { type: 'ExpenseAdded', data: { expense: record } }
}

export function edited(was: Expense, changes: Variation): MoneyEvent {
  return { type: 'ExpenseEdited', data: { was, expense: varied(was, changes) } }
}

export function contributed(record: Contribution): MoneyEvent {
  return { type: 'ContributionMade', data: { contribution: record } }
}

export function paid(record: Payment): MoneyEvent {
  return { type: 'PaymentMade', data: { payment: record } }
}

export function inCurrency(currency: CurrencyCode, events: readonly MoneyEvent[]): MoneyEvent[] {
  const text = JSON.stringify(events).replaceAll('"currency":"HKD"', `"currency":"${currency}"`)
  return JSON.parse(text) as MoneyEvent[]
}

export function ledgerOf(events: readonly MoneyEvent[]): Ledger {
  return events.reduce(applyEvent, emptyLedger)
}
