/**
 * How money, dates and times read, in the Hong Kong locale. Money comes as a number of major units with its
 * currency, as the API gives it; trip and expense dates are calendar dates `YYYY-MM-DD` and belong to no zone.
 */
import { calendar, formatDate, formatMoney, locale, midnight, moneyFormat } from '#core/kernel/format.ts'

export { formatDate, formatMoney }

/** With its sign, plus included; nothing before zero: '+HK$60.00'. */
export const formatSignedMoney = (amount: number, currency: string): string =>
  `${amount > 0 ? '+' : ''}${formatMoney(amount, currency)}`

/** Without a sign, for where a word and a sign stand beside it (`Balance`). */
export const formatUnsignedMoney = (amount: number, currency: string): string =>
  formatMoney(Math.abs(amount), currency)

/** What stands before an amount: 'HK$', 'US$', '€'. */
export const currencySymbol = (currency: string): string =>
  moneyFormat(currency)
    .formatToParts(0)
    .find((part) => part.type === 'currency')?.value ?? currency

/** How many digits an amount may have after its point: 2, for JPY 0. */
export const currencyDigits = (currency: string): number =>
  moneyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2

/** Both days of a trip: '12–19 Dec 2026', '28 Nov – 3 Dec 2026'. */
export function formatDateRange(start: string, end: string): string {
  const [first, last] = [midnight(start), midnight(end)]
  if (first === undefined || last === undefined || first > last)
    return `${formatDate(start)} – ${formatDate(end)}`
  return calendar.formatRange(first, last).replaceAll(thinSpace, ' ')
}

const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** '2026-12-19': '19 Dec', where the year goes without saying. */
export function formatDayOfYear(date: string): string {
  const day = midnight(date)
  return day === undefined ? date : dayOfYear.format(day)
}

// Browsers differ in whether they set one around the dash of a range.
const thinSpace = '\u2009'

const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/**
 * How long ago: 'Just now', minutes, hours, days up to a week, then the date where the reader is. `at` is RFC
 * 3339, `now` in ms; what another clock puts in the future is 'Just now'.
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

/** When something was, in ms since 1970, within a sentence: 'at 14:05', 'yesterday at 14:05', 'on 3 May at 14:05'. */
export function formatMoment(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)]
  const time = `at ${formatClock(then)}`
  if (calendarDateOf(then) === calendarDateOf(today)) return time
  today.setDate(today.getDate() - 1)
  if (calendarDateOf(then) === calendarDateOf(today)) return `yesterday ${time}`
  return `on ${new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(then)} ${time}`
}

/** '09:05', where the person is: not by an Intl format, which stays in the zone it was made in while a phone travels. */
export const formatClock = (at: Date): string => `${part(at.getHours(), 2)}:${part(at.getMinutes(), 2)}`

/** The day it is where the person is. */
export const calendarDateOf = (now: Date): string =>
  `${part(now.getFullYear(), 4)}-${part(now.getMonth() + 1, 2)}-${part(now.getDate(), 2)}`

/** Today, by this device. */
export const deviceToday = (): string => calendarDateOf(new Date())

const part = (value: number, digits: number): string => String(value).padStart(digits, '0')
