// The rules of choosing both days of a trip in a calendar: what a press and a key do, and the weeks of a month.

import { addDays, daysBetween, parseDate } from '#core/kernel/calendar.ts'

/** YYYY-MM-DD; '' for a day that is not chosen. */
export interface DateRange {
  startDate: string
  endDate: string
}

/**
 * The first press is the start, the second one the end, and a further one starts again.
 * @param isStartFixed for a trip that has begun: each press is its end
 */
export function pressDay({ startDate, endDate }: DateRange, day: string, isStartFixed = false): DateRange {
  const isEnd = isStartFixed || (startDate !== '' && endDate === '' && day > startDate)
  return isEnd ? { startDate, endDate: day } : { startDate: day, endDate: '' }
}

/** The number of days of a range; null while one of them is missing, or where they are in the wrong order. */
export function rangeDays({ startDate, endDate }: DateRange): number | null {
  if (parseDate(startDate) === null || parseDate(endDate) === null || endDate < startDate) return null
  return daysBetween(startDate, endDate) + 1
}

/** The day a key leads to from `day`; null for a key that is none of the calendar's. */
export function dayAfterKey(key: string, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekdayOf(day))
    case 'End':
      return addDays(day, 6 - weekdayOf(day))
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return null
  }
}

/** The same day of another month, else its last day. */
export function addMonths(day: string, months: number): string {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const month = `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
  const last = [day.slice(8), '30', '29', '28'].find((date) => parseDate(`${month}-${date}`))
  return `${month}-${last}`
}

/** The days of a month by its weeks, from Monday. @param month 'YYYY-MM' */
export function weeksOf(month: string): string[][] {
  const weeks: string[][] = []
  for (let day: string = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) {
    if (weeks.length === 0 || weekdayOf(day) === 0) weeks.push([])
    weeks.at(-1)!.push(day)
  }
  return weeks
}

/** 0 is Monday. */
export const weekdayOf = (day: string): number => ((daysBetween(A_MONDAY, day) % 7) + 7) % 7

const A_MONDAY = '2024-01-01'
