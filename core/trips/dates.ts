// The rules for a trip's two dates, for the form and for the decider.

import { addDays, type CalendarDate, daysBetween, earliestToday } from '#core/kernel/calendar.ts'
import { tripLimits } from '#core/trips/limits.ts'

/** YYYY-MM-DD. */
interface Dates {
  startDate: string
  endDate: string
}

/**
 * Field → text for a fault in a pair of calendar dates; empty when there is none.
 * @param today the form passes the device's date; the decider, which does not know the person's time zone, the earliest
 *   date anywhere
 * @param startMoved whether the start is new: a trip under way may be edited without moving it
 */
export function tripDateErrors(
  { startDate, endDate }: Dates,
  { today, startMoved }: { today: string; startMoved: boolean },
): Record<string, string> {
  if (startMoved && startDate < today) return { startDate: 'Start date cannot be in the past' }
  if (startDate > latestStart(today)) return { startDate: 'Start date can be at most 10 years ahead' }
  if (endDate <= startDate) return { endDate: 'End date must be after start date' }
  if (daysBetween(startDate, endDate) + 1 > tripLimits.days)
    return { endDate: `A trip can be at most ${tripLimits.days} days long` }
  return {}
}

/** The last day on which a trip can start. */
export const latestStart = (today: string): CalendarDate =>
  addDays(today, Math.floor(tripLimits.yearsAhead * 365.25))

/** Flights are paid long before a trip, and a bill can come long after it. */
const FAR_DAYS = 366

/** Says that a calendar date is so far from the trip that it may be a slip; null for any other date. */
export function farFromTrip(date: string, { startDate, endDate }: Dates): string | null {
  if (daysBetween(date, startDate) > FAR_DAYS) return 'This is more than a year before the trip'
  return daysBetween(endDate, date) > FAR_DAYS ? 'This is more than a year after the trip' : null
}

/** The rules for dates apply to those that an edit moves. */
export function movedDateErrors(was: Dates, details: Dates, now: string): Record<string, string> {
  const startMoved = details.startDate !== was.startDate
  return startMoved || details.endDate !== was.endDate
    ? tripDateErrors(details, { today: earliestToday(now), startMoved })
    : {}
}
