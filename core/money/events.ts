// The events of a trip's money, all in the stream `money-{tripId}`: one border of consistency for everything
// that moves money. Amounts are integers in minor units of the trip's currency. An edit and a removal carry what
// was there before, so a view can take it away again without keeping it.

import type { DomainEvent } from '#core/kernel/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Upcasts } from '#core/store/codec.ts'

export interface PersonRef {
  type: 'user' | 'guest'
  id: string
}

export interface PoolRef {
  type: 'pool'
}

/** Whoever can hold money: a person, or the pool. "From the pool, by Ann" cannot be written down. */
export type Party = PersonRef | PoolRef

export interface Expense {
  id: string
  description: string
  /** Minor units of `currency`. */
  amount: number
  /** The trip's currency. */
  currency: CurrencyCode
  category: string
  payer: Party
  /** At least one, no one twice. */
  sharedBy: PersonRef[]
  /** Calendar date YYYY-MM-DD. */
  expenseDate: string
  receiptUrl: string | null
  /** Set when it was entered in another currency: minor units of that currency, and trip units per unit. */
  original: { amount: number; currency: CurrencyCode; exchangeRate: number } | null
}

/** A deposit into the pool. */
export interface Contribution {
  id: string
  amount: number
  currency: CurrencyCode
  description: string
  contributor: PersonRef
}

/** A payment that happened between people, or between a person and the pool. */
export interface Payment {
  id: string
  from: Party
  to: Party
  amount: number
  currency: CurrencyCode
  note: string | null
}

/** What comes back as it was: also who recorded it, and when. */
interface Restored {
  recordedBy: string
  createdAt: string
}

export type MoneyEvent =
  | DomainEvent<'ExpenseAdded', { expense: Expense }>
  | DomainEvent<'ExpenseEdited', { expense: Expense; was: Expense }>
  | DomainEvent<'ExpenseRemoved', { expense: Expense }>
  | DomainEvent<'ExpenseRestored', Restored & { expense: Expense }>
  | DomainEvent<'ContributionMade', { contribution: Contribution }>
  | DomainEvent<'ContributionRemoved', { contribution: Contribution }>
  | DomainEvent<'ContributionRestored', Restored & { contribution: Contribution }>
  | DomainEvent<'PaymentMade', { payment: Payment }>
  | DomainEvent<'PaymentUndone', { payment: Payment }>
  | DomainEvent<'PaymentRestored', Restored & { payment: Payment }>

export const moneyUpcasts = {
  ExpenseAdded: [],
  ExpenseEdited: [],
  ExpenseRemoved: [],
  ExpenseRestored: [],
  ContributionMade: [],
  ContributionRemoved: [],
  ContributionRestored: [],
  PaymentMade: [],
  PaymentUndone: [],
  PaymentRestored: [],
} satisfies Record<MoneyEvent['type'], Upcasts[string]>
