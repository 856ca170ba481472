// All days of the itinerary as one list below the chips of the days. Of a trip with very many activities the days around
// the selected one are rendered, with a way to the others.

import { type ReactNode, useMemo, useRef } from 'react'
import { AgendaDay, type AgendaDayProps } from '#web/itinerary/AgendaDay.tsx'
import { DayChips } from '#web/itinerary/DayChips.tsx'
import { daysAround, type TripDay } from '#web/itinerary/days.ts'
import { dayParts } from '#web/itinerary/activityLabels.ts'
import type { ShownActivity } from '#web/itinerary/activityList.ts'
import { useFollowedDay } from '#web/itinerary/useFollowedDay.ts'
import { Button } from '#web/ui/buttons/Button.tsx'

export interface DaysProps extends Pick<AgendaDayProps, 'tripId' | 'onEdit' | 'onDelete' | 'onAdd'> {
  days: readonly TripDay[]
  byDate: ReadonlyMap<string, readonly ShownActivity[]>
  selected: string
  /** The day to scroll to, at each new object. */
  target: { date: string }
  /** YYYY-MM-DD and HH:MM where the reader is. */
  today: string
  clock: string
  isTripOver: boolean
  /** The next activity where it is marked, and when it begins. */
  next: { id: string; date: string; text: string } | null
  /** @param jumps also scrolls there */
  onSelect: (date: string, jumps: boolean) => void
  /** In a wide tab: the choice between week and agenda. */
  tools: ReactNode
}

/** Also where there are no activities, so that nothing moves when the first one comes. */
export const dayBar = 'border-b border-line bg-surface gutter py-2'

/** Activities rendered at once. */
const LIMIT = 300

const NONE: readonly ShownActivity[] = []

export function Agenda({ days, byDate, selected, target, today, clock, onSelect, ...props }: DaysProps) {
  const root = useRef<HTMLDivElement>(null)
  const chips = useRef<HTMLDivElement>(null)
  const around = useMemo(() => daysAround(days, target.date, LIMIT), [days, target.date])
  useFollowedDay({ root, chips, target, onDay: (date) => onSelect(date, false) })
  const { isTripOver, next, tools, ...day } = props
  const choose = (date: string) => onSelect(date, true)
  const [before, after] = [days[days.indexOf(around[0]!) - 1], days[days.indexOf(around.at(-1)!) + 1]]
  return (
    <>
      <div ref={chips} className={`sticky top-0 z-10 flex items-center gap-4 low:static ${dayBar}`}>
        <div className="min-w-0 flex-1">
          <DayChips days={days} selected={selected} today={today} onSelect={choose} />
        </div>
        {tools}
      </div>
      {before && <OtherDay day={before} onSelect={choose} />}
      <div
        ref={root}
        className="grid max-w-[860px] gap-6 gutter pt-4 [&_:is(a,button)]:scroll-mt-28 [&_:is(a,button)]:low:scroll-mt-2"
      >
        {around.map((of) => (
          <AgendaDay
            key={of.date}
            {...day}
            day={of}
            ofDay={byDate.get(of.date) ?? NONE}
            clock={of.date === today ? clock : null}
            isOver={of.date < today && !isTripOver}
            isSelected={of.count === 0 && of.date === selected}
            next={next?.date === of.date ? next : null}
          />
        ))}
      </div>
      {after && <OtherDay day={after} onSelect={choose} />}
    </>
  )
}

const OtherDay = ({ day: { date }, onSelect }: { day: TripDay; onSelect: (date: string) => void }) => (
  <p className="gutter pt-4">
    <Button variant="secondary" onClick={() => onSelect(date)}>{`Go to ${dayParts(date).longDate}`}</Button>
  </p>
)
