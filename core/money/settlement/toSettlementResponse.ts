// Builds the responses of balances and of the settlement: minor units become numbers of the trip's currency.

import { toMajor, type CurrencyCode } from '#core/kernel/money.ts'
import type { BalanceResponse, SettlementResponse } from '#core/money/responses.ts'
import type { Ledger } from '#core/money/balances/ledger.ts'
import { namedBalances, namedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { Settlement } from '#core/money/settlement/settlement.ts'
import type { Trip } from '#core/trips/trip.ts'

export const toBalanceResponses = (trip: Trip, ledger: Ledger, currency: CurrencyCode): BalanceResponse[] =>
  namedBalances(trip, ledger).map((balance) => inMajor(balance, currency))

export function toSettlementResponse(
  trip: Trip,
  settled: Settlement,
  currency: CurrencyCode,
): SettlementResponse {
  const major = <Item extends object>(item: Item): Item => inMajor(item, currency)
  const settlement = namedSettlement(trip, settled)
  return {
    ...major(settlement),
    participants: settlement.participants.map(major),
    payments: settlement.payments.map(major),
    summary: { ...major(settlement.summary), transactionCount: settlement.summary.transactionCount },
  }
}

/** All numbers of the object itself. */
function inMajor<Item extends object>(item: Item, currency: CurrencyCode): Item {
  const entries = Object.entries(item).map(([name, value]) => [
    name,
    typeof value === 'number' ? toMajor(value, currency) : value,
  ])
  return Object.fromEntries(entries) as Item
}
