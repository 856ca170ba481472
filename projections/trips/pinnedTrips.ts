// The read model of the trips that a person has pinned, the newest pin first. Readers leave out trips that the person has
// left since, or that are deleted.

import type { PinnedTripsSet } from '#core/trips/pins.ts'
import { projection } from '#projections/platform/projection.ts'

export const pinnedTrips = projection<{ tripIds: readonly string[] }, PinnedTripsSet>({
  name: 'pinnedTrips',
  version: 1,
  key: ({ data }) => data.userId,
  empty: () => ({ tripIds: [] }),
  on: {
    PinnedTripsSet: (_, { data: { tripIds } }) => ({ tripIds }),
  },
})
