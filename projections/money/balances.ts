// The figures of everyone on a trip, kept fact by fact, so that settling never reads all expenses again.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { MoneyFact } from '#core/money/events.ts'
import { moneyUpcasts } from '#core/money/events.ts'
import type { Ledger } from '#core/money/ledger.ts'
import { applyFact, emptyLedger } from '#core/money/ledger.ts'
import type { RecordedOf } from '#core/kernel/decider.ts'
import type { View } from '#projections/platform/view.ts'
import { idIn } from '#projections/platform/view.ts'

export interface Balances {
  /** Of the first fact; null before it. */
  currency: CurrencyCode | null
  ledger: Ledger
}

function fold(doc: Balances, event: RecordedOf<MoneyFact>): Balances {
  return { currency: doc.currency ?? currencyIn(event), ledger: applyFact(doc.ledger, event) }
}

function currencyIn({ data }: RecordedOf<MoneyFact>): CurrencyCode {
  if ('expense' in data) return data.expense.currency
  return 'contribution' in data ? data.contribution.currency : data.payment.currency
}

export const balances: View<Balances> = {
  name: 'balances',
  version: 2,
  keys: ({ stream }) => [idIn(stream)],
  empty: () => ({ currency: null, ledger: emptyLedger }),
  on: {
    ...Object.fromEntries(
      Object.keys(moneyUpcasts).map((type) => [type, fold as View<Balances>['on'][string]]),
    ),
    TripDeleted: () => null,
  },
}
