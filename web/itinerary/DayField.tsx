// The day of an activity as one chip per day of the trip: native radio buttons, so that arrow keys choose.

import { type ComponentProps, useEffect, useId, useRef } from 'react'
import { dayParts } from '#web/itinerary/itemLabels.ts'

interface DayFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'value' | 'size'> {
  /** YYYY-MM-DD */
  dates: readonly string[]
  /** The chosen one. */
  date: string
  today: string
  error: string | undefined
}

export function DayField({ dates, date, today, error, ...radio }: DayFieldProps) {
  const id = useId()
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chip = strip.current?.querySelector<HTMLElement>('label:has(:checked)')
    // Not scrollIntoView, which would also scroll the form.
    if (chip && strip.current)
      strip.current.scrollLeft = chip.offsetLeft - (strip.current.clientWidth - chip.clientWidth) / 2
  }, [date])
  return (
    <div role="radiogroup" aria-label="Day" aria-describedby={error === undefined ? undefined : id}>
      <div
        ref={strip}
        className="no-scrollbar relative -mx-(--gutter) flex gap-2 overflow-x-auto overscroll-x-contain gutter py-1"
      >
        {dates.map((of) => {
          const { weekday, day, longDate } = dayParts(of)
          return (
            <label
              key={of}
              className="relative flex min-h-14 min-w-13 shrink-0 flex-col items-center justify-center rounded-field border border-line bg-surface px-1.5 py-1 transition-colors duration-press hover:border-line-strong has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary forced-colors:has-checked:outline-2 forced-colors:has-checked:outline-[Highlight]"
            >
              <input
                {...radio}
                type="radio"
                value={of}
                aria-label={of === today ? `${longDate}, today` : longDate}
                className="absolute inset-0 cursor-pointer appearance-none rounded-field outline-none"
              />
              <span aria-hidden className="text-meta">
                {of === today ? 'Today' : weekday}
              </span>
              <span aria-hidden className="text-title leading-6 font-bold tabular-nums">
                {day}
              </span>
            </label>
          )
        })}
      </div>
      {error !== undefined && (
        <p id={id} role="alert" className="mt-1 text-secondary text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
