// One day of the week board: each activity a block as high as it is long, that opens it.

import { TriangleAlert } from 'lucide-react'
import { boardBlocksOf, type BoardBlock } from '#web/itinerary/boardColumns.ts'
import { hasEnded, minuteOfTime, overlapsIn } from '#web/itinerary/dayPlan.ts'
import { timesText } from '#web/itinerary/activityLabels.ts'
import type { ShownActivity } from '#web/itinerary/activityList.ts'
import { classes } from '#web/ui/classes.ts'

interface BoardDayProps {
  ofDay: readonly ShownActivity[]
  hours: { from: number; to: number }
  /** HH:MM where the reader is, if it is this day. */
  clock: string | null
  isOver: boolean
  nextId: string | undefined
  onEdit: (of: ShownActivity) => void
}

export const HOUR_PX = 40
/** Of the words in a block, with their room above and below. */
const [LINE_PX, MARGINS_PX] = [16, 6]

export function BoardDay({ ofDay, hours, clock, isOver, nextId, onEdit }: BoardDayProps) {
  // What is cancelled takes no room; it stands in the list of the day.
  const active = ofDay.filter(({ record }) => record.status !== 'cancelled')
  const activities = active.map(({ record }) => record)
  const [blocks, overlaps] = [boardBlocksOf(activities), overlapsIn(activities)]
  const topOf = (minute: number) => ((minute - hours.from * 60) / 60) * HOUR_PX
  const nowAt =
    clock !== null && minuteOfTime(clock) >= hours.from * 60 && minuteOfTime(clock) < hours.to * 60
      ? topOf(minuteOfTime(clock))
      : null
  const isPast = (activity: ShownActivity['record']) =>
    isOver || activity.status === 'completed' || (clock !== null && hasEnded(activity, clock))
  const lines = 'linear-gradient(var(--line) 1px, transparent 1px)'
  return (
    <div
      style={{
        height: (hours.to - hours.from) * HOUR_PX,
        background: `${lines} 0 0 / 100% ${2 * HOUR_PX}px`,
      }}
      className="relative border-s border-line"
    >
      {clock !== null && <span aria-hidden className="absolute inset-0 bg-accent-soft/40" />}
      {/* Below the blocks: it covers no title of what is under way. */}
      {nowAt !== null && (
        <span
          aria-hidden
          style={{ top: nowAt - 8 }}
          className="absolute end-1 rounded-full bg-accent px-1.5 text-meta leading-4.5 font-semibold text-on-accent tabular-nums"
        >
          {clock}
        </span>
      )}
      {activities.length === 0 && (
        <span className="absolute inset-x-0 top-30 text-center text-secondary text-muted">Free</span>
      )}
      {blocks.map((block, n) => {
        const row = active[n]!
        const activity = row.record
        const height = topOf(block.end) - topOf(block.start) - 2
        // Another that it shares the time with covers the rest.
        const end = block.isSideBySide ? block.end : Math.min(block.end, blocks[n + 1]?.start ?? block.end)
        const room = topOf(end) - topOf(block.start) - 2
        const overlapped = block.column > 0 ? overlaps.get(activity.id) : undefined
        return (
          <button
            key={activity.id}
            type="button"
            onClick={() => onEdit(row)}
            style={{
              top: topOf(block.start) + 1,
              height,
              ...sidesOf(block),
            }}
            className={classes(
              'absolute flex items-start overflow-hidden rounded-control border-s-3 px-1.5 py-0.5 text-start text-meta ring-1 ring-surface hover:z-2 hover:ring-line-strong focus-visible:z-2',
              isPast(activity)
                ? 'border-line-strong bg-surface-2 text-muted'
                : activity.id === nextId
                  ? 'border-primary bg-primary text-on-primary'
                  : overlapped
                    ? 'border-warning bg-warning-soft'
                    : 'border-primary bg-primary-soft',
            )}
          >
            <BlockText activity={activity} room={room} isNarrow={block.columns > 1} overlapped={overlapped} />
          </button>
        )
      })}
      {nowAt !== null && (
        <span
          aria-hidden
          style={{ top: nowAt }}
          className="pointer-events-none absolute start-0 end-12 z-3 h-0.5 bg-accent before:absolute before:-start-1 before:-top-1 before:size-2.5 before:rounded-full before:bg-accent forced-colors:bg-[CanvasText]"
        />
      )}
    </div>
  )
}

interface BlockTextProps {
  activity: ShownActivity['record']
  /** What can be seen of the block, in px. */
  room: number
  /** Beside another: there is room for the start time only. */
  isNarrow: boolean
  overlapped: readonly string[] | undefined
}

/** Ends between two lines, and the times have one. */
function BlockText({ activity, room, isNarrow, overlapped }: BlockTextProps) {
  const lines = Math.floor((room - MARGINS_PX) / LINE_PX)
  const hasTime = !isNarrow || lines > 2
  return (
    <span
      style={{ maxHeight: `round(down, ${room - 4}px, 1lh)` }}
      className="flex w-full flex-col items-start overflow-hidden"
    >
      <span className="flex w-full shrink-0 items-start gap-1">
        <b
          style={{ WebkitLineClamp: Math.max(hasTime ? lines - 1 : lines, 1) }}
          className="line-clamp-1 min-w-0 font-semibold wrap-anywhere"
        >
          <bdi>{activity.title}</bdi>
          <span className="sr-only">{`${overlapped ? `, overlaps with ${overlapped.join(', ')}` : ''}, `}</span>
        </b>
        {overlapped && <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />}
      </span>
      <span className={isNarrow ? 'sr-only' : 'max-w-full shrink-0 truncate tabular-nums'}>
        {timesText(activity)}
      </span>
      {isNarrow && hasTime && (
        <span aria-hidden className="shrink-0 tabular-nums">
          {activity.startTime}
        </span>
      )}
      {activity.location !== null && (
        <span
          style={{ WebkitLineClamp: Math.max(lines - 3, 1) }}
          className="line-clamp-1 shrink-0 wrap-anywhere"
        >
          <span className="sr-only">, </span>
          <bdi>{activity.location}</bdi>
        </span>
      )}
    </span>
  )
}

/** Each column steps to the right and covers a part of the one before it, unless that would cover a title. */
function sidesOf({ column, columns, isSideBySide }: BoardBlock) {
  const step = isSideBySide ? 100 / columns : columns === 1 ? 0 : Math.min(30, 60 / (columns - 1))
  return {
    insetInlineStart: `calc(3px + ${column * step}%)`,
    insetInlineEnd: `calc(3px + ${(columns - 1 - column) * step}%)`,
  }
}
