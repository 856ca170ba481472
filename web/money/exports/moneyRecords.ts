// The records of a trip's money that its files contain, by date.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { currencyOf } from '#core/money/currency.ts'
import type { ContributionRecord, ExpenseRecord, PaymentRecord } from '#core/money/records.ts'
import { type RosterEntry, rosterOf } from '#core/money/roster.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

export interface ExportedMoney {
  currency: CurrencyCode
  /** Everybody who is or was on the trip; former people only where a record names them. */
  people: RosterEntry[]
  expenses: ExpenseRecord[]
  contributions: ContributionRecord[]
  payments: PaymentRecord[]
}

/** Amounts in minor units. */
export function moneyRecordsOf(documents: ExistingTrip): ExportedMoney {
  const { trip, balances } = documents
  const named = balances.ledger.people
  return {
    currency: currencyOf(trip, balances),
    people: rosterOf(trip).filter(({ id, isPresent }) => isPresent || Object.hasOwn(named, id)),
    expenses: flattenChunks(documents.expenses).sort((a, b) => (a.expenseDate < b.expenseDate ? -1 : 1)),
    contributions: flattenChunks(documents.contributions),
    payments: flattenChunks(documents.payments),
  }
}
