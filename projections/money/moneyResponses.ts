// Builds the responses of money's GET endpoints from the read models, for the server and the demo. Permissions and
// queries are checked before.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type {
  BalanceResponse,
  ExpenseResponse,
  ExpenseSummary,
  PaymentResponse,
  Pool,
  SettlementResponse,
} from '#core/money/responses.ts'
import { emptyLedger, type Ledger } from '#core/money/ledger.ts'
import {
  byNewestExpense,
  expenseResponses,
  toPaymentResponse,
  toPoolResponse,
  toExpenseSummary,
} from '#core/money/toResponse.ts'
import { toBalanceResponses, toSettlementResponse } from '#core/money/toSettlementResponse.ts'
import type { PoolMode } from '#core/money/plan.ts'
import type { ExpenseRecord } from '#core/money/records.ts'
import type { Trip } from '#core/trips/trip.ts'
import { balances } from '#projections/money/balances.ts'
import { contributions } from '#projections/money/contributions.ts'
import { expenses } from '#projections/money/expenses.ts'
import { payments } from '#projections/money/payments.ts'
import { settlements, settlementsOf } from '#projections/money/settlements.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'

export type DocumentReader = Pick<ReadStore, 'get'>

export interface MoneyFigures {
  /** The currency of the trip's money events; before the first one, that of the trip's details. */
  currency: CurrencyCode
  ledger: Ledger
}

async function readFigures(reader: DocumentReader, trip: Trip): Promise<MoneyFigures> {
  const doc = await reader.get(balances, trip.id)
  return { currency: doc?.currency ?? trip.details.currency, ledger: doc?.ledger ?? emptyLedger }
}

/** Newest first. */
export async function readExpenses(reader: DocumentReader, trip: Trip): Promise<ExpenseResponse[]> {
  return (await readExpenseRecords(reader, trip)).map(expenseResponses(trip))
}

/** Newest first; for callers that build responses of only some of the records. */
export async function readExpenseRecords(reader: DocumentReader, trip: Trip): Promise<ExpenseRecord[]> {
  return flattenChunks(await reader.get(expenses, trip.id)).sort(byNewestExpense)
}

export async function readSummary(
  reader: DocumentReader,
  trip: Trip,
  userId: string,
): Promise<ExpenseSummary> {
  const { currency } = await readFigures(reader, trip)
  return toExpenseSummary(flattenChunks(await reader.get(expenses, trip.id)), currency, userId)
}

export async function readBalances(reader: DocumentReader, trip: Trip): Promise<BalanceResponse[]> {
  const { ledger, currency } = await readFigures(reader, trip)
  return toBalanceResponses(trip, ledger, currency)
}

export async function readPool(reader: DocumentReader, trip: Trip, userId: string): Promise<Pool> {
  const { ledger, currency } = await readFigures(reader, trip)
  const pool = {
    balance: ledger.poolBalance,
    currency,
    contributions: flattenChunks(await reader.get(contributions, trip.id)),
    expenses: flattenChunks(await reader.get(expenses, trip.id)),
  }
  return toPoolResponse(pool, trip, userId)
}

export async function readSettlement(
  reader: DocumentReader,
  trip: Trip,
  mode: PoolMode,
): Promise<SettlementResponse> {
  // A trip that is not in the read models yet has no money.
  const tripSettlements = (await reader.get(settlements, trip.id)) ?? settlementsOf(trip, null)
  return toSettlementResponse(trip, tripSettlements[mode], tripSettlements.currency)
}

/** Newest first. */
export async function readPayments(reader: DocumentReader, trip: Trip): Promise<PaymentResponse[]> {
  const records = flattenChunks(await reader.get(payments, trip.id))
  return records.map((record) => toPaymentResponse(record, trip)).reverse()
}
