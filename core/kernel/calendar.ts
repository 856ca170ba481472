// Calendar dates without a clock or a time zone. `new Date('2026-02-31')` is 3 March; here it is not a date.

/** An existing day, YYYY-MM-DD, years 0001 to 9999. Comparing the texts compares the days. */
export type CalendarDate = string & { readonly isCalendarDate: true }

/** null when the text is not a date in exactly this form. */
export function parseDate(text: string): CalendarDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match || match[1] === '0000') return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return day >= 1 && day <= daysIn(year, month) ? (text as CalendarDate) : null
}

/**
 * As `parseDate`, and also takes an RFC 3339 timestamp: its date as written, in its own offset. null for a timestamp
 * without a zone, at 24:00 or in a leap second.
 */
export function parseDateOrTimestamp(text: string): CalendarDate | null {
  return parseDate(text) ?? parseTimestamp(text)?.date ?? null
}

/** @throws RangeError when `date` is not a date, or the result is outside the years 0001 to 9999 */
export function addDays(date: string, days: number): CalendarDate {
  return dateOfDay(dayOf(date) + days)
}

/** How many days `to` is after `from`: 0 for the same day. @throws RangeError when either is not a date */
export function daysBetween(from: string, to: string): number {
  return dayOf(to) - dayOf(from)
}

/**
 * The date at `now` (RFC 3339) where clocks are `offsetHours` ahead of UTC.
 * @throws RangeError when `now` is not a timestamp
 */
export function todayAt(now: string, offsetHours: number): CalendarDate {
  const at = parseTimestamp(now)
  if (!at) throw new RangeError(`${now} is no timestamp`)
  if (at.offsetMinutes === offsetHours * 60) return at.date
  return dateOfDay(Math.floor(dayOf(at.date) + (at.minuteOfDay - at.offsetMinutes + offsetHours * 60) / 1440))
}

export const dateInUtc = (now: string): CalendarDate => todayAt(now, 0)

/**
 * The date at UTC−12, where each day comes last: nobody is refused the date that is today for them (docs/decisions.md
 * §5).
 */
export const earliestToday = (now: string): CalendarDate => todayAt(now, -12)

interface Timestamp {
  /** As written, in its own offset. */
  date: CalendarDate
  minuteOfDay: number
  offsetMinutes: number
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d):[0-5]\d(?:\.\d+)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i

function parseTimestamp(text: string): Timestamp | null {
  const date = parseDate(text.slice(0, 10))
  const match = /^T/i.test(text.slice(10)) ? TIME.exec(text.slice(11)) : null
  if (!date || !match) return null
  const [, hour, minute, sign, aheadHours = '0', aheadMinutes = '0'] = match
  const ahead = Number(aheadHours) * 60 + Number(aheadMinutes)
  return {
    date,
    minuteOfDay: Number(hour) * 60 + Number(minute),
    offsetMinutes: sign === '-' ? -ahead : ahead,
  }
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

// Days are counted from 1 March 0000 in eras of 400 years (Howard Hinnant, "chrono-Compatible Low-Level Date
// Algorithms", days_from_civil and civil_from_days); leap days then come last in their year.
const ERA_DAYS = 146_097

function dayOf(date: string): number {
  if (parseDate(date) === null) throw new RangeError(`${date} is no calendar date`)
  const [y, month, day] = date.split('-').map(Number) as [number, number, number]
  const year = month <= 2 ? y - 1 : y
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + dayOfYear
}

function dateOfDay(days: number): CalendarDate {
  const era = Math.floor(days / ERA_DAYS)
  const dayOfEra = days - era * ERA_DAYS
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
  const date = parseDate(text)
  if (date === null) throw new RangeError(`Day ${days} is outside the years 0001 to 9999`)
  return date
}

const pad = (part: number, width: number) => String(part).padStart(width, '0')
