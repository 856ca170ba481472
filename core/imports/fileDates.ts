// Reads the dates of a file. 03/04/2026 is two dates, so the order is understood from all dates of the file together, or
// asked.

import { parseDate, type CalendarDate } from '#core/kernel/calendar.ts'

export type DateOrder = 'dayFirst' | 'monthFirst'

/** Longer texts hold no date and time. */
const MAX_LENGTH = 40
const YEAR_FIRST = /^(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})日?(?:$|[T ,])/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:$|[T ,])/

/** null when the order does not matter, 'unclear' when it does and no date decides it. A point is always day first. */
export function dateOrderOf(texts: Iterable<string>): DateOrder | 'unclear' | null {
  let isUnclear = false
  for (const text of texts) {
    const found = text.length > MAX_LENGTH ? null : YEAR_LAST.exec(text.trim())
    if (!found) continue
    const [first, second] = [Number(found[1]), Number(found[3])]
    if (found[2] === '.' || first > 12) return 'dayFirst'
    if (second > 12) return 'monthFirst'
    if (first !== second) isUnclear = true
  }
  return isUnclear ? 'unclear' : null
}

/** The calendar date at the beginning of the text, as written, whatever time follows; null when there is none. */
export function readFileDate(text: string, order: DateOrder): CalendarDate | null {
  const plain = text.trim()
  if (plain.length > MAX_LENGTH) return null
  const yearFirst = YEAR_FIRST.exec(plain)
  if (yearFirst) return dateOf(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!)
  const yearLast = YEAR_LAST.exec(plain)
  if (!yearLast) return null
  const [, first = '', separator, second = '', year = ''] = yearLast
  const isDayFirst = order === 'dayFirst' || separator === '.'
  const full = year.length === 2 ? `20${year}` : year
  return isDayFirst ? dateOf(full, second, first) : dateOf(full, first, second)
}

const dateOf = (year: string, month: string, day: string): CalendarDate | null =>
  parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
