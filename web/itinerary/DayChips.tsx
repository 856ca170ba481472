// One chip per day, scrolled to the selected one: a radio group after the WAI-ARIA pattern, with one stop for the Tab
// key; arrows move and select at once.

import { type KeyboardEvent, useEffect, useRef } from 'react'
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
      {days.map(({ date, count, isOutside }) => {
        const { weekday, day, month, longDate } = dayParts(date)
        const isSelected = date === selected
        return (
          <button
            key={date}
            type="button"
            role="radio"
            data-day={date}
            aria-checked={isSelected}
            aria-label={labelOf(longDate, { count, isOutside, isToday: date === today })}
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
            <span className="text-meta font-medium">{date === today ? 'Today' : weekday}</span>
            <span className="text-title leading-6 font-bold tabular-nums">{day}</span>
            <span className="text-meta">{month}</span>
            <span
              aria-hidden
              className={classes('mt-0.5 size-1.5 rounded-full', count > 0 ? 'bg-current' : 'bg-transparent')}
            />
          </button>
        )
      })}
    </div>
  )
}

interface DayLabel {
  count: number
  isOutside: boolean
  isToday: boolean
}

function labelOf(date: string, { count, isOutside, isToday }: DayLabel): string {
  const activities = count === 0 ? 'no activities' : count === 1 ? '1 activity' : `${count} activities`
  return [date, isToday && 'today', isOutside && 'outside the trip', activities].filter(Boolean).join(', ')
}
