// The read model of the deposits into a trip's pool, in the order they were made.

import type { ContributionEvent } from '#core/money/events.ts'
import { recordContribution, type ContributionRecord } from '#core/money/records.ts'
import type { TripDeleted } from '#core/trips/events.ts'
import { appended, changed, type Chunks } from '#projections/platform/chunks.ts'
import { idIn, projection } from '#projections/platform/projection.ts'

export const contributions = projection<Chunks<ContributionRecord>, ContributionEvent | TripDeleted>({
  name: 'contributions',
  version: 2,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  list: 'chunks',
  on: {
    ContributionMade: (doc, event) => appended(doc, recordContribution(event)),
    ContributionRemoved: (doc, event) => changed(doc, event.data.contribution.id, () => null),
    ContributionRestored: (doc, event) => appended(doc, recordContribution(event)),
    TripDeleted: () => null,
  },
})
