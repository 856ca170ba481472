// Labels of an activity: its status, times and day, and the map that shows its place.

import { locale } from '#core/kernel/format.ts'
import type { ItemResponse } from '#core/itinerary/contract.ts'
import type { ItemStatus } from '#core/itinerary/activity.ts'
import type { Tone } from '#web/ui/feedback/tone.ts'

export const activityStatusLabels: Record<ItemStatus, { label: string; tone: Tone }> = {
  planned: { label: 'Planned', tone: 'neutral' },
  confirmed: { label: 'Confirmed', tone: 'success' },
  completed: { label: 'Completed', tone: 'info' },
  cancelled: { label: 'Cancelled', tone: 'danger' },
}

/** '09:00–10:00', or the start alone. */
export const timesText = ({ startTime, endTime }: Pick<ItemResponse, 'startTime' | 'endTime'>): string =>
  endTime === null ? startTime : `${startTime}–${endTime}`

const formats = {
  weekday: new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
  day: new Intl.DateTimeFormat(locale, { day: 'numeric', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }),
  longDate: new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }),
}

/** @param date YYYY-MM-DD; its parts as a chip shows them, and 'Saturday, 21 November' for the ear */
export function dayParts(date: string): Record<keyof typeof formats, string> {
  const at = new Date(`${date}T00:00:00Z`)
  const { weekday, day, month, longDate } = formats
  return {
    weekday: weekday.format(at),
    day: day.format(at),
    month: month.format(at),
    longDate: longDate.format(at),
  }
}

/** 60: '1 h', 50: '50 min', 150: '2 h 30 min'. */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/**
 * Google's documented address for every device: it opens the maps app where one is installed. `geo:` is not known to
 * iPhones and most computers. Nothing but the location is in it (docs/decisions/0140).
 */
export const mapsUrl = (location: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(location)}`
