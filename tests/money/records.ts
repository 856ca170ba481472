// Short constructors for the records of a trip's money, in minor units.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Contribution, Expense, MoneyEvent, Party, Payment, PersonRef } from '#core/money/events.ts'
import { applyEvent, emptyLedger, type Ledger, POOL } from '#core/money/ledger.ts'

export function user(id: string): PersonRef {
  return { type: 'user', id }
}

/** The pool, or the user with this id. */
export function party(id: string): Party {
  return id === POOL ? { type: 'pool' } : user(id)
}

export function expense(id: string, payer: Party, amount: number, sharedBy: PersonRef[]): Expense {
  return {
    id,
    description: `Expense ${id}`,
    amount,
    currency: 'HKD',
    category: 'food',
    payer,
    sharedBy,
    expenseDate: '2026-05-02',
    receiptUrl: null,
    notes: null,
    original: null,
  }
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

export function edited(was: Expense, changes: Partial<Expense>): MoneyEvent {
  return { type: 'ExpenseEdited', data: { was, expense: { ...was, ...changes } } }
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
