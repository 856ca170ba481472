// The read model of everyone's figures on a trip, folded event by event, so that settling never reads all expenses.

import { toMajor, type CurrencyCode } from '#core/kernel/money.ts'
import { moneyEventTypes, type MoneyEvent } from '#core/money/events.ts'
import { isNegligible, netBalance } from '#core/money/balances/figures.ts'
import { applyEvent, emptyLedger, figuresOf, type Ledger } from '#core/money/balances/ledger.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import { resolveLedger } from '#core/money/claimedGuests.ts'
import { aliasesOf } from '#core/trips/guestClaims.ts'
import type { Trip } from '#core/trips/trip.ts'
import { idIn, type Projection } from '#projections/platform/projection.ts'
import { onTripErasure } from '#projections/platform/tripErasure.ts'

export interface TripBalances {
  /** Of the records that are there; null while there are none. */
  currency: CurrencyCode | null
  ledger: Ledger
}

function fold(doc: TripBalances, event: RecordedEventOf<MoneyEvent>): TripBalances {
  const ledger = applyEvent(doc.ledger, event)
  // Each record is an entry of somebody's account.
  const isEmpty = Object.keys(ledger.people).length === 0
  return { currency: isEmpty ? null : (doc.currency ?? currencyOfEvent(event)), ledger }
}

export function currencyOfEvent({ data }: RecordedEventOf<MoneyEvent>): CurrencyCode {
  if ('import' in data) return data.import.currency
  if ('expense' in data) return data.expense.currency
  return 'contribution' in data ? data.contribution.currency : data.payment.currency
}

export const balances: Projection<TripBalances> = {
  name: 'balances',
  version: 5,
  keys: ({ stream }) => [idIn(stream)],
  empty: () => ({ currency: null, ledger: emptyLedger }),
  on: {
    ...Object.fromEntries(
      moneyEventTypes.map((type) => [type, fold as Projection<TripBalances>['on'][string]]),
    ),
    ...onTripErasure,
  },
}

/**
 * What a person is owed (below 0: owes), in major units; 0 within the tolerance, as in the settlement; null while there
 * is no money.
 */
export function balanceOf(trip: Trip, { currency, ledger }: TripBalances, personId: string): number | null {
  if (!currency) return null
  const net = netBalance(figuresOf(resolveLedger(aliasesOf(trip), ledger), personId))
  return isNegligible(net, currency) ? 0 : toMajor(net, currency)
}
