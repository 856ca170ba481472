// Builds the responses of balances and of the settlement: minor units become numbers of the trip's currency.

import { toMajor, type CurrencyCode } from '#core/kernel/money.ts'
import type { BalanceResponse, SettlementResponse } from '#core/money/responses.ts'
import type { Ledger } from '#core/money/balances/ledger.ts'
import { namedBalances, namedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { Settlement } from '#core/money/settlement/settlement.ts'
import type { Trip } from '#core/trips/trip.ts'

export const toBalanceResponses = (trip: Trip, ledger: Ledger, currency: CurrencyCode): BalanceResponse[] =>
  namedBalances(trip, ledger).map(({ id, type, name, left, ...figures }) => ({
    ...{ id, type, name, left },
    ...inMajor(figures, currency),
  }))

export function toSettlementResponse(
  trip: Trip,
  settled: Settlement,
  currency: CurrencyCode,
): SettlementResponse {
  const major = (minor: number): number => toMajor(minor, currency)
  const settlement = namedSettlement(trip, settled)
  const { summary } = settlement
  return {
    ...settlement,
    participants: settlement.participants.map(({ id, type, name, left, status, ...amounts }) => ({
      ...{ id, type, name, left, status },
      ...inMajor(amounts, currency),
    })),
    payments: settlement.payments.map((leg) => ({ ...leg, amount: major(leg.amount) })),
    totalExpenses: major(settlement.totalExpenses),
    poolBalance: major(settlement.poolBalance),
    summary: { ...summary, totalOwed: major(summary.totalOwed), totalOwes: major(summary.totalOwes) },
  }
}

function inMajor<Amounts extends Record<string, number>>(minor: Amounts, currency: CurrencyCode): Amounts {
  const entries = Object.entries(minor).map(([name, amount]) => [name, toMajor(amount, currency)])
  return Object.fromEntries(entries) as Amounts
}
