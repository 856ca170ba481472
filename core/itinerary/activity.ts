// The activities of a trip, in the stream `itinerary-{tripId}`: their fields, events and records.

import type { DomainEvent } from '#core/kernel/decider.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import { limit } from '#core/kernel/limits.ts'
import type { RecordKind } from '#core/records/recordKind.ts'

export const ACTIVITY_STATUSES = ['planned', 'confirmed', 'completed', 'cancelled'] as const
export type ItemStatus = (typeof ACTIVITY_STATUSES)[number]

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
  /** Absent: none. */
  attachments?: readonly AttachedFile[]
}

export interface ActivityRecord extends Activity {
  /** User id. */
  addedBy: string
  createdAt: string
  updatedAt: string
  /** The revision of the activity's last change: its ETag. */
  revision: number
}

/** A change and a removal carry the activity before, so that a projection can undo them without storing it. */
export type ActivityEvent =
  | DomainEvent<'ActivityAdded', { activity: Activity }>
  | DomainEvent<'ActivityChanged', { activity: Activity; was: Activity }>
  | DomainEvent<'ActivityRemoved', { activity: Activity }>
  | DomainEvent<'ActivityRestored', { activity: Activity; addedBy: string; createdAt: string }>

const activityEvents = {
  added: 'ActivityAdded',
  changed: 'ActivityChanged',
  removed: 'ActivityRemoved',
  restored: 'ActivityRestored',
} as const

export interface ActivityTypes {
  name: 'activity'
  list: 'activities'
  content: Activity
  record: ActivityRecord
  event: ActivityEvent
  events: typeof activityEvents
}

export const activityKind: RecordKind<ActivityTypes> = {
  name: 'activity',
  list: 'activities',
  events: activityEvents,
  by: 'addedBy',
  toRecord: (activity, { by: addedBy, ...origin }) => ({ ...activity, addedBy, ...origin }),
  toContent: ({ addedBy: _, createdAt: __, updatedAt: ___, revision: ____, ...activity }) => activity,
  lift: [],
  listVersion: 3,
  limit: limit(5000, (most) => `An itinerary can have at most ${most} activities`),
  titleOf: ({ title }) => title,
  files: 'attachments',
  topic: 'plan',
}

/** The field's name in the history, for each field that it shows; files have a line each. */
export const activityFieldNames = {
  title: 'Title',
  date: 'Date',
  startTime: 'Start time',
  endTime: 'End time',
  location: 'Location',
  status: 'Status',
  description: 'Description',
  sortOrder: 'Place in the day',
} as const satisfies Record<Exclude<keyof Activity, 'id' | 'attachments'>, string>

/** First and last day of a trip, YYYY-MM-DD, both included. */
export interface TripDays {
  startDate: string
  endDate: string
}

/** A change of the trip's dates keeps activities that are outside them since. */
export const isOutside = (date: string, { startDate, endDate }: TripDays): boolean =>
  date < startDate || date > endDate

/** In the order given. */
export const activitiesOutside = <Dated extends Pick<Activity, 'date'>>(
  activities: readonly Dated[],
  days: TripDays,
): Dated[] => activities.filter(({ date }) => isOutside(date, days))
