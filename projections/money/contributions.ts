// The deposits into a trip's pool, in the order they were made.

import type { MoneyFact } from '#core/money/events.ts'
import type { ContributionRecord } from '#core/money/records.ts'
import { recordContribution, restoreContribution } from '#core/money/records.ts'
import type { TripFact } from '#core/trips/events.ts'
import type { Chunks } from '#projections/platform/chunks.ts'
import { appended, changed } from '#projections/platform/chunks.ts'
import { idIn, view } from '#projections/platform/view.ts'

export const contributions = view<Chunks<ContributionRecord>, MoneyFact | TripFact>({
  name: 'contributions',
  version: 2,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  on: {
    ContributionMade: (doc, event) => appended(doc, recordContribution(event)),
    ContributionRemoved: (doc, event) => changed(doc, event.data.contribution.id, () => null),
    ContributionRestored: (doc, event) => appended(doc, restoreContribution(event)),
    TripDeleted: () => null,
  },
})
