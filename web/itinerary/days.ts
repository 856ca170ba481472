// The days of a trip, and which of their activities can swap positions.

import { addDays, daysBetween } from '#core/kernel/calendar.ts'
import type { ItemResponse } from '#core/itinerary/contract.ts'
import { type PartOfDay, PARTS_OF_DAY, partsOfDayIn } from '#web/itinerary/dayPlan.ts'
import { isOutside } from '#core/itinerary/activity.ts'

export interface TripDay {
  /** YYYY-MM-DD */
  date: string
  /** Number of activities. */
  count: number
  /** Those in which something is planned, in order. */
  parts: readonly PartOfDay[]
  /** Number of the day in the trip, from 1. */
  dayNumber: number
  /** Not a day of the trip any more: its dates changed after an activity was planned. */
  isOutside: boolean
}

interface Dates {
  startDate: string
  endDate: string
}

/** Every day of the trip, and every other day with an activity, in order. */
export function daysOf(trip: Dates, activities: readonly ItemResponse[]): TripDay[] {
  const { startDate, endDate } = trip
  const byDate = Map.groupBy(activities, ({ date }) => date)
  const inside = Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, day) =>
    addDays(startDate, day),
  )
  return [...new Set<string>([...inside, ...byDate.keys()])].sort().map((date) => {
    const ofDay = byDate.get(date) ?? []
    const taken = new Set(ofDay.flatMap(partsOfDayIn))
    return {
      date,
      count: ofDay.length,
      parts: PARTS_OF_DAY.filter((part) => taken.has(part)),
      dayNumber: daysBetween(startDate, date) + 1,
      isOutside: isOutside(date, trip),
    }
  })
}

/**
 * The days rendered at once: all of them up to `limit` activities, else those from the day of `date` on, and before it
 * where room is left. At least that day.
 */
export function daysAround(days: readonly TripDay[], date: string, limit: number): readonly TripDay[] {
  const index = Math.max(
    0,
    days.findIndex((day) => day.date === date),
  )
  let [from, to, count] = [index, index + 1, days[index]?.count ?? 0]
  while (to < days.length && count + days[to]!.count <= limit) count += days[to++]!.count
  while (from > 0 && count + days[from - 1]!.count <= limit) count += days[--from]!.count
  return days.slice(from, to)
}

/**
 * The day shown first: today during the trip, else its first day.
 * @param today in the time zone of the device, YYYY-MM-DD
 */
export function firstDay({ startDate, endDate }: Dates, today: string): string {
  return today >= startDate && today <= endDate ? today : startDate
}

/** The ids of the activities with the same start time, itself included: only these can swap positions with it. */
export function startingTogether(day: readonly ItemResponse[], { startTime }: ItemResponse): string[] {
  return day.flatMap((activity) => (activity.startTime === startTime ? activity.id : []))
}

/** The sort orders that put the activities into the order of these ids; only those that change. */
export function sortOrdersFor(
  day: readonly ItemResponse[],
  ids: readonly string[],
): { id: string; sortOrder: number }[] {
  const current = new Map(day.map(({ id, sortOrder }) => [id, sortOrder]))
  return ids.flatMap((id, sortOrder) => (current.get(id) === sortOrder ? [] : { id, sortOrder }))
}
