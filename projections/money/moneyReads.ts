// What the reading calls of a trip's money answer, from the views: the server and the demo tell the same because both
// ask here. Who may ask, and what their query says, is theirs to know.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type {
  Balance,
  ExpenseAnswer,
  ExpenseSummary,
  PaymentAnswer,
  Pool,
  Settlement,
} from '#core/money/answers.ts'
import type { Ledger } from '#core/money/ledger.ts'
import { emptyLedger } from '#core/money/ledger.ts'
import {
  byNewestExpense,
  expensePresenter,
  presentPayment,
  presentPool,
  summarise,
} from '#core/money/present.ts'
import { presentBalances, presentSettlement } from '#core/money/presentSettlement.ts'
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

/** Where the documents are. */
export type Docs = Pick<ReadStore, 'get'>

export interface Figures {
  /** Of its money; of its details while there is none. */
  currency: CurrencyCode
  ledger: Ledger
}

async function figuresOn(docs: Docs, trip: Trip): Promise<Figures> {
  const kept = await docs.get(balances, trip.id)
  return { currency: kept?.currency ?? trip.details.currency, ledger: kept?.ledger ?? emptyLedger }
}

/** Newest first. */
export async function expensesOn(docs: Docs, trip: Trip): Promise<ExpenseAnswer[]> {
  return (await expenseRecordsOn(docs, trip)).map(expensePresenter(trip))
}

/** The same, not presented yet: whoever wants some of them presents no others. */
export async function expenseRecordsOn(docs: Docs, trip: Trip): Promise<ExpenseRecord[]> {
  return itemsOf(await docs.get(expenses, trip.id)).sort(byNewestExpense)
}

export async function summaryOn(docs: Docs, trip: Trip, userId: string): Promise<ExpenseSummary> {
  const { currency } = await figuresOn(docs, trip)
  return summarise(itemsOf(await docs.get(expenses, trip.id)), currency, userId)
}

export async function balancesOn(docs: Docs, trip: Trip): Promise<Balance[]> {
  const { ledger, currency } = await figuresOn(docs, trip)
  return presentBalances(trip, ledger, currency)
}

export async function poolOn(docs: Docs, trip: Trip, userId: string): Promise<Pool> {
  const { ledger, currency } = await figuresOn(docs, trip)
  const facts = {
    balance: ledger.poolBalance,
    currency,
    contributions: itemsOf(await docs.get(contributions, trip.id)),
    expenses: itemsOf(await docs.get(expenses, trip.id)),
  }
  return presentPool(facts, trip, userId)
}

export async function settlementOn(docs: Docs, trip: Trip, mode: PoolMode): Promise<Settlement> {
  // A trip that the views do not know yet has no money either.
  const made = (await docs.get(settlements, trip.id)) ?? settlementsOf(trip, null)
  return presentSettlement(trip, made[mode], made.currency)
}

/** Newest first. */
export async function paymentsOn(docs: Docs, trip: Trip): Promise<PaymentAnswer[]> {
  const made = itemsOf(await docs.get(payments, trip.id))
  return made.map((record) => presentPayment(record, trip)).reverse()
}
