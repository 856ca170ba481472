// The activities that come next; the first may be going on.

import { daysBetween } from '#core/kernel/calendar.ts'
import type { ItemResponse } from '#core/itinerary/contract.ts'
import { hasEnded, minuteOfTime } from '#web/itinerary/dayPlan.ts'
import { durationText } from '#web/itinerary/activityLabels.ts'
import { formatDayOfYear } from '#web/platform/time/format.ts'

/**
 * @param activities in the order of the itinerary
 * @param today YYYY-MM-DD and @param clock HH:MM where the reader is
 */
export function nextActivities(
  activities: readonly ItemResponse[],
  today: string,
  clock: string,
): readonly ItemResponse[] {
  return activities.filter(
    (activity) =>
      activity.status !== 'cancelled' &&
      activity.status !== 'completed' &&
      (activity.date > today || (activity.date === today && !hasEnded(activity, clock))),
  )
}

const MINUTES_SHOWN = 12 * 60

/** 'now', 'in 40 min', 'in 1 h 30 min' (on one line), 'tomorrow', '5 Dec'; null for later today. */
export function timeUntil(
  { date, startTime }: Pick<ItemResponse, 'date' | 'startTime'>,
  today: string,
  clock: string,
) {
  const days = daysBetween(today, date)
  if (days === 1) return 'tomorrow'
  if (days > 1) return formatDayOfYear(date)
  const minutes = minuteOfTime(startTime) - minuteOfTime(clock)
  if (minutes <= 0) return 'now'
  if (minutes > MINUTES_SHOWN) return null
  return `in ${durationText(minutes)}`.replaceAll(' ', '\u00a0')
}

const MINUTES_OF_SOON = 60

/** Whether it begins within the hour, or is going on. */
export const isSoon = (
  { date, startTime }: Pick<ItemResponse, 'date' | 'startTime'>,
  today: string,
  clock: string,
) => date === today && minuteOfTime(startTime) - minuteOfTime(clock) <= MINUTES_OF_SOON

/** The next activity if it is today or tomorrow, and when it begins: '' for later today. */
export function markedActivity(
  activities: readonly ItemResponse[],
  today: string,
  clock: string,
): { id: string; date: string; text: string } | null {
  const [next] = nextActivities(activities, today, clock)
  if (!next || daysBetween(today, next.date) > 1) return null
  return { id: next.id, date: next.date, text: timeUntil(next, today, clock) ?? '' }
}
