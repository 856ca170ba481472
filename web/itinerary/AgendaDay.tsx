// One day of the agenda: its heading and its activities in their order, with what is free between them, and the present
// time. Activities with the same start time can be reordered by dragging or from their menus.

import { Fragment, memo } from 'react'
import { gapsIn, hasEnded, overlapsIn } from '#web/itinerary/dayPlan.ts'
import type { ItemResponse } from '#core/itinerary/contract.ts'
import { startingTogether, type TripDay } from '#web/itinerary/days.ts'
import { durationText, dayParts } from '#web/itinerary/activityLabels.ts'
import { ActivityRow, timeColumn } from '#web/itinerary/ActivityRow.tsx'
import type { ShownActivity } from '#web/itinerary/activityList.ts'
import { useOrder } from '#web/itinerary/useOrder.tsx'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { useIncrementalRows } from '#web/ui/lists/useIncrementalRows.ts'

export interface AgendaDayProps {
  day: TripDay
  ofDay: readonly ShownActivity[]
  tripId: string
  /** HH:MM where the reader is, if it is this day. */
  clock: string | null
  /** The trip is not over, and this day is. */
  isOver: boolean
  isSelected: boolean
  /** The next activity, if it is on this day, and when that is. */
  next: { id: string; text: string } | null
  onEdit: (of: ShownActivity) => void
  onDelete: (of: ShownActivity) => void
  onAdd: (date: string) => void
}

/** More activities of one day are rendered as one scrolls to them. */
const ROWS = 100

export const AgendaDay = memo(function AgendaDay(props: AgendaDayProps) {
  const { day, ofDay, isOver, isSelected, onAdd } = props
  const { longDate } = dayParts(day.date)
  return (
    <section data-date={day.date}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 pb-2">
        <h3 className="text-title font-semibold">{longDate}</h3>
        <span className="text-secondary text-muted">
          {day.isOutside ? 'Outside the trip' : `Day ${day.dayNumber}`}
        </span>
      </div>
      {day.isOutside && (
        <div className="pb-3">
          <Banner tone="info">
            This day is not part of the trip any more. What was planned for it is kept here: move it to
            another day, or delete it.
          </Banner>
        </div>
      )}
      {ofDay.length > 0 ? (
        <Activities {...props} label={`Activities on ${longDate}`} />
      ) : (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 rounded-card border border-dashed border-line ps-4 pe-2 text-secondary text-muted">
          <span>{isSelected ? 'No activities yet.' : 'Free'}</span>
          {!isOver && (
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Plan something on ${longDate}`}
              onClick={() => onAdd(day.date)}
            >
              Plan something
            </Button>
          )}
        </div>
      )}
    </section>
  )
})

function Activities(props: AgendaDayProps & { label: string }) {
  const { day, ofDay, tripId, clock, isOver, next, onEdit, onDelete, label } = props
  const { shown, reorder, undo, handleOf, rowOf } = useOrder(tripId, ofDay)
  const { count, end } = useIncrementalRows(shown.length, day.date, ROWS)
  const activities = shown.map(({ record }) => record)
  const [overlaps, gaps] = [overlapsIn(activities), gapsIn(activities)]
  const nowAt = clock === null ? -1 : positionOf(activities, clock)
  return (
    <>
      <ul aria-label={label}>
        {shown.slice(0, count).map((row, n) => {
          const activity = row.record
          const group = startingTogether(activities, activity)
          const index = group.indexOf(activity.id)
          const change = (to: number) =>
            to < 0 || to >= group.length
              ? undefined
              : () => reorder(group.with(index, group[to]!).with(to, activity.id))
          const gap = gaps.get(activity.id)
          return (
            <Fragment key={activity.id}>
              {n === nowAt ? (
                <NowLine clock={clock!} />
              ) : (
                gap && <Between>{`Free until ${gap.until} · ${durationText(gap.minutes)}`}</Between>
              )}
              <ActivityRow
                shown={row}
                overlaps={overlaps.get(activity.id) ?? []}
                isOver={isOver || (clock !== null && hasEnded(activity, clock))}
                next={next?.id === activity.id ? next.text : undefined}
                dragRow={rowOf(activity.id)}
                // A drag measures every row of the group.
                {...(group.length > 1 &&
                  n - index + group.length <= count && { handle: handleOf(activity.id, group) })}
                onUp={change(index - 1)}
                onDown={change(index + 1)}
                onEdit={() => onEdit(row)}
                onDelete={() => onDelete(row)}
              />
            </Fragment>
          )
        })}
        {nowAt === activities.length && <NowLine clock={clock!} />}
      </ul>
      {count < shown.length && <div ref={end} className="h-px" />}
      {undo}
    </>
  )
}

/** Before the first activity that has not started. */
function positionOf(activities: readonly ItemResponse[], clock: string): number {
  const index = activities.findIndex(({ startTime }) => startTime > clock)
  return index < 0 ? activities.length : index
}

const Between = ({ children }: { children: string }) => (
  <li className="flex gap-3 pb-2">
    <span className={timeColumn} />
    <span className="ps-4 text-meta text-muted">{children}</span>
  </li>
)

const NowLine = ({ clock }: { clock: string }) => (
  <li className="flex items-center gap-3 pt-1 pb-3 text-secondary font-semibold text-accent">
    <span className={timeColumn}>
      <span className="sr-only">Now, </span>
      <span>{clock}</span>
    </span>
    <span
      aria-hidden
      className="relative h-0.5 flex-1 rounded-full bg-accent before:absolute before:-start-1 before:-top-1 before:size-2.5 before:rounded-full before:bg-accent forced-colors:bg-[CanvasText] forced-colors:before:bg-[CanvasText]"
    />
  </li>
)
