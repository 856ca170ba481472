// A day of expenses in words.

import { daysBetween, parseDate } from '#core/kernel/calendar.ts'
import { formatDate } from '#web/platform/format.ts'

/** 'Today', 'Yesterday', or the date. */
export function dayTitle(date: string, today: string): string {
  if (parseDate(date) === null) return date
  const ago = daysBetween(date, today)
  return ago === 0 ? 'Today' : ago === 1 ? 'Yesterday' : formatDate(date)
}
