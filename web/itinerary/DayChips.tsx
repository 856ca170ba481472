// One chip per day with a mark for each of its parts, scrolled to the selected one: a radio group after the WAI-ARIA
// pattern, with one stop for the Tab key; arrows move and select at once.

import { type KeyboardEvent, useEffect, useRef } from 'react'
import { locale } from '#core/kernel/format.ts'
import { PARTS_OF_DAY } from '#core/itinerary/dayPlan.ts'
import type { TripDay } from '#web/itinerary/days.ts'
import { dayParts } from '#web/itinerary/itemLabels.ts'
import { classes } from '#web/ui/classes.ts'

interface DayChipsProps {
  days: readonly TripDay[]
  selected: string
  /** In the time zone of the device, YYYY-MM-DD. */
  today: string
  onSelect: (date: string) => void
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

export function DayChips({ days, selected, today, onSelect }: DayChipsProps) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chip = strip.current?.querySelector<HTMLElement>('[aria-checked="true"]')
    // Not scrollIntoView, which would also scroll the page.
    if (chip && strip.current)
      strip.current.scrollLeft = chip.offsetLeft - (strip.current.clientWidth - chip.clientWidth) / 2
  }, [selected, days.length])

  const move = (event: KeyboardEvent) => {
    const at = days.findIndex(({ date }) => date === selected)
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? days.length - 1 : at + (steps[event.key] ?? NaN)
    const day = days[to]
    if (!day) return
    event.preventDefault()
    onSelect(day.date)
    strip.current?.querySelector<HTMLElement>(`[data-day="${day.date}"]`)?.focus()
  }
  return (
    <div
      ref={strip}
      role="radiogroup"
      aria-label="Day"
      tabIndex={-1}
      onKeyDown={move}
      className="no-scrollbar relative -mx-(--gutter) flex gap-2 overflow-x-auto overscroll-x-contain px-(--gutter) py-1"
    >
      {days.map((tripDay) => {
        const { date, parts, isOutside } = tripDay
        const { weekday, day } = dayParts(date)
        const isSelected = date === selected
        return (
          <button
            key={date}
            type="button"
            role="radio"
            data-day={date}
            aria-checked={isSelected}
            aria-label={chipLabel(tripDay, today)}
            tabIndex={isSelected ? 0 : -1}
            onClick={() => onSelect(date)}
            className={classes(
              'flex min-h-16 min-w-14 shrink-0 flex-col items-center justify-center rounded-field border px-2 py-1.5 transition-colors duration-press',
              isSelected
                ? 'border-primary bg-primary text-on-primary'
                : 'border-line bg-surface hover:border-line-strong',
              isOutside && !isSelected && 'border-dashed border-line-strong text-muted',
            )}
          >
            <span className={classes('text-meta', !isSelected && 'text-muted')}>
              {date === today ? 'Today' : weekday}
            </span>
            <span className="text-title leading-6 font-bold tabular-nums">{day}</span>
            <span aria-hidden className="mt-1 flex gap-0.5 forced-colors:hidden">
              {PARTS_OF_DAY.map((part) => (
                <span
                  key={part}
                  className={classes(
                    'h-0.75 w-2.5 rounded-full',
                    !parts.includes(part)
                      ? isSelected
                        ? 'bg-on-primary/35'
                        : 'bg-line'
                      : isSelected
                        ? 'bg-on-primary'
                        : 'bg-primary',
                  )}
                />
              ))}
            </span>
          </button>
        )
      })}
    </div>
  )
}

const listed = new Intl.ListFormat(locale)

/** 'Saturday, 21 November, today, morning and evening, 2 activities' */
export function chipLabel({ date, count, parts, isOutside }: TripDay, today: string): string {
  const activities = count === 0 ? 'no activities' : count === 1 ? '1 activity' : `${count} activities`
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
