// A day of a list in words.

import { daysBetween, parseDate } from '#core/kernel/calendar.ts'
import { locale } from '#core/kernel/format.ts'
import { formatDate } from '#web/platform/time/format.ts'

/** @param ago in days */
export const relativeDay = (ago: number): 'Today' | 'Yesterday' | null =>
  ago === 0 ? 'Today' : ago === 1 ? 'Yesterday' : null

/** 'Today', 'Yesterday', or the date. */
export function dayTitle(date: string, today: string): string {
  if (parseDate(date) === null) return date
  return relativeDay(daysBetween(date, today)) ?? formatDate(date)
}

const weekday = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** '2026-11-21': 'Sat 21 Nov'. Some browsers write a comma. */
export const formatShortWeekday = (date: string): string => weekday.format(Date.parse(date)).replace(',', '')

/** Above what belongs to a day: 'Today' beside 'Sat 21 Nov', or only the date, with its year if that is another one. */
export function dayHeading(date: string, today: string): { title: string; note?: string } {
  const title = dayTitle(date, today)
  if (parseDate(date) === null || date.slice(0, 4) !== today.slice(0, 4)) return { title }
  const day = formatShortWeekday(date)
  return title === formatDate(date) ? { title: day } : { title, note: day }
}
