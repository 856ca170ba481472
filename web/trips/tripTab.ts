// A tab of the trip's dialog, whose component is loaded on demand.

import type { ComponentType } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'

export interface TripTab {
  /** Also the hash of the address. */
  id: string
  label: string
  load: () => Promise<ComponentType<{ trip: TripResponse }>>
  /** Prefetches the data that the tab needs besides the replica of the trip. */
  prefetchData?: (tripId: string) => Promise<void>
}
