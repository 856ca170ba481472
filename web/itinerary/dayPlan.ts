// How the activities of one day lie in time: which overlap, what is free between them, and which parts of the day they
// take. A cancelled activity takes no time, and one without an end only its start.

import type { ItemResponse } from '#core/itinerary/contract.ts'

type Times = Pick<ItemResponse, 'startTime' | 'endTime'>
type Timed = Times & Pick<ItemResponse, 'id' | 'status'>

/** '14:05': 845. */
export const minuteOfTime = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** 845: '14:05'. @param minute from 0 to 1439 */
export const timeOfMinute = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const endOf = ({ startTime, endTime }: Times): string => endTime ?? startTime

/** Whether it is over at `clock` on its day; one without an end is over once it has started. */
export const hasEnded = (activity: Times, clock: string): boolean => endOf(activity) < clock

const isActive = ({ status }: Pick<ItemResponse, 'status'>): boolean => status !== 'cancelled'

/** They share time or start together. */
export function isOverlap(one: Times, other: Times): boolean {
  if (one.startTime === other.startTime) return true
  return one.startTime < endOf(other) && other.startTime < endOf(one)
}

/** The activities that overlap with others: id → titles of the others. */
export function overlapsIn(
  activities: readonly (Timed & Pick<ItemResponse, 'date' | 'title'>)[],
): ReadonlyMap<string, string[]> {
  const overlaps = new Map<string, string[]>()
  const active = activities.filter(isActive)
  for (const activity of active) {
    const titles = active
      .filter((other) => other !== activity && other.date === activity.date && isOverlap(activity, other))
      .map(({ title }) => title)
    if (titles.length > 0) overlaps.set(activity.id, titles)
  }
  return overlaps
}

/** A shorter gap is travel time, not free time. */
const SHORTEST_GAP_MINUTES = 30

export interface Gap {
  until: string
  minutes: number
}

/**
 * The free time before activities: id of the activity after it → the gap. None after an activity without an end, because
 * nobody knows when it is over.
 * @param day the activities of one day by start time
 */
export function gapsIn(day: readonly Timed[]): ReadonlyMap<string, Gap> {
  const gaps = new Map<string, Gap>()
  let busyUntil: string | null = null
  let isEndKnown = false
  for (const activity of day.filter(isActive)) {
    const { id, startTime, endTime } = activity
    const minutes = busyUntil === null ? 0 : minuteOfTime(startTime) - minuteOfTime(busyUntil)
    if (isEndKnown && minutes >= SHORTEST_GAP_MINUTES) gaps.set(id, { until: startTime, minutes })
    if (busyUntil !== null && endOf(activity) < busyUntil) continue
    busyUntil = endOf(activity)
    isEndKnown = endTime !== null
  }
  return gaps
}

/** When the next activity after `time` starts; null when none does. @param day the others of the day */
export function freeUntil(day: readonly Timed[], time: string): string | null {
  const starts = day
    .filter((activity) => isActive(activity) && activity.startTime >= time)
    .map((activity) => activity.startTime)
  return starts.length === 0 ? null : starts.reduce((first, start) => (start < first ? start : first))
}

export const PARTS_OF_DAY = ['morning', 'afternoon', 'evening'] as const
export type PartOfDay = (typeof PARTS_OF_DAY)[number]

const partStarts: Record<PartOfDay, string> = { morning: '00:00', afternoon: '12:00', evening: '18:00' }
const partEnds: Record<PartOfDay, string> = { morning: '12:00', afternoon: '18:00', evening: '24:00' }

/** The parts of a day in which the activity takes time. */
export function partsOfDayIn(activity: Timed): PartOfDay[] {
  if (!isActive(activity)) return []
  return PARTS_OF_DAY.filter(
    (part) =>
      activity.startTime < partEnds[part] &&
      (endOf(activity) > partStarts[part] || activity.startTime >= partStarts[part]),
  )
}

/** The latest end of an activity: the day's last minute. */
const LAST_MINUTE = 1439

/** The end that keeps the length of an activity that starts at `start`, at the latest 23:59; null after that. */
export function endAfter(start: string, minutes: number): string | null {
  const from = minuteOfTime(start)
  return from < LAST_MINUTE ? timeOfMinute(Math.min(from + minutes, LAST_MINUTE)) : null
}

/**
 * The full hours in which the activities lie, at least from 8 to 23: what a picture of the day shows.
 * @returns hours, the last at most 24
 */
export function hoursOf(activities: readonly Times[]): { from: number; to: number } {
  const starts = activities.map(({ startTime }) => Math.floor(minuteOfTime(startTime) / 60))
  const ends = activities.map(({ startTime, endTime }) =>
    endTime === null ? Math.floor(minuteOfTime(startTime) / 60) + 1 : Math.ceil(minuteOfTime(endTime) / 60),
  )
  return { from: starts.reduce((a, b) => Math.min(a, b), 8), to: ends.reduce((a, b) => Math.max(a, b), 23) }
}
