// Formats money, dates and times in the Hong Kong locale. Money is a number of major units with its currency, as in the API;
// trip and expense dates are calendar dates `YYYY-MM-DD` without a time zone.

import { addDays } from '#core/kernel/calendar.ts'
import {
  calendar,
  formatCount,
  formatDate,
  formatMoney,
  locale,
  midnight,
  moneyFormat,
} from '#core/kernel/format.ts'

export { formatCount, formatDate, formatMoney }

/** 'HK$', 'US$', '€' */
export const currencySymbol = (currency: string): string =>
  moneyFormat(currency)
    .formatToParts(0)
    .find((part) => part.type === 'currency')?.value ?? currency

/** The number of digits after the decimal point: 2, for JPY 0. */
export const currencyDigits = (currency: string): number =>
  moneyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2

/** The texts of the ranges so far: `formatRange` takes milliseconds on a phone, and a list shows some at each render. */
const rangeTexts = new Map<string, string>()

/** Both days of a trip: '12–19 Dec 2026', '28 Nov – 3 Dec 2026'. */
export function formatDateRange(start: string, end: string): string {
  const [first, last] = [midnight(start), midnight(end)]
  if (first === undefined || last === undefined || first > last)
    return `${formatDate(start)} – ${formatDate(end)}`
  const text = rangeTexts.get(start + end) ?? calendar.formatRange(first, last).replaceAll(thinSpace, ' ')
  rangeTexts.set(start + end, text)
  return text
}

const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Both days within the next half year: '13–20 Feb'; else as `formatDateRange`. @param today YYYY-MM-DD */
export function formatSoonRange(start: string, end: string, today: string): string {
  const [first, last] = [midnight(start), midnight(end)]
  const isSoon = start >= today && end <= addDays(today, 180)
  if (!isSoon || first === undefined || last === undefined || first > last) return formatDateRange(start, end)
  return dayOfYear.formatRange(first, last).replaceAll(thinSpace, ' ')
}

/** '2026-12-19': '19 Dec' */
export function formatDayOfYear(date: string): string {
  const day = midnight(date)
  return day === undefined ? date : dayOfYear.format(day)
}

// Some browsers put one on each side of the dash.
const thinSpace = '\u2009'

const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/**
 * 'Just now', minutes, hours, days up to a week, then the date in the reader's time zone. A time in the future, from
 * another clock, is 'Just now'.
 * @param at RFC 3339 @param now ms since 1970
 */
export function formatRelative(at: string, now: number, timeZone?: string): string {
  const age = now - Date.parse(at)
  if (Number.isNaN(age)) return at
  if (age < minute) return 'Just now'
  if (age < hour) return ago.format(-Math.floor(age / minute), 'minute')
  if (age < day) return ago.format(-Math.floor(age / hour), 'hour')
  if (age < 7 * day) return ago.format(-Math.floor(age / day), 'day')
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(timeZone !== undefined && { timeZone }),
  }).format(new Date(at))
}

/** The parts that there are. No line begins or ends with a dot. */
export const dotted = (parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join('\u00a0·\u00a0')

/** `formatRelative` within a sentence: 'just now'. */
export function formatRelativeInSentence(at: string, now: number): string {
  const text = formatRelative(at, now)
  return text === 'Just now' ? 'just now' : text
}

/** For a sentence: 'at 14:05', 'yesterday at 14:05', 'on 3 May at 14:05'. @param at ms since 1970 */
export function formatMoment(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)]
  const time = `at ${formatClock(then)}`
  if (calendarDateOf(then) === calendarDateOf(today)) return time
  today.setDate(today.getDate() - 1)
  if (calendarDateOf(then) === calendarDateOf(today)) return `yesterday ${time}`
  return `on ${new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(then)} ${time}`
}

/** '09:05' in the device's time zone; an Intl format would keep the zone it was made in while a phone travels. */
export const formatClock = (at: Date): string => `${part(at.getHours(), 2)}:${part(at.getMinutes(), 2)}`

/** The calendar date in the device's time zone. */
export const calendarDateOf = (now: Date): string =>
  `${part(now.getFullYear(), 4)}-${part(now.getMonth() + 1, 2)}-${part(now.getDate(), 2)}`

export const deviceToday = (): string => calendarDateOf(new Date())

/** The day a payment or a contribution was recorded: as it was there, else in the device's time zone. */
export const recordedDay = ({ date, createdAt }: { date?: string | null; createdAt: string }): string =>
  date ?? calendarDateOf(new Date(createdAt))

const part = (value: number, digits: number): string => String(value).padStart(digits, '0')
