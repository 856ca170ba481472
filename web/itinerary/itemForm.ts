// The form of an activity: what its fields hold, what that means as a body, and what an edit changes.

import type { ChangeItemBody, ItemResponse, ItemEntry } from '#core/itinerary/contract.ts'
import { END_BEFORE_START, isInOrder, ItemBody } from '#core/itinerary/contract.ts'
import type { ItemStatus } from '#core/itinerary/events.ts'
import { resolverOf } from '#web/platform/form.ts'

export interface ItemValues {
  title: string
  date: string
  startTime: string
  /** '' for none. */
  endTime: string
  location: string
  status: ItemStatus
  description: string
}

export const itemFields = [
  'title',
  'date',
  'startTime',
  'endTime',
  'location',
  'status',
  'description',
] as const

/** Times default to 09:00 to 10:00 (spec §2). */
export const newItem = (date: string): ItemValues => ({
  title: '',
  date,
  startTime: '09:00',
  endTime: '10:00',
  location: '',
  status: 'planned',
  description: '',
})

export const itemFormValues = (item: ItemResponse): ItemValues => ({
  title: item.title,
  date: item.date,
  startTime: item.startTime,
  endTime: item.endTime ?? '',
  location: item.location ?? '',
  status: item.status,
  description: item.description ?? '',
})

export const itemResolver = resolverOf<ItemValues, ItemEntry>(ItemBody, {
  // The contract compares the times once all fields are right; the form tells while one types.
  also: ({ startTime, endTime }) =>
    startTime !== '' && endTime !== '' && !isInOrder(startTime, endTime) ? { endTime: END_BEFORE_START } : {},
})

/** The keys in which what was filled in differs: an edit sends these alone. */
export function itemFormChanges(entry: ItemEntry, was: ItemResponse): ChangeItemBody {
  const changed = Object.entries(entry).filter(
    ([key, value]) => value !== undefined && value !== was[key as keyof ItemResponse],
  )
  return Object.fromEntries(changed)
}

/** What was typed over what it is now: a field that was not touched takes over what somebody else made of it. */
export function rebasedItem(typed: ItemValues, was: ItemValues, now: ItemValues): ItemValues {
  const touched = Object.entries(typed).filter(([key, value]) => value !== was[key as keyof ItemValues])
  return { ...now, ...Object.fromEntries(touched) }
}
