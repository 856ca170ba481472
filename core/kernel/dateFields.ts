// The schemas of date fields, each with its texts for a refusal.

import * as v from 'valibot'
import { parseDateOrTimestamp, type CalendarDate } from '#core/kernel/calendar.ts'

/** 0026 and 9999 are days of the calendar, but slips of the finger. */
const [FIRST_YEAR, LAST_YEAR] = ['1900', '2200']

/** A required date, as date or timestamp; missing or blank text gets `required`, anything else `invalid`. */
export function calendarDate({ required, invalid }: { required: string; invalid: string }) {
  return v.nullish(
    dateIn<CalendarDate>(invalid, (text) => (text.trim() === '' ? { issue: required } : null)),
    '',
  )
}

/** An optional date: absent, null and the empty text are null. */
export function optionalCalendarDate({ invalid }: { invalid: string }) {
  return v.nullish(
    dateIn<CalendarDate | null>(invalid, (text) => (text === '' ? { date: null } : null)),
    '',
  )
}

/** @param emptyIn what an empty text is read as; null for any other text */
function dateIn<Output extends CalendarDate | null>(
  invalid: string,
  emptyIn: (text: string) => { date: Output } | { issue: string } | null,
) {
  return v.pipe(
    v.string(invalid),
    v.rawTransform<string, Output>(({ dataset, addIssue, NEVER }) => {
      const read = emptyIn(dataset.value) ?? dateOf(dataset.value, invalid)
      if ('date' in read) return read.date as Output
      addIssue({ message: read.issue })
      return NEVER
    }),
  )
}

function dateOf(text: string, invalid: string): { date: CalendarDate } | { issue: string } {
  const date = parseDateOrTimestamp(text)
  if (date === null) return { issue: invalid }
  const year = date.slice(0, 4)
  return year < FIRST_YEAR || year > LAST_YEAR
    ? { issue: `The year must be between ${FIRST_YEAR} and ${LAST_YEAR}` }
    : { date }
}
