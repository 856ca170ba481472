// A week of the itinerary as a board of days and hours, with the selected day beside it.

import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { hoursOf } from '#web/itinerary/dayPlan.ts'
import type { DaysProps } from '#web/itinerary/Agenda.tsx'
import { AgendaDay } from '#web/itinerary/AgendaDay.tsx'
import { BoardDay, HOUR_PX } from '#web/itinerary/BoardDay.tsx'
import { dayParts } from '#web/itinerary/activityLabels.ts'
import { useDayRadios } from '#web/itinerary/useDayRadios.ts'
import { formatDateRange } from '#web/platform/time/format.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'

const WEEK = 7

export function WeekBoard(props: DaysProps) {
  const {
    days,
    byDate,
    selected,
    target: _,
    today,
    clock,
    isTripOver,
    next,
    onSelect,
    tools,
    ...common
  } = props
  const index = days.findIndex(({ date }) => date === selected)
  const inRange = (from: number) => Math.max(0, Math.min(from, days.length - WEEK))
  const [chosenFrom, setChosenFrom] = useState(() => inRange(index - 2))
  // The days may have changed, or the selected one is in another week.
  const isShown = chosenFrom <= index && index < chosenFrom + WEEK && chosenFrom === inRange(chosenFrom)
  const from = isShown ? chosenFrom : inRange(index - 2)
  if (from !== chosenFrom) setChosenFrom(from)
  const week = days.slice(from, from + WEEK)
  const move = (by: number) => {
    setChosenFrom(inRange(from + by))
    onSelect(days[Math.max(0, Math.min(index + by, days.length - 1))]!.date, false)
  }
  const choose = (date: string) => onSelect(date, false)
  const strip = useRef<HTMLDivElement>(null)
  const { groupProps, radioProps } = useDayRadios(strip, { days, selected, today, onSelect: choose })
  const ofDay = (date: string) => byDate.get(date) ?? []
  const hours = hoursOf(week.flatMap(({ date }) => ofDay(date).map(({ record }) => record)))
  const columns = { gridTemplateColumns: `3rem repeat(${week.length}, minmax(0, 1fr))` }
  const isOver = (date: string) => date < today && !isTripOver
  const day = days[index]!
  const addsTo = day.isOutside ? days.find(({ isOutside }) => !isOutside)! : day
  return (
    <div className="flex flex-1 items-stretch bg-surface">
      <div className="min-w-0 flex-1">
        <div className="flex min-h-16 flex-wrap items-center gap-x-2 ps-(--gutter) pe-2">
          <h3 className="me-auto text-title font-semibold">
            {formatDateRange(week[0]!.date, week.at(-1)!.date)}
          </h3>
          {tools}
          {days.length > WEEK && (
            <span className="flex">
              <IconButton
                label="Earlier"
                icon={ChevronLeft}
                disabled={from === 0}
                onClick={() => move(-WEEK)}
              />
              <IconButton
                label="Later"
                icon={ChevronRight}
                disabled={from + WEEK >= days.length}
                onClick={() => move(WEEK)}
              />
            </span>
          )}
        </div>
        <div
          ref={strip}
          {...groupProps}
          style={columns}
          className="sticky top-0 z-10 grid border-b border-line bg-surface"
        >
          <span />
          {week.map((of) => (
            <button
              key={of.date}
              {...radioProps(of)}
              className={classes(
                'flex min-h-12 flex-wrap items-center justify-center gap-x-1.5 rounded-control border-b-3 border-transparent text-secondary focus-visible:-outline-offset-2 aria-checked:border-primary',
                of.date === today ? 'font-semibold text-accent' : 'text-muted hover:text-text',
              )}
            >
              <span>{of.date === today ? 'Today' : dayParts(of.date).weekday}</span>
              <b
                className={classes(
                  'tabular-nums',
                  of.date === today
                    ? 'grid size-7 place-items-center rounded-full bg-accent text-on-accent'
                    : 'text-body text-text',
                )}
              >
                {dayParts(of.date).day}
              </b>
            </button>
          ))}
        </div>
        <div style={columns} className="grid">
          <Hours {...hours} />
          {week.map(({ date }) => (
            <BoardDay
              key={date}
              ofDay={ofDay(date)}
              hours={hours}
              clock={date === today ? clock : null}
              isOver={isOver(date)}
              nextId={next?.id}
              onEdit={common.onEdit}
            />
          ))}
        </div>
      </div>
      <aside
        aria-label="The selected day"
        // A sheet takes its place.
        className="flex w-85 shrink-0 flex-col border-s border-line bg-background [:root:has(.sheet)_&]:hidden"
      >
        <div className="flex-1 px-4 pt-5 pb-2">
          <AgendaDay
            key={day.date}
            {...common}
            day={day}
            ofDay={ofDay(day.date)}
            clock={day.date === today ? clock : null}
            isOver={isOver(day.date)}
            isSelected
            next={next?.date === day.date ? next : null}
          />
        </div>
        {/* Instead of the floating button, which would cover an activity of the day. */}
        <div className="sticky bottom-0 z-2 grid bg-background px-4 py-3">
          <Button icon={Plus} onClick={() => common.onAdd(addsTo.date)}>
            Add Activity
          </Button>
        </div>
      </aside>
    </div>
  )
}

const Hours = ({ from, to }: { from: number; to: number }) => (
  <div aria-hidden className="relative text-meta text-muted tabular-nums">
    {Array.from({ length: to - from }, (_, n) => n)
      .filter((n) => n % 2 === 0)
      .map((n) => (
        <span
          key={n}
          style={{ top: n * HOUR_PX }}
          className="absolute end-2 pt-1"
        >{`${String(from + n).padStart(2, '0')}:00`}</span>
      ))}
  </div>
)
