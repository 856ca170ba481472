// Where a trip is in time: on which of its days, or how long until it begins.

import { daysBetween } from '#core/kernel/calendar.ts'

import type { TripStatus } from '#core/trips/events.ts'

interface TripDates {
  /** YYYY-MM-DD */
  startDate: string
  endDate: string
}

export interface TripInTime extends TripDates {
  status: TripStatus
}

/** Also a trip that was marked completed before its last day. */
export const isTripOver = ({ status, endDate }: Omit<TripInTime, 'startDate'>, today: string): boolean =>
  status === 'completed' || endDate < today

export type TripPhase = 'before' | 'during' | 'after'

export function tripPhase(trip: TripInTime, today: string): TripPhase {
  if (isTripOver(trip, today) || trip.status === 'cancelled') return 'after'
  return today < trip.startDate ? 'before' : 'during'
}

/** 'in_progress' for a trip under way that is still called planned or confirmed. */
export const shownStatus = (trip: TripInTime, today: string): TripStatus =>
  ['planning', 'confirmed'].includes(trip.status) && dayOfTrip(trip, today) ? 'in_progress' : trip.status

/** The day of the trip that today is, from 1, and how many it has; null before and after it. */
export function dayOfTrip(
  { startDate, endDate }: TripDates,
  today: string,
): { day: number; of: number } | null {
  if (today < startDate || today > endDate) return null
  return { day: daysBetween(startDate, today) + 1, of: daysBetween(startDate, endDate) + 1 }
}

/**
 * 'Day 5 of 10', 'tomorrow', 'in 23 days'; null for a trip that is over, also before its last day, or cancelled.
 * @param today YYYY-MM-DD where the reader is
 */
export function tripTiming(dates: TripInTime, today: string): string | null {
  if (dates.status === 'completed' || dates.status === 'cancelled') return null
  const now = dayOfTrip(dates, today)
  if (now) return now.of === 1 ? 'today' : `Day ${now.day} of ${now.of}`
  if (today > dates.endDate) return null
  const days = daysBetween(today, dates.startDate)
  return days === 1 ? 'tomorrow' : `in ${days} days`
}
