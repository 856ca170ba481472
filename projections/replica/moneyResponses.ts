// Builds the responses of a trip's expenses, pool and payments from its documents.

import { compareText } from '#core/kernel/compareText.ts'
import type { ExpenseRecord, PaymentRecord } from '#core/money/events.ts'
import type { ExpenseSummary, PaymentResponse, Pool } from '#core/money/responses.ts'
import {
  compareExpensesNewestFirst,
  toExpenseSummary,
  toPaymentResponse,
  toPoolParts,
} from '#core/money/toResponse.ts'
import { currencyOf } from '#core/money/currency.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import type { TripDocuments } from '#projections/replica/tripDocuments.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

/** Documents are never changed in place, so each is sorted once, not for each page. */
const sorted = new WeakMap<TripDocuments['expenses'], readonly ExpenseRecord[]>()

/** Newest first. */
export function expenseRecords({ expenses }: Pick<TripDocuments, 'expenses'>): readonly ExpenseRecord[] {
  const known = sorted.get(expenses) ?? flattenChunks(expenses).sort(compareExpensesNewestFirst)
  sorted.set(expenses, known)
  return known
}

/** Newest first. A payment that was restored is the last of the document, with the time at which it was recorded. */
export const paymentRecords = ({ payments }: Pick<TripDocuments, 'payments'>): PaymentRecord[] =>
  flattenChunks(payments)
    .reverse()
    .sort((a, b) => compareText(b.createdAt, a.createdAt))

export const summaryResponse = (
  { trip, balances }: ExistingTrip<'balances'>,
  userId: string,
): ExpenseSummary => toExpenseSummary(balances.ledger, currencyOf(trip, balances), userId)

type PoolDocuments = ExistingTrip<'balances' | 'contributions' | 'expenses'>

export function poolResponse(documents: PoolDocuments, userId: string): Pool {
  const { balance, transactions, stats } = poolParts(documents, userId)
  return { balance, transactions: transactions.map((build) => build()), stats }
}

/** As `poolResponse`, each transaction built when it is sent: a pool can have 40,000. */
export const poolParts = (documents: PoolDocuments, userId: string) =>
  toPoolParts(
    {
      balance: documents.balances.ledger.poolBalance,
      currency: currencyOf(documents.trip, documents.balances),
      contributions: flattenChunks(documents.contributions),
      expenses: flattenChunks(documents.expenses),
    },
    documents.trip,
    userId,
  )

/** Newest first. */
export const paymentsResponse = ({ trip, payments }: ExistingTrip<'payments'>): PaymentResponse[] =>
  paymentRecords({ payments }).map((record) => toPaymentResponse(record, trip))
