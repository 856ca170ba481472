// Reads the dates of a file. 03/04/2026 is two dates, so the order is understood from all dates of the file together, or
// asked.

import { addDays, parseDate, type CalendarDate } from '#core/kernel/calendar.ts'

export type DateOrder = 'dayFirst' | 'monthFirst'

/** Longer texts hold no date and time; a browser writes the name of the time zone behind it. */
const MAX_LENGTH = 80
const YEAR_FIRST = /^(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})日?(?:$|[T ,])/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:$|[T ,])/

const MONTH_NAMED =
  /^(?:(\d{1,2})\.?(?:[ -]|\sde\s)\s?(\p{L}{3,10})\.?|(\p{L}{3,10})\.? (\d{1,2}))(?:,? |-|\sde\s)\s?(\d{4}|\d{2})(?:$|[ ,])/u
/** How the names of the months begin in English, German, French, Spanish, Italian, Portuguese and Dutch, without accents. */
const MONTHS = [
  'jan|ene|gen',
  'feb|fev',
  'mar|mrz|maa|mrt',
  'apr|avr|abr',
  'may|mai|mag|mei|maj',
  'jun|juin|giu',
  'jul|juil|lug',
  'aug|aou|ago',
  'sep|set',
  'oct|okt|ott|out',
  'nov',
  'dec|dez|dic',
].map((starts) => new RegExp(`^(?:${starts})`))

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

/** Of a weekday before a date: 'Sat Mar 01 2025', 'Samstag, 1. März 2025'. */
const WEEKDAY = /^(?:\p{L}{2,12}\.?,\s+|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?\s+(?=\p{L}))/iu
/** A spreadsheet's number of a day, which counts from 30 December 1899; here the years 1954 to 2119. */
const SERIAL = /^([2-7]\d{4})(?:\.\d+)?$/

/**
 * The calendar date at the beginning of the text, as written, whatever time follows; null when there is none from 1900 to
 * 2200.
 */
export function readFileDate(text: string, order: DateOrder): CalendarDate | null {
  const date = dateIn(text, order)
  return date !== null && date >= '1900' && date < '2201' ? date : null
}

function dateIn(text: string, order: DateOrder): CalendarDate | null {
  if (text.length > MAX_LENGTH) return null
  const plain = text.trim().replace(WEEKDAY, '')
  const serial = SERIAL.exec(plain)
  if (serial) return addDays('1899-12-30', Number(serial[1]))
  const yearFirst = YEAR_FIRST.exec(plain)
  if (yearFirst) return dateOf(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!)
  const named = MONTH_NAMED.exec(plain)
  if (named) return dateWithName(named)
  const yearLast = YEAR_LAST.exec(plain)
  if (!yearLast) return null
  const [, first = '', separator, second = '', year = ''] = yearLast
  const isDayFirst = order === 'dayFirst' || separator === '.'
  return isDayFirst ? dateOf(fullYear(year), second, first) : dateOf(fullYear(year), first, second)
}

const fullYear = (year: string): string => (year.length === 2 ? `20${year}` : year)

function dateWithName([, before, nameAfter, nameBefore, after, year = '']: RegExpExecArray) {
  const plain = (nameAfter ?? nameBefore ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const month = MONTHS.findIndex((starts) => starts.test(plain)) + 1
  return month === 0 ? null : dateOf(fullYear(year), String(month), before ?? after ?? '')
}

const dateOf = (year: string, month: string, day: string): CalendarDate | null =>
  parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)

/** Reads an instant (ms) as the day in a time zone (IANA); null without a zone that this device has. */
export function dayReader(timeZone: string | undefined): (ms: number) => CalendarDate | null {
  const format = timeZone === undefined ? null : dayFormat(timeZone)
  return (ms) => {
    if (format === null || !Number.isFinite(ms)) return null
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
    return parseDate(`${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`)
  }
}

function dayFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch {
    return null
  }
}
