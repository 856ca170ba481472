// Builds the responses of a trip's balances and settlement from its documents.

import type { PoolMode, SettlementResponse, BalanceResponse } from '#core/money/responses.ts'
import { currencyOf } from '#core/money/currency.ts'
import { toBalanceResponses, toSettlementResponse } from '#core/money/settlement/toSettlementResponse.ts'
import { settledIn } from '#projections/replica/moneyFigures.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

export const balancesResponse = (documents: ExistingTrip<'balances'>): BalanceResponse[] =>
  toBalanceResponses(
    documents.trip,
    documents.balances.ledger,
    currencyOf(documents.trip, documents.balances),
  )

/** @throws SettlementDoesNotAddUp rather than return a sum that is off by a cent */
export const settlementResponse = (documents: ExistingTrip<'balances'>, mode: PoolMode): SettlementResponse =>
  toSettlementResponse(
    documents.trip,
    settledIn(documents, mode),
    currencyOf(documents.trip, documents.balances),
  )
