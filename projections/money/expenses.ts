// The read model of a trip's expenses, in the order they were added.

import { type ExpenseEvent, moneyUpcasts } from '#core/money/events.ts'
import { editExpenseRecord, recordExpense, type ExpenseRecord } from '#core/money/records.ts'
import type { TripDeleted } from '#core/trips/events.ts'
import { appended, changed, type Chunks } from '#projections/platform/chunks.ts'
import { idIn, projection } from '#projections/platform/projection.ts'

export const expenses = projection<Chunks<ExpenseRecord>, ExpenseEvent | TripDeleted>({
  name: 'expenses',
  // A record is what the event holds: each upcast of it changes the records.
  version: 2 + moneyUpcasts.ExpenseAdded.length,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  on: {
    ExpenseAdded: (doc, event) => appended(doc, recordExpense(event)),
    ExpenseEdited: (doc, event) =>
      changed(doc, event.data.expense.id, (record) => editExpenseRecord(record, event)),
    ExpenseRemoved: (doc, event) => changed(doc, event.data.expense.id, () => null),
    ExpenseRestored: (doc, event) => appended(doc, recordExpense(event)),
    TripDeleted: () => null,
  },
})
