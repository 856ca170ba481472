// The read model of the deposits into a trip's pool, in the order they were made.

import type { ContributionEvent, ImportEvent } from '#core/money/events.ts'
import { importedRecords, recordContribution, type ContributionRecord } from '#core/money/records.ts'
import type { TripDeleted } from '#core/trips/events.ts'
import { appendItem, updateItem, type Chunks } from '#projections/platform/chunks.ts'
import { idIn, projection } from '#projections/platform/projection.ts'
import { onTripErasure, type StreamErased } from '#projections/platform/tripErasure.ts'

export const contributions = projection<
  Chunks<ContributionRecord>,
  ContributionEvent | ImportEvent | TripDeleted | StreamErased
>({
  name: 'contributions',
  version: 4,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  list: 'chunks',
  on: {
    ContributionMade: (doc, event) => appendItem(doc, recordContribution(event)),
    ContributionRemoved: (doc, event) => updateItem(doc, event.data.contribution.id, () => null),
    ContributionRestored: (doc, event) => appendItem(doc, recordContribution(event)),
    ImportApplied: (doc, event) => importedRecords(event).contributions.reduce(appendItem, doc),
    ImportUndone: (doc, { data }) =>
      (data.import.contributions ?? []).reduce((list, { id }) => updateItem(list, id, () => null), doc),
    ...onTripErasure,
  },
})
