// When something was said, as short as its place allows: in the zone of the reader's device and in the product's locale,
// as all other dates. All times are milliseconds since 1970.

import { locale } from '#core/kernel/format.ts'

const HOUR_MS = 3_600_000

/** Tests name a zone; people's devices know theirs. */
interface Where {
  timeZone?: string
}

type Style = 'clock' | 'weekday' | 'monthDay' | 'day' | 'dayOfYear' | 'calendar'

const styles: Record<Style, Intl.DateTimeFormatOptions> = {
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  weekday: { weekday: 'short' },
  monthDay: { month: 'short', day: 'numeric' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  dayOfYear: { day: 'numeric', month: 'long', year: 'numeric' },
  calendar: { year: 'numeric', month: '2-digit', day: '2-digit' },
}

const formats = new Map<string, Intl.DateTimeFormat>()

function format(style: Style, at: number, { timeZone }: Where): string {
  // A format stays in the zone it was made in, and a phone travels.
  const key = `${style} ${timeZone ?? new Date().getTimezoneOffset()}`
  let known = formats.get(key)
  if (!known) {
    // Swedish dates are written YYYY-MM-DD.
    known = new Intl.DateTimeFormat(style === 'calendar' ? 'sv' : locale, {
      ...styles[style],
      ...(timeZone !== undefined && { timeZone }),
    })
    formats.set(key, known)
  }
  return known.format(at)
}

/** '09:05' */
export const clockTime = (at: number, where: Where = {}): string => format('clock', at, where)

/** Of a conversation in the list: clock time under 24 hours, weekday under 168, else month and day. */
export function listTime(at: number, now: number, where: Where = {}): string {
  const age = now - at
  if (age < 24 * HOUR_MS) return format('clock', at, where)
  return format(age < 168 * HOUR_MS ? 'weekday' : 'monthDay', at, where)
}

/** Of a chat of a trip: 'HH:mm' today, 'Yesterday', else month and day. */
export function tripChatTime(at: number, now: number, where: Where = {}): string {
  const days = daysBetween(dayAt(at, where), dayAt(now, where))
  if (days <= 0) return format('clock', at, where)
  return days === 1 ? 'Yesterday' : format('monthDay', at, where)
}

/** @param day YYYY-MM-DD, as `now` has one where the reader is: 'Today', 'Yesterday', 'Friday, 12 June', with the year when it is another */
export function dayLabel(day: string, now: number, where: Where = {}): string {
  const today = dayAt(now, where)
  const days = daysBetween(day, today)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const style = day.slice(0, 4) === today.slice(0, 4) ? 'day' : 'dayOfYear'
  return format(style, Date.parse(`${day}T12:00:00Z`), { ...where, timeZone: 'UTC' })
}

/** The calendar day it is where the reader is, YYYY-MM-DD. */
function dayAt(at: number, where: Where): string {
  return format('calendar', at, where)
}

function daysBetween(day: string, today: string): number {
  return Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000)
}
