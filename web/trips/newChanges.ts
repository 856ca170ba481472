// What others changed on a trip since this device last showed it.

import { locale } from '#core/kernel/format.ts'
import { NAMED_CHANGES } from '#core/trips/responses.ts'
import { calendarDateOf, formatClock } from '#web/platform/time/format.ts'
import type { Visit } from '#web/platform/replica/visits.ts'

export interface NewChanges {
  /** '4 changes since yesterday' */
  text: string
  /** '4 changes' */
  short: string
  /** The log position of the last visit. */
  since: string
  /** `NAMED_CHANGES` for as many or more. */
  count: number
}

/** @param positions of changes by others @param now ms since 1970 */
export function changesSince(
  { position, at }: Visit,
  positions: readonly string[],
  now: number,
): NewChanges | null {
  const count = positions.filter((changed) => changed > position).length
  if (count === 0) return null
  const changes =
    count === 1 ? '1 change' : count < NAMED_CHANGES ? `${count} changes` : `${NAMED_CHANGES - 1}+ changes`
  return { text: `${changes} since ${sinceWhen(at, now)}`, short: changes, since: position, count }
}

/** '14:05' for today, 'yesterday', 'Friday' within a week, else '12 Nov'. */
function sinceWhen(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)]
  const daysAgo = (days: number) => {
    const day = new Date(today)
    day.setDate(day.getDate() - days)
    return calendarDateOf(day)
  }
  const date = calendarDateOf(then)
  if (date >= daysAgo(0)) return formatClock(then)
  if (date === daysAgo(1)) return 'yesterday'
  const style =
    date > daysAgo(7) ? ({ weekday: 'long' } as const) : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(locale, style).format(then)
}
