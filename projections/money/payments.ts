// The payments that were made on a trip, in the order they were recorded.

import type { MoneyFact } from '#core/money/events.ts'
import type { PaymentRecord } from '#core/money/records.ts'
import { recordPayment, restorePayment } from '#core/money/records.ts'
import type { TripFact } from '#core/trips/events.ts'
import type { Chunks } from '#projections/platform/chunks.ts'
import { appended, changed } from '#projections/platform/chunks.ts'
import { idIn, view } from '#projections/platform/view.ts'

export const payments = view<Chunks<PaymentRecord>, MoneyFact | TripFact>({
  name: 'payments',
  version: 2,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  on: {
    PaymentMade: (doc, event) => appended(doc, recordPayment(event)),
    PaymentUndone: (doc, event) => changed(doc, event.data.payment.id, () => null),
    PaymentRestored: (doc, event) => appended(doc, restorePayment(event)),
    TripDeleted: () => null,
  },
})
