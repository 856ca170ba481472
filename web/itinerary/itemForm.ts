// The form of an activity: its values, the body they stand for, and the changes of an edit.

import {
  type ChangeItemBody,
  type ItemResponse,
  type ItemEntry,
  END_BEFORE_START,
  isInOrder,
  ItemBody,
} from '#core/itinerary/contract.ts'
import type { ItemStatus } from '#core/itinerary/events.ts'
import { changedFields, resolverOf } from '#web/platform/form.ts'

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
  // The schema compares the times only once all fields are valid; the form shows the error earlier.
  also: ({ startTime, endTime }) =>
    startTime !== '' && endTime !== '' && !isInOrder(startTime, endTime) ? { endTime: END_BEFORE_START } : {},
})

/** The fields that differ from the activity: an edit sends only these. */
export const itemFormChanges = (entry: ItemEntry, base: ItemResponse): ChangeItemBody =>
  changedFields(entry, base)

/** Rebases the form onto a change by somebody else: edited fields stay, the others get the present values. */
export const rebasedItem = (typed: ItemValues, base: ItemValues, current: ItemValues): ItemValues => ({
  ...current,
  ...changedFields(typed, base),
})
