// One chip per day with a mark for each of its parts, scrolled to the selected one.

import { useEffect, useRef } from 'react'
import { PARTS_OF_DAY } from '#web/itinerary/dayPlan.ts'
import { dayParts } from '#web/itinerary/activityLabels.ts'
import { type DayRadios, useDayRadios } from '#web/itinerary/useDayRadios.ts'
import { classes } from '#web/ui/classes.ts'

export function DayChips(props: DayRadios) {
  const { days, selected, today } = props
  const strip = useRef<HTMLDivElement>(null)
  const { groupProps, radioProps } = useDayRadios(strip, props)
  useEffect(() => {
    const chip = strip.current?.querySelector<HTMLElement>('[aria-checked="true"]')
    // Not scrollIntoView, which would also scroll the page.
    if (chip && strip.current)
      strip.current.scrollLeft = chip.offsetLeft - (strip.current.clientWidth - chip.clientWidth) / 2
  }, [selected, days.length])
  return (
    <div
      ref={strip}
      {...groupProps}
      className="no-scrollbar relative -mx-(--gutter) flex gap-2 overflow-x-auto overscroll-x-contain px-(--gutter) py-1"
    >
      {days.map((tripDay) => {
        const { date, parts, isOutside } = tripDay
        const { weekday, day } = dayParts(date)
        const isSelected = date === selected
        return (
          <button
            key={date}
            {...radioProps(tripDay)}
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
