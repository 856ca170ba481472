// Days as a radio group after the WAI-ARIA pattern, with one stop for the Tab key; arrows move and select at once, also to
// a day that is rendered only then.

import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { locale, formatCount } from '#core/kernel/format.ts'
import type { TripDay } from '#web/itinerary/days.ts'
import { dayParts } from '#web/itinerary/activityLabels.ts'

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

export interface DayRadios {
  days: readonly TripDay[]
  selected: string
  /** In the time zone of the device, YYYY-MM-DD. */
  today: string
  onSelect: (date: string) => void
}

/** @param strip holds the radio buttons */
export function useDayRadios(
  strip: RefObject<HTMLElement | null>,
  { days, selected, today, onSelect }: DayRadios,
) {
  const isMoving = useRef(false)
  useLayoutEffect(() => {
    if (isMoving.current) strip.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus()
    isMoving.current = false
  }, [strip, selected])
  const onKeyDown = (event: KeyboardEvent) => {
    const index = days.findIndex(({ date }) => date === selected)
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? days.length - 1 : index + (steps[event.key] ?? NaN)
    const day = days[to]
    if (!day) return
    event.preventDefault()
    isMoving.current = true
    onSelect(day.date)
  }
  return {
    groupProps: { role: 'radiogroup', 'aria-label': 'Day', tabIndex: -1, onKeyDown } as const,
    radioProps: (day: TripDay) =>
      ({
        type: 'button',
        role: 'radio',
        'aria-checked': day.date === selected,
        'aria-label': chipLabel(day, today),
        tabIndex: day.date === selected ? 0 : -1,
        onClick: () => onSelect(day.date),
      }) as const,
  }
}

const listed = new Intl.ListFormat(locale)

/** 'Saturday, 21 November, today, morning and evening, 2 activities' */
function chipLabel({ date, count, parts, isOutside }: TripDay, today: string): string {
  const activities = count === 0 ? 'no activities' : formatCount(count, 'activity', 'activities')
  return [
    dayParts(date).longDate,
    date === today && 'today',
    listed.format(parts),
    isOutside && 'outside the trip',
    activities,
  ]
    .filter(Boolean)
    .join(', ')
}
