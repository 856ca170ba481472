// The record of an activity, for the decider, the read model and the responses.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { Activity, ItineraryEvent } from '#core/itinerary/events.ts'

export interface ActivityRecord extends Activity {
  /** User id. */
  addedBy: string
  createdAt: string
  updatedAt: string
  /** The revision of the activity's last change: its ETag. */
  revision: number
}

type Of<Type extends ItineraryEvent['type']> = RecordedEventOf<Extract<ItineraryEvent, { type: Type }>>

/** A restored activity keeps who added it first, and when. */
export function recordActivity({
  data,
  meta,
  revision,
}: Of<'ActivityAdded' | 'ActivityRestored'>): ActivityRecord {
  const { addedBy, createdAt } = 'addedBy' in data ? data : { addedBy: meta.actor, createdAt: meta.at }
  return { ...data.activity, addedBy, createdAt, updatedAt: meta.at, revision }
}

export function changeActivityRecord(
  record: ActivityRecord,
  { data, meta, revision }: Of<'ActivityChanged'>,
): ActivityRecord {
  return { ...record, ...data.activity, updatedAt: meta.at, revision }
}

export function toActivity(record: ActivityRecord): Activity {
  const { addedBy: _, createdAt: __, updatedAt: ___, revision: ____, ...activity } = record
  return activity
}
