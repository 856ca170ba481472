// The read model of a trip's activities, in the order they were added.

import type { ItineraryEvent } from '#core/itinerary/events.ts'
import { changeActivityRecord, recordActivity, type ActivityRecord } from '#core/itinerary/records.ts'
import type { TripDeleted } from '#core/trips/events.ts'
import { appendItem, updateItem, type Chunks } from '#projections/platform/chunks.ts'
import { idIn, projection } from '#projections/platform/projection.ts'
import { onTripErasure, type StreamErased } from '#projections/platform/tripErasure.ts'

export const activities = projection<Chunks<ActivityRecord>, ItineraryEvent | TripDeleted | StreamErased>({
  name: 'activities',
  version: 3,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  list: 'chunks',
  on: {
    ActivityAdded: (doc, event) => appendItem(doc, recordActivity(event)),
    ActivityChanged: (doc, event) =>
      updateItem(doc, event.data.activity.id, (record) => changeActivityRecord(record, event)),
    ActivityRemoved: (doc, event) => updateItem(doc, event.data.activity.id, () => null),
    ActivityRestored: (doc, event) => appendItem(doc, recordActivity(event)),
    ...onTripErasure,
  },
})
