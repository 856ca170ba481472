// Builds the responses of a trip's GET endpoints from its documents, for the server, the history and the devices. Who may
// read them is checked before.

import type { ItineraryResponse } from '#core/itinerary/contract.ts'
import { compareItems, itemResponses } from '#core/itinerary/toResponse.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { PoolMode } from '#core/money/plan.ts'
import type { ExpenseRecord } from '#core/money/records.ts'
import type {
  BalanceResponse,
  ExpenseResponse,
  ExpenseSummary,
  PaymentResponse,
  Pool,
  SettlementResponse,
} from '#core/money/responses.ts'
import { rosterOf } from '#core/money/roster.ts'
import { settle } from '#core/money/settlement.ts'
import {
  byNewestExpense,
  expenseResponses,
  toExpenseSummary,
  toPaymentResponse,
  toPoolResponse,
} from '#core/money/toResponse.ts'
import { toBalanceResponses, toSettlementResponse } from '#core/money/toSettlementResponse.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { toTripResponse } from '#core/trips/toResponse.ts'
import type { Trip } from '#core/trips/trip.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import type { TripDocuments } from '#projections/replica/tripDocuments.ts'

/** Some documents of a trip that exists. */
export type ExistingTrip<Name extends keyof TripDocuments = keyof TripDocuments> = Pick<
  TripDocuments,
  Name
> & {
  trip: Trip
}

/** The currency of the trip's money events; before the first one, that of the trip's details. */
const currencyOf = ({ trip, balances }: ExistingTrip<'balances'>): CurrencyCode =>
  balances.currency ?? trip.details.currency

/** @param userId the reader, as in all functions below */
export const tripResponse = ({ trip, balances }: ExistingTrip<'balances'>, userId: string): TripResponse =>
  toTripResponse(trip, userId, balances.currency)

export const itineraryResponse = ({ trip, activities }: ExistingTrip<'activities'>): ItineraryResponse => ({
  id: trip.id,
  items: flattenChunks(activities).map(itemResponses(trip)).sort(compareItems),
})

/** Newest first. */
export const expenseRecords = ({ expenses }: Pick<TripDocuments, 'expenses'>): ExpenseRecord[] =>
  flattenChunks(expenses).sort(byNewestExpense)

/** Newest first. */
export const expensesResponse = (documents: ExistingTrip<'expenses'>): ExpenseResponse[] =>
  expenseRecords(documents).map(expenseResponses(documents.trip))

export const summaryResponse = (
  documents: ExistingTrip<'balances' | 'expenses'>,
  userId: string,
): ExpenseSummary => toExpenseSummary(flattenChunks(documents.expenses), currencyOf(documents), userId)

export const balancesResponse = (documents: ExistingTrip<'balances'>): BalanceResponse[] =>
  toBalanceResponses(documents.trip, documents.balances.ledger, currencyOf(documents))

export const poolResponse = (
  documents: ExistingTrip<'balances' | 'contributions' | 'expenses'>,
  userId: string,
): Pool =>
  toPoolResponse(
    {
      balance: documents.balances.ledger.poolBalance,
      currency: currencyOf(documents),
      contributions: flattenChunks(documents.contributions),
      expenses: flattenChunks(documents.expenses),
    },
    documents.trip,
    userId,
  )

/** @throws SettlementDoesNotAddUp rather than return a sum that is off by a cent */
export function settlementResponse(documents: ExistingTrip<'balances'>, mode: PoolMode): SettlementResponse {
  const { trip, balances } = documents
  const currency = currencyOf(documents)
  const settled = settle({ ledger: balances.ledger, people: rosterOf(trip), mode, currency })
  return toSettlementResponse(trip, settled, currency)
}

/** Newest first. */
export const paymentsResponse = ({ trip, payments }: ExistingTrip<'payments'>): PaymentResponse[] =>
  flattenChunks(payments)
    .map((record) => toPaymentResponse(record, trip))
    .reverse()
