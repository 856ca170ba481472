// Formats the times of messages for lists and dividers, in the device's time zone. All times are milliseconds since 1970.

import { locale } from '#core/kernel/format.ts'

const HOUR_MS = 3_600_000

/** Default: the device's. */
interface Zone {
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

function format(style: Style, at: number, { timeZone }: Zone): string {
  // A format keeps the zone it was made in, and a phone travels.
  const key = `${style} ${timeZone ?? new Date().getTimezoneOffset()}`
  let cached = formats.get(key)
  if (!cached) {
    // Swedish dates are written YYYY-MM-DD.
    cached = new Intl.DateTimeFormat(style === 'calendar' ? 'sv' : locale, {
      ...styles[style],
      ...(timeZone !== undefined && { timeZone }),
    })
    formats.set(key, cached)
  }
  return cached.format(at)
}

/** '09:05' */
export const clockTime = (at: number, zone: Zone = {}): string => format('clock', at, zone)

/** For the conversation list: clock time under 24 hours, weekday under 168, else month and day. */
export function listTime(at: number, now: number, zone: Zone = {}): string {
  const age = now - at
  if (age < 24 * HOUR_MS) return format('clock', at, zone)
  return format(age < 168 * HOUR_MS ? 'weekday' : 'monthDay', at, zone)
}

/** For a trip's chat: 'HH:mm' today, 'Yesterday', else month and day. */
export function tripChatTime(at: number, now: number, zone: Zone = {}): string {
  const days = daysBetween(dayAt(at, zone), dayAt(now, zone))
  if (days <= 0) return format('clock', at, zone)
  return days === 1 ? 'Yesterday' : format('monthDay', at, zone)
}

/** 'Today', 'Yesterday', 'Friday, 12 June', with the year if it is another. @param day YYYY-MM-DD */
export function dayLabel(day: string, now: number, zone: Zone = {}): string {
  const today = dayAt(now, zone)
  const days = daysBetween(day, today)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const style = day.slice(0, 4) === today.slice(0, 4) ? 'day' : 'dayOfYear'
  return format(style, Date.parse(`${day}T12:00:00Z`), { ...zone, timeZone: 'UTC' })
}

/** YYYY-MM-DD */
function dayAt(at: number, zone: Zone): string {
  return format('calendar', at, zone)
}

function daysBetween(day: string, today: string): number {
  return Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000)
}
