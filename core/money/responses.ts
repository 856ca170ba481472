// Response bodies of a trip's money, from which the OpenAPI description is generated. Amounts are major units of the
// trip's currency.

import type { AttachedFile } from '#core/kernel/files.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Expense, PersonRef, PlainExpenseFields } from '#core/money/events.ts'
import type { NumberSplit } from '#core/money/split/split.ts'
import type { TripRole } from '#core/trips/events.ts'

/** The use of the pool's money: paid out as people are owed, paid out equally, or kept. */
export const POOL_MODES = ['distributed', 'equal', 'reserved'] as const
export type PoolMode = (typeof POOL_MODES)[number]

export interface PartyRef {
  id: string
  type: 'user' | 'guest' | 'pool'
}

export interface NamedRef extends PersonRef {
  name: string
}
export interface NamedParty extends PartyRef {
  name: string
}

/** Shares are hundredths, points are basis points, amounts are major units; an equal split is among `sharedBy`. */
export type SplitResponse =
  | { mode: 'equal' }
  | NumberSplit
  | {
      mode: 'items'
      items: { text: string; amount: number; of: { id: string }[] }[]
      rest: 'proportional' | 'equal'
      discount: boolean
    }

/** Amounts here and below are major units of the trip's currency. */
export interface ExpenseResponse extends PlainExpenseFields {
  id: string
  tripId: string
  /** A refund counts negative in sums, but its amounts here are positive. */
  kind: Expense['kind']
  amount: number
  currency: CurrencyCode
  /** Of several payers the first; null where the pool paid. */
  paidBy: NamedRef | null
  paidFromPool: boolean
  /** `originalAmount` in `originalCurrency`, null for an expense in the trip's currency. */
  payers: 'pool' | (NamedRef & { amount: number; originalAmount: number | null })[]
  sharedBy: (NamedRef & { share: number })[]
  /** As a body sends it; amounts are in the entered currency. */
  split: SplitResponse
  originalAmount: number | null
  originalCurrency: CurrencyCode | null
  exchangeRate: number | null
  /** Beside the link of `receiptUrl`. */
  receipts: readonly AttachedFile[]
  createdBy: { id: string; username: string }
  createdAt: string
  updatedAt: string
  revision: number
}

/** A person whom an expense names, with what everybody on the trip sees of them. */
export interface ExpenseParticipant extends NamedRef {
  /** null after leaving. */
  role: TripRole | null
  /** Of guests only. Absent in the history, and while the server cannot read it. */
  email?: string | null
  /** As `email`. */
  phone?: string | null
}

/** As the API sends it. A device builds its expenses from records, and has the trip's people beside them. */
export interface ExpenseWithParticipants extends Omit<ExpenseResponse, 'paidBy' | 'payers' | 'sharedBy'> {
  /** Of several payers the first; null where the pool paid. */
  paidBy: ExpenseParticipant | null
  /** `originalAmount` in `originalCurrency`, null for an expense in the trip's currency. */
  payers: 'pool' | (ExpenseParticipant & { amount: number; originalAmount: number | null })[]
  sharedBy: (ExpenseParticipant & { share: number })[]
}

export interface ExpenseSummary {
  totalAmount: number
  expenseCount: number
  averageAmount: number
  fromPool: number
  youPaid: number
  topCategories: { category: string; amount: number; count: number }[]
}

export interface PoolTransaction {
  id: string
  type: 'contribution' | 'expense'
  amount: number
  description: string
  userId: string | null
  user: { username: string } | null
  participant: NamedRef | null
  /** Who has the money of a contribution in hand, where somebody said so. */
  keptBy: NamedRef | null
  recordedBy: { id: string; username: string }
  createdAt: string
  date: string
  canRemove: boolean
}

export interface Pool {
  balance: number
  transactions: PoolTransaction[]
  stats: { contributorCount: number; lastActivity: string | null }
}

export interface BalanceResponse {
  id: string
  type: 'user' | 'guest'
  name: string
  left: boolean
  personalPayments: number
  poolContributions: number
  fairShare: number
  netBalance: number
  poolSettlement: number
}

export interface SettlementParticipant extends BalanceResponse {
  status: 'owed' | 'owes' | 'settled'
  poolRefund: number
  shortfall: number
  heldInPool: number
}

export interface SuggestedPayment {
  from: NamedParty
  to: NamedParty
  amount: number
  description: string
}

export interface SettlementResponse {
  participants: SettlementParticipant[]
  payments: SuggestedPayment[]
  totalExpenses: number
  poolBalance: number
  poolBalanceHandling: PoolMode
  isSettled: boolean
  isFewest: boolean
  summary: { totalOwed: number; totalOwes: number; transactionCount: number }
}

export interface PaymentResponse {
  id: string
  from: NamedParty
  to: NamedParty
  amount: number
  /** Of a payment in another currency: what was paid in it, and trip units for one of it. */
  originalAmount: number | null
  originalCurrency: CurrencyCode | null
  exchangeRate: number | null
  note: string | null
  recordedBy: { id: string; username: string }
  createdAt: string
  /** The calendar date where it was recorded; null for one that was recorded without it. */
  date: string | null
}
