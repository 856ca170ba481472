// Derives the figures of a trip's money from its documents, in minor units and with the names of the people.

import type { PoolMode } from '#core/money/responses.ts'
import { rosterOf } from '#core/money/roster.ts'
import { currencyOf } from '#core/money/currency.ts'
import {
  type NamedSettlement,
  namedBalances,
  namedSettlement,
} from '#core/money/settlement/namedSettlement.ts'
import { settle, type Settlement } from '#core/money/settlement/settlement.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

/** A function of a module for each figure: a device computes each once for all screens. */
export const ledgerIn = ({ balances }: ExistingTrip<'balances'>) => balances.ledger

export const balancesIn = ({ trip, balances }: ExistingTrip<'balances'>) =>
  namedBalances(trip, balances.ledger)

const settlementOf =
  (mode: PoolMode) =>
  (documents: ExistingTrip<'balances'>): NamedSettlement =>
    namedSettlement(documents.trip, settledIn(documents, mode))

/** In each mode of the pool. @throws SettlementDoesNotAddUp rather than return a sum that is off by a cent */
export const settlementIn: Record<PoolMode, (documents: ExistingTrip<'balances'>) => NamedSettlement> = {
  distributed: settlementOf('distributed'),
  equal: settlementOf('equal'),
  reserved: settlementOf('reserved'),
}

/** As `settlementIn`, without names. */
export const settledIn = ({ trip, balances }: ExistingTrip<'balances'>, mode: PoolMode): Settlement =>
  settle({ ledger: balances.ledger, people: rosterOf(trip), mode, currency: currencyOf(trip, balances) })
