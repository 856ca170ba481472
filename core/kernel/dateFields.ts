// A day as a field of a form: each builds the schema of one field, with the texts it is refused with.

import * as v from 'valibot'
import type { CalendarDate } from '#core/kernel/calendar.ts'
import { parseDateOrTimestamp } from '#core/kernel/calendar.ts'

/** A day that must be given, as date or timestamp; no text or blank text is `required`, anything else `invalid`. */
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

/** A day that may be left out: absent, null and the empty text are null. */
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
