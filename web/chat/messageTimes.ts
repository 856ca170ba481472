// Formats the times of messages for lists and dividers, in the device's time zone. All times are milliseconds since 1970.

import { daysBetween } from '#core/kernel/calendar.ts'
import { locale } from '#core/kernel/format.ts'
import { relativeDay } from '#web/platform/time/dayTitle.ts'
import { calendarDateOf, formatClock, formatDayOfYear } from '#web/platform/time/format.ts'

const HOUR_MS = 3_600_000

// Of calendar dates, so in no zone: a format keeps the zone it was made in, and a phone travels.
const timeZone = 'UTC'
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone })
const wholeDay = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone })
const dayOfAnotherYear = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone,
})

/** YYYY-MM-DD */
const dayAt = (at: number): string => calendarDateOf(new Date(at))

/** '09:05' */
export const clockTime = (at: number): string => formatClock(new Date(at))

/** For the conversation list: clock time under 24 hours, weekday under 168, else month and day. */
export function listTime(at: number, now: number): string {
  const age = now - at
  if (age < 24 * HOUR_MS) return clockTime(at)
  return age < 168 * HOUR_MS ? weekday.format(Date.parse(dayAt(at))) : formatDayOfYear(dayAt(at))
}

/** For a trip's chat: 'HH:mm' today, 'Yesterday', else month and day. */
export function tripChatTime(at: number, now: number): string {
  const days = daysBetween(dayAt(at), dayAt(now))
  return days <= 0 ? clockTime(at) : (relativeDay(days) ?? formatDayOfYear(dayAt(at)))
}

/** 'Today', 'Yesterday', 'Friday, 12 June', with the year if it is another. @param day YYYY-MM-DD */
export function dayLabel(day: string, now: number): string {
  const today = dayAt(now)
  const format = day.slice(0, 4) === today.slice(0, 4) ? wholeDay : dayOfAnotherYear
  return relativeDay(daysBetween(day, today)) ?? format.format(Date.parse(day))
}
