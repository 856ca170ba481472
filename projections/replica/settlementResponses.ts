// Builds the responses of a trip's balances and settlement from its documents.

import type { PoolMode, SettlementResponse, BalanceResponse } from '#core/money/responses.ts'
import { rosterOf } from '#core/money/roster.ts'
import { settle } from '#core/money/settlement/settlement.ts'
import { currencyOf } from '#core/money/currency.ts'
import { toBalanceResponses, toSettlementResponse } from '#core/money/settlement/toSettlementResponse.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

export const balancesResponse = (documents: ExistingTrip<'balances'>): BalanceResponse[] =>
  toBalanceResponses(
    documents.trip,
    documents.balances.ledger,
    currencyOf(documents.trip, documents.balances),
  )

/** @throws SettlementDoesNotAddUp rather than return a sum that is off by a cent */
export function settlementResponse(documents: ExistingTrip<'balances'>, mode: PoolMode): SettlementResponse {
  const { trip, balances } = documents
  const currency = currencyOf(trip, balances)
  const settled = settle({ ledger: balances.ledger, people: rosterOf(trip), mode, currency })
  return toSettlementResponse(trip, settled, currency)
}
