// The events of a trip's itinerary, in the stream `itinerary-{tripId}`. A change and a removal carry the previous
// state, so that a projection can undo it without storing it.

import type { DomainEvent } from '#core/kernel/decider.ts'
import type { Upcasts } from '#core/store/codec.ts'

export const ITEM_STATUSES = ['planned', 'confirmed', 'completed', 'cancelled'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

export interface Activity {
  id: string
  /** Calendar date YYYY-MM-DD. */
  date: string
  title: string
  description: string | null
  /** HH:mm in local time, never converted. */
  startTime: string
  endTime: string | null
  location: string | null
  status: ItemStatus
  /** Among activities that start at the same time. */
  sortOrder: number
}

export type ItineraryEvent =
  | DomainEvent<'ActivityAdded', { activity: Activity }>
  | DomainEvent<'ActivityChanged', { activity: Activity; was: Activity }>
  | DomainEvent<'ActivityRemoved', { activity: Activity }>
  /** Also carries who added it, and when. */
  | DomainEvent<'ActivityRestored', { activity: Activity; addedBy: string; createdAt: string }>

export const itineraryUpcasts = {
  ActivityAdded: [],
  ActivityChanged: [],
  ActivityRemoved: [],
  ActivityRestored: [],
} satisfies Record<ItineraryEvent['type'], Upcasts[string]>
