// The read model of payments made on a trip, in the order they were recorded.

import type { ImportEvent, PaymentEvent } from '#core/money/events.ts'
import { importedRecords, recordPayment, type PaymentRecord } from '#core/money/records.ts'
import type { TripDeleted } from '#core/trips/events.ts'
import { appendItem, updateItem, type Chunks } from '#projections/platform/chunks.ts'
import { idIn, projection } from '#projections/platform/projection.ts'
import { onTripErasure, type StreamErased } from '#projections/platform/tripErasure.ts'

export const payments = projection<
  Chunks<PaymentRecord>,
  PaymentEvent | ImportEvent | TripDeleted | StreamErased
>({
  name: 'payments',
  version: 4,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  list: 'chunks',
  on: {
    PaymentMade: (doc, event) => appendItem(doc, recordPayment(event)),
    PaymentUndone: (doc, event) => updateItem(doc, event.data.payment.id, () => null),
    PaymentRestored: (doc, event) => appendItem(doc, recordPayment(event)),
    ImportApplied: (doc, event) => importedRecords(event).payments.reduce(appendItem, doc),
    ImportUndone: (doc, { data }) =>
      data.import.payments.reduce((list, { id }) => updateItem(list, id, () => null), doc),
    ...onTripErasure,
  },
})
