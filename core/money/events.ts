// The events of a trip's money, in the stream `money-{tripId}`: everything that moves money is consistent within it.
// Amounts are integers in minor units of the trip's currency. An edit and a removal carry the previous state, so that a
// projection can undo it without storing it.

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

/** A person or the pool. "From the pool, by Ann" cannot be represented. */
export type Party = PersonRef | PoolRef

/** The fields of an expense that are the same texts in requests, events and responses. */
export interface PlainExpenseFields {
  description: string
  category: string
  /** Calendar date YYYY-MM-DD. */
  expenseDate: string
  receiptUrl: string | null
  notes: string | null
}

/** Only these fields; an optional one that is absent is null. */
export const plainExpenseFields = ({
  description,
  category,
  expenseDate,
  receiptUrl = null,
  notes = null,
}: Partial<PlainExpenseFields> &
  Pick<PlainExpenseFields, 'description' | 'category' | 'expenseDate'>): PlainExpenseFields => ({
  description,
  category,
  expenseDate,
  receiptUrl,
  notes,
})

export interface Expense extends PlainExpenseFields {
  id: string
  /** Minor units of `currency`. */
  amount: number
  /** The trip's currency. */
  currency: CurrencyCode
  payer: Party
  /** At least one, nobody twice. */
  sharedBy: PersonRef[]
  /** For an expense in another currency: minor units of that currency, and trip units per unit. */
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

/** A payment between people, or between a person and the pool. */
export interface Payment {
  id: string
  from: Party
  to: Party
  amount: number
  currency: CurrencyCode
  note: string | null
}

/** A restored record also carries who recorded it, and when. */
interface Restored {
  recordedBy: string
  createdAt: string
}

export type ExpenseEvent =
  | DomainEvent<'ExpenseAdded', { expense: Expense }>
  | DomainEvent<'ExpenseEdited', { expense: Expense; was: Expense }>
  | DomainEvent<'ExpenseRemoved', { expense: Expense }>
  | DomainEvent<'ExpenseRestored', Restored & { expense: Expense }>

export type ContributionEvent =
  | DomainEvent<'ContributionMade', { contribution: Contribution }>
  | DomainEvent<'ContributionRemoved', { contribution: Contribution }>
  | DomainEvent<'ContributionRestored', Restored & { contribution: Contribution }>

export type PaymentEvent =
  | DomainEvent<'PaymentMade', { payment: Payment }>
  | DomainEvent<'PaymentUndone', { payment: Payment }>
  | DomainEvent<'PaymentRestored', Restored & { payment: Payment }>

export type MoneyEvent = ExpenseEvent | ContributionEvent | PaymentEvent

type ExpenseV1 = Omit<Expense, 'notes'>

/** Version 2 has notes. */
const withNotes = ({ was, ...data }: { expense: ExpenseV1; was?: ExpenseV1 }) => ({
  ...data,
  expense: { ...data.expense, notes: null },
  ...(was && { was: { ...was, notes: null } }),
})

export const moneyUpcasts = {
  ExpenseAdded: [withNotes],
  ExpenseEdited: [withNotes],
  ExpenseRemoved: [withNotes],
  ExpenseRestored: [withNotes],
  ContributionMade: [],
  ContributionRemoved: [],
  ContributionRestored: [],
  PaymentMade: [],
  PaymentUndone: [],
  PaymentRestored: [],
} satisfies Record<MoneyEvent['type'], Upcasts[string]>
