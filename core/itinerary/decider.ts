// The rules of an itinerary. Permissions were checked before; the trip's dates say which days exist.

import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import {
  type Decider,
  type Decision,
  type RecordedEventOf,
  type Refusal,
  refuse,
} from '#core/kernel/decider.ts'
import { refuseBeyond } from '#core/kernel/limits.ts'
import { invalid, decideExistingId, notFound, refuseIfStale } from '#core/kernel/refusals.ts'
import type { StreamType } from '#core/store/streamType.ts'
import {
  type ItemChanges,
  type ItemEntry,
  END_BEFORE_START,
  isInOrder,
  itineraryLimits,
  OUTSIDE_THE_TRIP,
} from '#core/itinerary/contract.ts'
import type { Activity, ItineraryEvent } from '#core/itinerary/events.ts'
import {
  type ActivityRecord,
  toActivity,
  changeActivityRecord,
  recordActivity,
} from '#core/itinerary/records.ts'
import { isOutside } from '#core/itinerary/outsideDates.ts'

export interface ItineraryState {
  activities: Map<string, ActivityRecord>
  /** The removed activities as they last were: they can be restored. */
  removed: Map<string, ActivityRecord>
}

/** First and last day of the trip, YYYY-MM-DD. */
export interface TripDays {
  startDate: string
  endDate: string
}

export type ItineraryCommand =
  | { type: 'AddActivity'; id: string; entry: ItemEntry; days: TripDays }
  | { type: 'ChangeActivity'; id: string; changes: ItemChanges; days: TripDays; ifMatch?: number | undefined }
  | { type: 'RemoveActivity'; id: string; ifMatch?: number | undefined }
  | { type: 'RestoreActivity'; removed: Activity; days: TripDays }

export const itineraryStreamType: StreamType<ItineraryState, ItineraryCommand, ItineraryEvent> &
  Decider<ItineraryState, ItineraryCommand, ItineraryEvent> = {
  prefix: 'itinerary-',
  initialState: () => ({ activities: new Map(), removed: new Map() }),
  evolve,
  decide,
}

function evolve({ activities, removed }: ItineraryState, event: RecordedEventOf<ItineraryEvent>): void {
  const { id } = event.data.activity
  switch (event.type) {
    case 'ActivityAdded':
    case 'ActivityRestored':
      removed.delete(id)
      activities.set(id, recordActivity(event))
      return
    case 'ActivityChanged': {
      const record = activities.get(id)
      if (record) activities.set(id, changeActivityRecord(record, event))
      return
    }
    case 'ActivityRemoved': {
      const record = activities.get(id)
      if (record) removed.set(id, record)
      activities.delete(id)
    }
  }
}

function decide(command: ItineraryCommand, state: ItineraryState): Decision<ItineraryEvent> {
  const { activities, removed } = state
  if (command.type === 'AddActivity')
    return decideExistingId(command, activities, removed) ?? add(command, activities)
  if (command.type === 'RestoreActivity') return restore(command, state)
  const record = activities.get(command.id)
  if (!record) return notFound()
  const stale = refuseIfStale(command.ifMatch, record.revision)
  if (stale) return stale
  const was = toActivity(record)
  return command.type === 'ChangeActivity'
    ? change(command, was)
    : [{ type: 'ActivityRemoved', data: { activity: was } }]
}

/** Without a sort order it becomes the last of its day. */
function add(
  { id, entry, days }: Extract<ItineraryCommand, { type: 'AddActivity' }>,
  activities: ReadonlyMap<string, ActivityRecord>,
): Decision<ItineraryEvent> {
  const outside = outsideOf(days, entry.date)
  if (outside) return outside
  const full = refuseBeyond('activitiesOfTrip', activities.size)
  if (full) return full
  const orders = [...activities.values()]
    .filter(({ date }) => date === entry.date)
    .map(({ sortOrder }) => sortOrder)
  const last = Math.min(Math.max(-1, ...orders) + 1, itineraryLimits.sortOrder)
  return [{ type: 'ActivityAdded', data: { activity: { id, ...entry, sortOrder: entry.sortOrder ?? last } } }]
}

/** An activity that is outside the trip since its dates changed may stay there; none can be moved there. */
function change(
  { changes, days }: Extract<ItineraryCommand, { type: 'ChangeActivity' }>,
  was: Activity,
): Decision<ItineraryEvent> {
  const newValues = Object.entries(changes).filter(([, value]) => value !== undefined)
  const activity: Activity = { ...was, ...(Object.fromEntries(newValues) as Partial<Activity>) }
  const outside = activity.date === was.date ? null : outsideOf(days, activity.date)
  if (outside) return outside
  if (!isInOrder(activity.startTime, activity.endTime)) return invalid({ endTime: END_BEFORE_START })
  const isSame = canonicalJson(activity) === canonicalJson(was)
  return isSame ? [] : [{ type: 'ActivityChanged', data: { activity, was } }]
}

/** Restores it under its id as it was at its last removal, if its day is within the trip. */
function restore(
  { removed: activity, days }: Extract<ItineraryCommand, { type: 'RestoreActivity' }>,
  { activities, removed }: ItineraryState,
): Decision<ItineraryEvent> {
  if (activities.has(activity.id)) return refuse('IsThereAlready')
  const record = removed.get(activity.id)
  if (!record) return notFound()
  if (canonicalJson(toActivity(record)) !== canonicalJson(activity)) return refuse('RemovedAgainSince')
  if (outsideOf(days, activity.date)) return refuse('DayIsNotOfTheTrip')
  const { addedBy, createdAt } = record
  return (
    refuseBeyond('activitiesOfTrip', activities.size) ?? [
      { type: 'ActivityRestored', data: { activity, addedBy, createdAt } },
    ]
  )
}

function outsideOf(days: TripDays, date: string): Refusal | null {
  return isOutside(date, days) ? invalid({ date: OUTSIDE_THE_TRIP }) : null
}
