// The history's texts for the itinerary.

import { formatDate } from '#core/kernel/format.ts'
import type { Activity, ItemStatus, ItineraryEvent } from '#core/itinerary/events.ts'
import {
  type HistoryFields,
  type ChangeTexts,
  differences,
  fieldsIn,
  quoted,
} from '#core/history/changeText.ts'

const statuses: Record<ItemStatus, string> = {
  planned: 'Planned',
  confirmed: 'Confirmed',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
const ORDER = 'Place in the day'

const fieldsOf = (activity: Activity): HistoryFields => [
  ['Title', activity.title],
  ['Date', formatDate(activity.date)],
  ['Start time', activity.startTime],
  ['End time', activity.endTime],
  ['Location', activity.location],
  ['Status', statuses[activity.status]],
  ['Description', activity.description],
]

/** Counted from 1. */
const withOrder = (activity: Activity): HistoryFields => [
  ...fieldsOf(activity),
  [ORDER, String(activity.sortOrder + 1)],
]

const subject = ({ id }: Activity) => ({ type: 'activity', id }) as const
const named = ({ title, date }: Activity) => `the activity ${quoted(title)} on ${formatDate(date)}`

export const itineraryChangeTexts: ChangeTexts<ItineraryEvent> = {
  ActivityAdded: ({ activity }, { actor }) => ({
    text: `${actor} added ${named(activity)}`,
    changes: differences([], fieldsOf(activity)),
    subject: subject(activity),
  }),
  ActivityChanged({ activity, was }, { actor }) {
    const changes = differences(withOrder(was), withOrder(activity))
    const isMove = changes.every(({ field }) => field === ORDER)
    const text = isMove
      ? `${actor} moved the activity ${quoted(activity.title)} within its day`
      : `${actor} changed ${fieldsIn(changes)} of the activity ${quoted(activity.title)}`
    return { text, changes, subject: subject(activity) }
  },
  ActivityRemoved: ({ activity }, { actor }) => ({
    text: `${actor} removed ${named(activity)}`,
    changes: differences(fieldsOf(activity), []),
    subject: subject(activity),
  }),
  ActivityRestored: ({ activity }, { actor }) => ({
    text: `${actor} brought back ${named(activity)}`,
    changes: differences([], fieldsOf(activity)),
    subject: subject(activity),
  }),
}
