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
import type { Ledger } from '#core/money/ledger.ts'
import { emptyLedger } from '#core/money/ledger.ts'
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
import { itemsOf } from '#projections/platform/chunks.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'

export type MoneyDocuments = Pick<ReadStore, 'get'>

export interface MoneyFigures {
  /** Of its money, or of its details while there is none. */
  currency: CurrencyCode
  ledger: Ledger
}

async function figuresOn(docs: MoneyDocuments, trip: Trip): Promise<MoneyFigures> {
  const doc = await docs.get(balances, trip.id)
  return { currency: doc?.currency ?? trip.details.currency, ledger: doc?.ledger ?? emptyLedger }
}

/** Newest first. */
export async function expensesOn(docs: MoneyDocuments, trip: Trip): Promise<ExpenseResponse[]> {
  return (await expenseRecordsOn(docs, trip)).map(expenseResponses(trip))
}

/** The records, for callers that build only some of the responses. */
export async function expenseRecordsOn(docs: MoneyDocuments, trip: Trip): Promise<ExpenseRecord[]> {
  return itemsOf(await docs.get(expenses, trip.id)).sort(byNewestExpense)
}

export async function summaryOn(docs: MoneyDocuments, trip: Trip, userId: string): Promise<ExpenseSummary> {
  const { currency } = await figuresOn(docs, trip)
  return toExpenseSummary(itemsOf(await docs.get(expenses, trip.id)), currency, userId)
}

export async function balancesOn(docs: MoneyDocuments, trip: Trip): Promise<BalanceResponse[]> {
  const { ledger, currency } = await figuresOn(docs, trip)
  return toBalanceResponses(trip, ledger, currency)
}

export async function poolOn(docs: MoneyDocuments, trip: Trip, userId: string): Promise<Pool> {
  const { ledger, currency } = await figuresOn(docs, trip)
  const events = {
    balance: ledger.poolBalance,
    currency,
    contributions: itemsOf(await docs.get(contributions, trip.id)),
    expenses: itemsOf(await docs.get(expenses, trip.id)),
  }
  return toPoolResponse(events, trip, userId)
}

export async function settlementOn(
  docs: MoneyDocuments,
  trip: Trip,
  mode: PoolMode,
): Promise<SettlementResponse> {
  // A trip that is not in the read models yet has no money.
  const found = (await docs.get(settlements, trip.id)) ?? settlementsOf(trip, null)
  return toSettlementResponse(trip, found[mode], found.currency)
}

/** Newest first. */
export async function paymentsOn(docs: MoneyDocuments, trip: Trip): Promise<PaymentResponse[]> {
  const found = itemsOf(await docs.get(payments, trip.id))
  return found.map((record) => toPaymentResponse(record, trip)).reverse()
}
