// What a tab of the trip's dialog is: a name, and a part that is loaded when it is wanted.

import type { ComponentType } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'

export interface TripTab {
  /** Also in the address, after #. */
  id: string
  label: string
  load: () => Promise<ComponentType<{ trip: TripResponse }>>
  /** Begins to read what it will show. */
  read: (tripId: string) => Promise<void>
}
