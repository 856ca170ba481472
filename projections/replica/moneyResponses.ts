// Builds the responses of a trip's money from its documents.

import { toMajor } from '#core/kernel/money.ts'
import type {
  BalanceResponse,
  ExpenseSummary,
  Pool,
  PoolMode,
  SettlementResponse,
} from '#core/money/responses.ts'
import { toBalanceResponses, toSettlementResponse } from '#core/money/settlement/toSettlementResponse.ts'
import { toContributionResponse, toExpenseSummary, toPoolExpenseResponse } from '#core/money/toResponse.ts'
import { currencyOf } from '#core/money/currency.ts'
import { settledIn } from '#projections/replica/moneyFigures.ts'
import { poolRecords, poolStats } from '#projections/replica/moneyRecords.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

export const summaryResponse = (
  { trip, balances }: ExistingTrip<'balances'>,
  userId: string,
): ExpenseSummary => toExpenseSummary(balances.ledger, currencyOf(trip, balances), userId)

type PoolDocuments = ExistingTrip<'balances' | 'contributions' | 'expenses'>

export function poolResponse(documents: PoolDocuments, userId: string): Pool {
  const { transactions, ...pool } = poolParts(documents, userId)
  return { ...pool, transactions: transactions.map((build) => build()) }
}

/** As `poolResponse`, each transaction built when it is sent: a pool can have 40,000. */
export function poolParts({ trip, balances, ...documents }: PoolDocuments, userId: string) {
  const records = poolRecords(documents)
  return {
    balance: toMajor(balances.ledger.poolBalance, currencyOf(trip, balances)),
    transactions: records.map(
      (record) => () =>
        'contributor' in record
          ? toContributionResponse(record, trip, userId)
          : toPoolExpenseResponse(record, trip),
    ),
    stats: poolStats(records),
  }
}

export const balancesResponse = ({ trip, balances }: ExistingTrip<'balances'>): BalanceResponse[] =>
  toBalanceResponses(trip, balances.ledger, currencyOf(trip, balances))

/** @throws SettlementDoesNotAddUp rather than return a sum that is off by a cent */
export const settlementResponse = (documents: ExistingTrip<'balances'>, mode: PoolMode): SettlementResponse =>
  toSettlementResponse(
    documents.trip,
    settledIn(documents, mode),
    currencyOf(documents.trip, documents.balances),
  )
