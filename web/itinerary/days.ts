// The days of a trip and their activities: which overlap, and which can swap positions.

import { addDays, daysBetween } from '#core/kernel/calendar.ts'
import type { ItemResponse } from '#core/itinerary/contract.ts'

export interface TripDay {
  /** YYYY-MM-DD */
  date: string
  /** Number of activities. */
  count: number
  /** Not a day of the trip any more: its dates changed after an activity was planned. */
  isOutside: boolean
}

interface Dates {
  startDate: string
  endDate: string
}

/** Every day of the trip, and every other day with an activity, in order. */
export function daysOf({ startDate, endDate }: Dates, items: readonly ItemResponse[]): TripDay[] {
  const counts = new Map<string, number>()
  for (const { date } of items) counts.set(date, (counts.get(date) ?? 0) + 1)
  const inside = Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, day) =>
    addDays(startDate, day),
  )
  const all = new Set<string>([...inside, ...counts.keys()])
  return [...all]
    .sort()
    .map((date) => ({ date, count: counts.get(date) ?? 0, isOutside: date < startDate || date > endDate }))
}

/**
 * The day shown first: today during the trip, else its first day.
 * @param today in the time zone of the device, YYYY-MM-DD
 */
export function firstDay({ startDate, endDate }: Dates, today: string): string {
  return today >= startDate && today <= endDate ? today : startDate
}

/**
 * The activities that overlap with others: id → titles of the others. A cancelled activity overlaps with none; an
 * activity without an end takes no time.
 */
export function overlapsIn(items: readonly ItemResponse[]): ReadonlyMap<string, string[]> {
  const overlaps = new Map<string, string[]>()
  const active = items.filter(({ status }) => status !== 'cancelled')
  for (const item of active) {
    const titles = active
      .filter((other) => other !== item && other.date === item.date && overlap(item, other))
      .map(({ title }) => title)
    if (titles.length > 0) overlaps.set(item.id, titles)
  }
  return overlaps
}

type Times = Pick<ItemResponse, 'startTime' | 'endTime'>

function overlap(one: Times, other: Times): boolean {
  if (one.startTime === other.startTime) return true
  return one.startTime < endOf(other) && other.startTime < endOf(one)
}

const endOf = ({ startTime, endTime }: Times): string => endTime ?? startTime

/** The ids of the activities with the same start time, itself included: only these can swap positions with it. */
export function startingTogether(day: readonly ItemResponse[], { startTime }: ItemResponse): string[] {
  return day.flatMap((item) => (item.startTime === startTime ? item.id : []))
}

/** The sort orders that put the activities into the order of these ids; only those that change. */
export function sortOrdersFor(
  day: readonly ItemResponse[],
  ids: readonly string[],
): { id: string; sortOrder: number }[] {
  const current = new Map(day.map(({ id, sortOrder }) => [id, sortOrder]))
  return ids.flatMap((id, sortOrder) => (current.get(id) === sortOrder ? [] : { id, sortOrder }))
}
