// Derives the figures of a trip's money from its documents, in minor units and with the names of the people.

import type { PoolMode } from '#core/money/responses.ts'
import { rosterOf } from '#core/money/roster.ts'
import { currencyOf } from '#core/money/currency.ts'
import { namedBalances, namedSettlement } from '#core/money/settlement/namedSettlement.ts'
import { settle } from '#core/money/settlement/settlement.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

/** A function of a module for each figure: a device computes each once for all screens. */
export const ledgerIn = ({ balances }: ExistingTrip<'balances'>) => balances.ledger

export const balancesIn = ({ trip, balances }: ExistingTrip<'balances'>) =>
  namedBalances(trip, balances.ledger)

/** @throws SettlementDoesNotAddUp rather than return a sum that is off by a cent */
export const settlementIn = ({ trip, balances }: ExistingTrip<'balances'>, mode: PoolMode) =>
  namedSettlement(trip, settledIn({ trip, balances }, mode))

/** As `settlementIn`, without names. */
export const settledIn = ({ trip, balances }: ExistingTrip<'balances'>, mode: PoolMode) =>
  settle({
    ledger: balances.ledger,
    people: rosterOf(trip),
    mode,
    currency: currencyOf(trip, balances),
  })
