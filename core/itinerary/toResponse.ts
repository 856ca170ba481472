// Builds the responses of the itinerary from records, in the order of the day.

import { compareText } from '#core/kernel/compareText.ts'
import type { ItemResponse } from '#core/itinerary/contract.ts'
import { type ActivityRecord, activityKind } from '#core/itinerary/activity.ts'
import { SOMEONE_WHO_LEFT, type Trip } from '#core/trips/trip.ts'

/** Builds many responses from one index of the roster; former participants keep their names. */
export function activityResponses({
  participants,
  formerUsers,
}: Trip): (record: ActivityRecord) => ItemResponse {
  const names = new Map([...formerUsers, ...participants].map(({ id, username }) => [id, username]))
  return (record) => ({
    ...activityKind.toContent(record),
    attachments: record.attachments ?? [],
    createdBy: { id: record.addedBy, username: names.get(record.addedBy) ?? SOMEONE_WHO_LEFT },
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    revision: record.revision,
  })
}

type Placed = Pick<ItemResponse, 'date' | 'startTime' | 'sortOrder' | 'id'>

/** By date, start time, sort order and id. */
export function compareActivities(a: Placed, b: Placed): number {
  return (
    compareText(a.date, b.date) ||
    compareText(a.startTime, b.startTime) ||
    a.sortOrder - b.sortOrder ||
    compareText(a.id, b.id)
  )
}
