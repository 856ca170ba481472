// The day of an activity as a lane: what is planned already, the activity in hand, and where the two overlap.

import type { ItemResponse } from '#core/itinerary/contract.ts'
import { hoursOf, isOverlap, minuteOfTime } from '#web/itinerary/dayPlan.ts'
import { timesText } from '#web/itinerary/activityLabels.ts'

type Times = Pick<ItemResponse, 'startTime' | 'endTime'>

interface DayLaneProps {
  /** The others of the day that take time. */
  others: readonly Times[]
  /** The activity in hand; null while it has no valid times. */
  own: Times | null
}

/** A block without an end is this long, so that it is visible. */
const POINT_MINUTES = 15

const endMinute = ({ startTime, endTime }: Times): number =>
  endTime === null ? minuteOfTime(startTime) + POINT_MINUTES : minuteOfTime(endTime)

export function DayLane({ others, own }: DayLaneProps) {
  const { from, to } = hoursOf(own ? [...others, own] : others)
  const percent = (minutes: number) => `${(minutes / ((to - from) * 60)) * 100}%`
  const place = (start: number, end: number) => ({
    insetInlineStart: percent(start - from * 60),
    width: percent(end - start),
  })
  const overlaps = own === null ? [] : others.filter((other) => isOverlap(own, other))
  const hours = Array.from({ length: to - from }, (_, n) => from + n).filter((hour) => hour % 3 === 0)
  return (
    <div>
      <div
        role="img"
        aria-label={textOf(others, own)}
        className="track relative h-7 overflow-hidden rounded-control bg-surface-2"
      >
        {others.map((other, n) => (
          <span
            key={n}
            style={place(minuteOfTime(other.startTime), endMinute(other))}
            className="absolute inset-y-0 rounded-[6px] bg-(--sand)/55 ring-1 ring-lifted"
          />
        ))}
        {own && (
          <span
            style={place(minuteOfTime(own.startTime), endMinute(own))}
            className="absolute inset-y-0 rounded-[6px] bg-primary ring-2 ring-lifted"
          />
        )}
        {own &&
          overlaps.map((other, n) => {
            const start = Math.max(minuteOfTime(own.startTime), minuteOfTime(other.startTime))
            const end = Math.max(start + POINT_MINUTES, Math.min(endMinute(own), endMinute(other)))
            return (
              <span
                key={n}
                style={place(start, end)}
                className="absolute inset-y-0 rounded-[6px] bg-away ring-1 ring-lifted"
              />
            )
          })}
      </div>
      <div aria-hidden className="relative mt-1 h-4 overflow-hidden text-meta text-muted tabular-nums">
        {hours.map((hour) => (
          <span
            key={hour}
            style={{ insetInlineStart: percent((hour - from) * 60) }}
            className={hour === from ? 'absolute' : 'absolute -translate-x-1/2'}
          >
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
    </div>
  )
}

function textOf(others: readonly Times[], own: Times | null): string {
  const there = others.map(timesText)
  const texts = own === null ? there : [...there, `this one ${timesText(own)}`]
  return texts.length === 0 ? 'The day: nothing planned' : `The day: ${texts.join(', ')}`
}
