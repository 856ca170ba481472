// The schemas of date fields, each with its texts for a refusal.

import * as v from 'valibot'
import { parseDateOrTimestamp, type CalendarDate } from '#core/kernel/calendar.ts'

/** A required date, as date or timestamp; missing or blank text gets `required`, anything else `invalid`. */
export function calendarDate({ required, invalid }: { required: string; invalid: string }) {
  return v.nullish(
    v.pipe(
      v.string(invalid),
      v.rawTransform<string, CalendarDate>(({ dataset, addIssue, NEVER }) => {
        const date = parseDateOrTimestamp(dataset.value)
        if (date !== null) return date
        addIssue({ message: dataset.value.trim() === '' ? required : invalid })
        return NEVER
      }),
    ),
    '',
  )
}

/** An optional date: absent, null and the empty text are null. */
export function optionalCalendarDate({ invalid }: { invalid: string }) {
  return v.nullish(
    v.pipe(
      v.string(invalid),
      v.rawTransform<string, CalendarDate | null>(({ dataset, addIssue, NEVER }) => {
        if (dataset.value === '') return null
        const date = parseDateOrTimestamp(dataset.value)
        if (date !== null) return date
        addIssue({ message: invalid })
        return NEVER
      }),
    ),
    '',
  )
}
