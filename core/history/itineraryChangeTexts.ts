// The history's texts for the itinerary.

import { formatDate } from '#core/kernel/format.ts'
import {
  type HistoryFields,
  fieldsIn,
  fileFields,
  filesChanged,
  quoted,
  recordChangeTexts,
} from '#core/history/changeText.ts'
import {
  type Activity,
  type ItemStatus,
  activityFieldNames as names,
  activityKind,
} from '#core/itinerary/activity.ts'

const statuses: Record<ItemStatus, string> = {
  planned: 'Planned',
  confirmed: 'Confirmed',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** The place in the day, counted from 1, is not worth a line of its own where an activity comes or goes. */
const fields = ({ id: _, sortOrder: __, ...activity }: Activity): HistoryFields => {
  const texts = { ...activity, date: formatDate(activity.date), status: statuses[activity.status] }
  const lines = Object.entries(names).flatMap(([field, name]) =>
    field === 'sortOrder' ? [] : [[name, texts[field as Exclude<keyof typeof names, 'sortOrder'>]] as const],
  )
  return [...lines, ...fileFields(activity.attachments)]
}

export const itineraryChangeTexts = recordChangeTexts(activityKind, {
  fields,
  text: (verb, { title, date }, { actor }) =>
    `${actor} ${verb} the activity ${quoted(title)} on ${formatDate(date)}`,
  comparedFields: (activity) => [...fields(activity), [names.sortOrder, String(activity.sortOrder + 1)]],
  changedText: (changes, { title }, { actor }) =>
    changes.every(({ field }) => field === names.sortOrder)
      ? `${actor} moved the activity ${quoted(title)} within its day`
      : `${actor} ${filesChanged(changes) ?? `changed ${fieldsIn(changes)} of`} the activity ${quoted(title)}`,
})
