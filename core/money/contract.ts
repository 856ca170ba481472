// The endpoints of money, with numbers in the trip's currency (major units), and their refusals.

import { endpoint } from '#core/kernel/endpoint.ts'
import type { RefusalTable } from '#core/kernel/refusalResponse.ts'
import type {
  SettlementResponse,
  ExpenseWithParticipants,
  PaymentResponse,
  PoolMode,
  PoolTransaction,
  ExpenseSummary,
  BalanceResponse,
  Pool,
} from '#core/money/responses.ts'
import type { ContributionBody, ExpenseBody, PaymentBody } from '#core/money/bodies.ts'
import type { ImportBody } from '#core/money/importBodies.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import type { Category } from '#core/money/categories.ts'

/** `nextCursor` only for a request with `limit` or `cursor`: null on the last page. */
export const listExpenses = endpoint<{ expenses: ExpenseWithParticipants[]; nextCursor?: string | null }>(
  'GET',
  '/trips/:tripId/expenses',
)
export const addExpense = endpoint<{ expense: ExpenseWithParticipants }, ExpenseBody>(
  'POST',
  '/trips/:tripId/expenses',
  201,
  'money-:tripId',
)
export const addExpenseEnhanced = endpoint<{ expense: ExpenseWithParticipants }, ExpenseBody>(
  'POST',
  '/trips/:tripId/expenses-enhanced',
  201,
  'money-:tripId',
)
/**
 * An expense whose sharers have types goes to the enhanced endpoint, one with plain ids to the other (docs/spec.md §7).
 */
export const expenseEndpointFor = ({ sharedBy = [] }: ExpenseBody): typeof addExpense =>
  sharedBy.every((sharer) => typeof sharer === 'object' && sharer.type) ? addExpenseEnhanced : addExpense
export const editExpense = endpoint<{ expense: ExpenseWithParticipants }, Partial<ExpenseBody>>(
  'PUT',
  '/expenses/:expenseId',
)
export const removeExpense = endpoint<undefined>('DELETE', '/expenses/:expenseId', 204)
/** Undoes its removal. */
export const restoreExpense = endpoint<{ expense: ExpenseWithParticipants }>(
  'POST',
  '/expenses/:expenseId/restore',
  201,
)
export const listCategories = endpoint<{ categories: readonly Category[] }>('GET', '/expense-categories')
export const getExpenseSummary = endpoint<{ summary: ExpenseSummary }>(
  'GET',
  '/trips/:tripId/expense-summary',
)
export const getBalances = endpoint<{ balances: BalanceResponse[] }>('GET', '/trips/:tripId/balances')
export const getPool = endpoint<Pool>('GET', '/trips/:tripId/pool')
export const contributeToPool = endpoint<{ transaction: PoolTransaction }, ContributionBody>(
  'POST',
  '/trips/:tripId/pool/contribute',
  201,
  'money-:tripId',
)
export const removeContribution = endpoint<undefined>(
  'DELETE',
  '/trips/:tripId/pool/transactions/:transactionId',
  204,
)
export const getSettlement = endpoint<{ settlement: SettlementResponse }>('GET', '/trips/:tripId/settlement')
export const listPayments = endpoint<{ payments: PaymentResponse[] }>('GET', '/trips/:tripId/payments')
export const makePayment = endpoint<{ payment: PaymentResponse }, PaymentBody>(
  'POST',
  '/trips/:tripId/payments',
  201,
  'money-:tripId',
)
export const undoPayment = endpoint<undefined>('DELETE', '/trips/:tripId/payments/:paymentId', 204)

/**
 * `added` and `skipped` are numbers of records; skipped ones are on the trip already, those of `differing` (places in
 * `records`) with another content.
 */
export const importRecords = endpoint<
  { import: { id: string; added: number; skipped: number; differing: number[] } },
  ImportBody
>('POST', '/trips/:tripId/imports', 201, undefined, moneyLimits.import.bodyBytes)
export const undoImport = endpoint<undefined>('DELETE', '/trips/:tripId/imports/:importId', 204)

