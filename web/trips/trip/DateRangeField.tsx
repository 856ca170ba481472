// Both days of a trip: each in words above a calendar of one month, and there a field that can be typed into. The calendar
// is a grid with one stop for the Tab key; arrows, Home, End and the Page keys move within it.

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { parseDate } from '#core/kernel/calendar.ts'
import { locale } from '#core/kernel/format.ts'
import { formatShortWeekday } from '#web/platform/time/dayTitle.ts'
import { formatCount } from '#web/platform/time/format.ts'
import {
  addMonths,
  dayAfterKey,
  type DateRange,
  pressDay,
  rangeDays,
  weekdayOf,
  weeksOf,
} from '#web/trips/trip/dateRange.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { classes } from '#web/ui/classes.ts'
import { FieldNote } from '#web/ui/fields/Field.tsx'

interface DateRangeFieldProps {
  range: DateRange
  today: string
  /** The first and the last day that can be pressed. */
  min: string
  max: string
  /** Of a trip that has begun: each press is its end. */
  isStartFixed: boolean
  onPick: (range: DateRange) => void
  start: DayProps
  end: DayProps
}

type DayProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & { error: string | undefined }

export function DateRangeField({ start, end, ...calendar }: DateRangeFieldProps) {
  const { range } = calendar
  const noteId = useId()
  const days = rangeDays(range)
  const error = start.error ?? end.error
  return (
    <div>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <DayField label="Start Date" noteId={noteId} date={range.startDate} {...start} />
        <span
          aria-hidden
          className="rounded-full bg-primary-soft px-2.5 py-0.5 text-center text-meta font-semibold text-primary"
        >
          {days === null
            ? `Choose the ${parseDate(range.startDate) ? 'end' : 'start'}`
            : formatCount(days, 'day')}
        </span>
        <DayField label="End Date" noteId={noteId} date={range.endDate} {...end} isLast />
      </div>
      <output className="sr-only">{rangeText(range)}</output>
      <div aria-live="polite">
        {error !== undefined && (
          <FieldNote id={noteId} isError className="mt-1.5">
            {error}
          </FieldNote>
        )}
      </div>
      <Calendar {...calendar} />
    </div>
  )
}

function rangeText(range: DateRange): string {
  const days = rangeDays(range)
  const { startDate, endDate } = range
  if (days !== null) return `${spokenDay(startDate)} to ${spokenDay(endDate)}, ${formatCount(days, 'day')}`
  return parseDate(startDate) && endDate === '' ? `From ${spokenDay(startDate)}. Choose the last day.` : ''
}

interface DayFieldProps extends DayProps {
  label: string
  date: string
  noteId: string
  isLast?: boolean
}

/** The day in words; with the focus it is the browser's own field, which on a phone opens its picker. */
function DayField({ label, date, noteId, error, isLast = false, ...input }: DayFieldProps) {
  const id = useId()
  return (
    <div
      className={classes(
        'relative grid min-h-13 content-center rounded-field',
        isLast && 'justify-items-end',
      )}
    >
      <label htmlFor={id} className="text-secondary font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        type="date"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : noteId}
        className={classes(
          'absolute bottom-0 h-full w-full cursor-pointer appearance-none rounded-control bg-surface text-body tabular-nums opacity-0',
          'focus:z-10 focus:h-7.5 focus:min-w-37 focus:px-2 focus:opacity-100 focus:outline-offset-0',
          isLast ? 'end-0' : 'start-0',
        )}
      />
      <span
        aria-hidden
        className={classes('font-semibold', error === undefined ? 'text-primary' : 'text-danger')}
      >
        {parseDate(date) ? formatShortWeekday(date) : '–'}
      </span>
    </div>
  )
}

type CalendarProps = Omit<DateRangeFieldProps, 'start' | 'end'>

