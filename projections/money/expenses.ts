// The read model of a trip's expenses, in the order they were added.

import { type ExpenseEvent, type ImportEvent, moneyUpcasts } from '#core/money/events.ts'
import { editExpenseRecord, importedRecords, recordExpense, type ExpenseRecord } from '#core/money/records.ts'
import type { TripDeleted } from '#core/trips/events.ts'
import { appendItem, updateItem, type Chunks } from '#projections/platform/chunks.ts'
import { idIn, projection } from '#projections/platform/projection.ts'
import { onTripErasure, type StreamErased } from '#projections/platform/tripErasure.ts'

export const expenses = projection<
  Chunks<ExpenseRecord>,
  ExpenseEvent | ImportEvent | TripDeleted | StreamErased
>({
  name: 'expenses',
  // A record is what the event holds: each upcast of it changes the records.
  version: 3 + moneyUpcasts.ExpenseAdded.length,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  list: 'chunks',
  on: {
    ExpenseAdded: (doc, event) => appendItem(doc, recordExpense(event)),
    ExpenseEdited: (doc, event) =>
      updateItem(doc, event.data.expense.id, (record) => editExpenseRecord(record, event)),
    ExpenseRemoved: (doc, event) => updateItem(doc, event.data.expense.id, () => null),
    ExpenseRestored: (doc, event) => appendItem(doc, recordExpense(event)),
    ImportApplied: (doc, event) => importedRecords(event).expenses.reduce(appendItem, doc),
    ImportUndone: (doc, { data }) =>
      data.import.expenses.reduce((list, { id }) => updateItem(list, id, () => null), doc),
    ...onTripErasure,
  },
})
