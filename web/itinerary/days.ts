// The days of a trip and what lies on each; what overlaps, and who can change places with whom.

import { addDays, daysBetween } from '#core/kernel/calendar.ts'
import type { ItemResponse } from '#core/itinerary/contract.ts'

export interface TripDay {
  /** YYYY-MM-DD */
  date: string
  /** How many activities. */
  count: number
  /** Not a day of the trip: its dates were changed after something was planned for it. */
  isOutside: boolean
}

interface Dates {
  startDate: string
  endDate: string
}

/** Every day of the trip, and those beside it on which something is planned, in order. */
export function daysOf({ startDate, endDate }: Dates, items: readonly ItemResponse[]): TripDay[] {
  const counts = new Map<string, number>()
  for (const { date } of items) counts.set(date, (counts.get(date) ?? 0) + 1)
  const inside = Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, day) =>
    addDays(startDate, day),
  )
  const all = new Set<string>([...inside, ...counts.keys()])
  return [...all].sort().map((date) => ({
    date,
    count: counts.get(date) ?? 0,
    isOutside: date < startDate || date > endDate,
  }))
}

/** The day to begin with: today during the trip, else its first. @param today YYYY-MM-DD where the reader is */
export function firstDay({ startDate, endDate }: Dates, today: string): string {
  return today >= startDate && today <= endDate ? today : startDate
}

/**
 * Which activities of a day are at the same time as another: id → titles of the others. What is cancelled takes no
 * time, and one without an end takes none beyond its start.
 */
export function overlapsIn(items: readonly ItemResponse[]): ReadonlyMap<string, string[]> {
  const overlaps = new Map<string, string[]>()
  const held = items.filter(({ status }) => status !== 'cancelled')
  for (const one of held) {
    const others = held.filter((other) => other !== one && other.date === one.date && doOverlap(one, other))
    if (others.length > 0)
      overlaps.set(
        one.id,
        others.map(({ title }) => title),
      )
  }
  return overlaps
}

type Times = Pick<ItemResponse, 'startTime' | 'endTime'>

function doOverlap(one: Times, other: Times): boolean {
  if (one.startTime === other.startTime) return true
  return one.startTime < endOf(other) && other.startTime < endOf(one)
}

const endOf = ({ startTime, endTime }: Times): string => endTime ?? startTime

/** Who can change places with this one, itself among them, in their order: the time goes before the order. */
export function startingTogether(day: readonly ItemResponse[], { startTime }: ItemResponse): string[] {
  return day.flatMap((one) => (one.startTime === startTime ? one.id : []))
}

/** The places that put activities of the same time into this order; only those that change. */
export function placesFor(
  day: readonly ItemResponse[],
  ids: readonly string[],
): { id: string; sortOrder: number }[] {
  const known = new Map(day.map(({ id, sortOrder }) => [id, sortOrder]))
  return ids.flatMap((id, sortOrder) => (known.get(id) === sortOrder ? [] : { id, sortOrder }))
}