type NotOnTheTrip = 'SharerIsNotOnTheTrip' | 'PayerIsNotOnTheTrip'

export interface ExpenseQuery {
  category?: string | undefined
  /** A participant's id. */
  paidBy?: string | undefined
  /** Major units, inclusive. */
  minAmount?: number | undefined
  maxAmount?: number | undefined
  /** Calendar dates, inclusive. */
  dateFrom?: string | undefined
  dateTo?: string | undefined
  sortBy?: 'date' | 'amount' | 'category' | 'description' | undefined
  /** Default desc. */
  sortOrder?: 'asc' | 'desc' | undefined
  /**
   * Without limit and cursor: the whole list. Default 20 with a cursor. Long expenses make a page shorter.
   * @minimum 1 @maximum 100
   */
  limit?: number | undefined
  /** The `nextCursor` of the page before, of a request with the same sortBy and sortOrder. */
  cursor?: string | undefined
}

/** Queries and refusals of endpoints, for the OpenAPI description; refusals that most endpoints share are left out. */
export interface MoneyNotes {
  listExpenses: { query: ExpenseQuery }
  addExpense: { refusals: NotOnTheTrip | 'LimitReached' | 'FileIsGone' | 'NoRoomForFiles' }
  addExpenseEnhanced: { refusals: NotOnTheTrip | 'LimitReached' | 'FileIsGone' | 'NoRoomForFiles' }
  editExpense: { refusals: NotOnTheTrip | 'FileIsGone' | 'NoRoomForFiles' }
  restoreExpense: { refusals: 'IsThereAlready' | 'SomebodyHasLeft' | 'OtherCurrencySince' | 'LimitReached' }
  contributeToPool: { refusals: 'ContributorIsNotOnTheTrip' | 'KeeperIsNotOnTheTrip' | 'LimitReached' }
  removeContribution: { refusals: 'ExpenseStaysInThePool' }
  getSettlement: { query: { poolBalanceHandling?: PoolMode } }
  importRecords: {
    refusals:
      | NotOnTheTrip
      | 'PartyIsNotOnTheTrip'
      | 'ContributorIsNotOnTheTrip'
      | 'KeeperIsNotOnTheTrip'
      | 'ImportOfSomebodyElse'
      | 'FileIsGone'
      | 'NoRoomForFiles'
      | 'LimitReached'
  }
  undoImport: { refusals: 'ImportChangedSince' }
  makePayment: { refusals: 'PartyIsNotOnTheTrip' | 'PaymentLooksRepeated' | 'LimitReached' }
}

const notOnTheTrip = { status: 400, code: 'VALIDATION_ERROR' } as const

export const moneyRefusals = {
  SharerIsNotOnTheTrip: {
    ...notOnTheTrip,
    text: 'Someone who shares this expense is not on the trip',
    field: 'sharedBy',
  },
  PayerIsNotOnTheTrip: { ...notOnTheTrip, text: 'Whoever paid is not on the trip', field: 'paidBy' },
  ContributorIsNotOnTheTrip: {
    ...notOnTheTrip,
    text: 'Whoever deposits is not on the trip',
    field: 'participant',
  },
  KeeperIsNotOnTheTrip: {
    ...notOnTheTrip,
    text: 'Whoever keeps the money is not on the trip',
    field: 'keptBy',
  },
  PartyIsNotOnTheTrip: { ...notOnTheTrip, text: 'A payment is between people of the trip, or with the pool' },
  PaymentLooksRepeated: {
    status: 409,
    text: 'This payment was recorded already. Record a second one?',
  },
  OtherCurrencySince: { status: 409, text: 'It was recorded in another currency than the trip has now' },
  ImportOfSomebodyElse: { status: 409, text: 'Somebody else has begun the import with this id' },
  ImportChangedSince: { status: 409, text: 'A part of the import was changed since' },
  ExpenseStaysInThePool: {
    status: 409,
    text: 'An expense leaves the pool only when the expense itself is removed',
  },
} as const satisfies RefusalTable