function Calendar({ range, today, min, max, isStartFixed, onPick }: CalendarProps) {
  const within = (day: string) => (day < min ? min : day > max ? max : day)
  const shownDay = within(parseDate(isStartFixed ? range.endDate : range.startDate) ?? min)
  // The day that the Tab key leads to. It follows what is typed above.
  const [day, setDay] = useState(shownDay)
  const [followed, setFollowed] = useState(shownDay)
  if (shownDay !== followed) {
    setFollowed(shownDay)
    setDay(shownDay)
  }
  const grid = useRef<HTMLDivElement>(null)
  const isMoving = useRef(false)
  useEffect(() => {
    if (isMoving.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMoving.current = false
  }, [day])
  const titleId = useId()
  const month = day.slice(0, 7)
  // Weeks that are over would push those of the trip off the screen.
  const shownFrom = isStartFixed ? range.startDate : min
  const weeks = weeksOf(month).filter((week) => week.at(-1)! >= shownFrom)
  const press = (pressed: string) => {
    setDay(pressed)
    onPick(pressDay(range, pressed, isStartFixed))
  }
  const move = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, day)
    if (next === null) return
    event.preventDefault()
    isMoving.current = within(next) !== day
    setDay(within(next))
  }
  const turn = (months: number) => setDay(within(addMonths(day, months)))
  return (
    <div className="mt-2">
      <div className="flex items-center justify-between">
        <IconButton
          label="Earlier month"
          icon={ChevronLeft}
          disabled={month <= min.slice(0, 7)}
          onClick={() => turn(-1)}
          className="rtl:rotate-180"
        />
        <h3 id={titleId} aria-live="polite" className="font-semibold">
          {monthName.format(Date.parse(day))}
        </h3>
        <IconButton
          label="Later month"
          icon={ChevronRight}
          disabled={month >= max.slice(0, 7)}
          onClick={() => turn(1)}
          className="rtl:rotate-180"
        />
      </div>
      <div ref={grid} role="grid" tabIndex={-1} aria-labelledby={titleId} onKeyDown={move}>
        <div role="row" className="grid grid-cols-7">
          {weekdays.map(({ short, long }) => (
            <span
              key={long}
              role="columnheader"
              aria-label={long}
              className="flex h-8 items-center justify-center text-meta text-muted"
            >
              {short}
            </span>
          ))}
        </div>
        {weeks.map((week) => (
          <div key={week[0]} role="row" className="grid grid-cols-7">
            {week.map((date) => (
              <DayCell
                key={date}
                {...{ date, range }}
                isToday={date === today}
                isStop={date === day}
                disabled={date < min || date > max}
                onClick={() => press(date)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

interface DayCellProps {
  date: string
  range: DateRange
  isToday: boolean
  /** The one day that the Tab key leads to. */
  isStop: boolean
  disabled: boolean
  onClick: () => void
}

function DayCell({ date, range: { startDate, endDate }, isToday, isStop, disabled, onClick }: DayCellProps) {
  const [isStart, isEnd] = [date === startDate, date === endDate]
  const isInside = startDate !== '' && date > startDate && date < endDate
  const isChosen = isStart || isEnd || isInside
  const hasBand = isInside || ((isStart || isEnd) && startDate < endDate)
  const part = isStart ? ', first day' : isEnd ? ', last day' : isInside ? ', in the trip' : ''
  return (
    <div
      role="gridcell"
      aria-selected={isChosen}
      style={{ gridColumnStart: weekdayOf(date) + 1 }}
      className="relative"
    >
      {hasBand && (
        <span
          aria-hidden
          className={classes(
            'absolute inset-x-0 inset-y-0.75 bg-primary-soft',
            isStart && 'start-1/2',
            isEnd && 'end-1/2',
          )}
        />
      )}
      <button
        type="button"
        tabIndex={isStop ? 0 : -1}
        disabled={disabled}
        aria-label={spokenDay(date) + part}
        aria-current={isToday ? 'date' : undefined}
        onClick={onClick}
        className="group relative flex h-11 w-full items-center justify-center rounded-field tabular-nums disabled:opacity-40"
      >
        <span
          className={classes(
            'inline-flex size-9.5 items-center justify-center rounded-full transition-colors duration-press',
            isStart || isEnd
              ? 'bg-primary font-semibold text-on-primary forced-colors:outline-2'
              : 'group-enabled:group-hover:bg-surface-2',
            isInside && 'font-semibold text-primary',
            isToday && !isStart && !isEnd && 'font-semibold text-accent inset-ring-2 inset-ring-accent',
          )}
        >
          {Number(date.slice(8))}
        </span>
      </button>
    </div>
  )
}

const monthName = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const wholeDate = new Intl.DateTimeFormat(locale, {
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  timeZone: 'UTC',
})
const spokenDay = (date: string) => wholeDate.format(Date.parse(date))

/** From Monday. */
const weekdays = Array.from({ length: 7 }, (_, day) => {
  const date = Date.UTC(2024, 0, 1 + day)
  const name = (weekday: 'short' | 'long') =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(date)
  return { short: name('short'), long: name('long') }
})
