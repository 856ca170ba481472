// One activity of the agenda: its times, and a card with title, place and status, what it overlaps with, and the marks
// of its commands.

import {
  ArrowDown,
  ArrowUp,
  Check,
  GripVertical,
  MapPin,
  Paperclip,
  Pencil,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import { formatCount } from '#core/kernel/format.ts'
import { activityStatusLabels, mapsUrl, timesText } from '#web/itinerary/activityLabels.ts'
import type { ShownActivity } from '#web/itinerary/activityList.ts'
import { RecordMarks } from '#web/records/RecordMarks.tsx'
import { classes } from '#web/ui/classes.ts'
import { type MenuItem, Menu } from '#web/ui/buttons/Menu.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'
import type { DragHandle, DragRow } from '#web/ui/lists/useDragOrder.ts'

interface ActivityRowProps {
  shown: ShownActivity
  /** Titles of the activities that overlap with it. */
  overlaps: readonly string[]
  isOver: boolean
  /** It is the next activity, or under way: when it begins, '' where that goes without saying. */
  next: string | undefined
  dragRow: DragRow
  /** The drag handle; absent, as the two below, when no other activity starts at the same time. */
  handle?: DragHandle
  onUp?: (() => void) | undefined
  onDown?: (() => void) | undefined
  onEdit: () => void
  onDelete: () => void
}

/** The whole card is the target of its title. */
const target =
  'block w-full text-start outline-none after:absolute after:inset-0 after:rounded-card hover:after:bg-text/3 ' +
  'active:after:bg-text/6 focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-primary'

/** The buttons are beside the title only. */
const belowTitle = 'col-span-2 pe-3'

export function ActivityRow(props: ActivityRowProps) {
  const { shown, overlaps, isOver, next, dragRow, handle, onUp, onDown, onEdit, onDelete } = props
  const { record: activity } = shown
  const isNext = next !== undefined
  const isMuted = isOver || activity.status === 'cancelled' || activity.status === 'completed'
  const moves: MenuItem[] = [
    ...(onUp ? [{ label: 'Move up', icon: ArrowUp, onSelect: onUp }] : []),
    ...(onDown ? [{ label: 'Move down', icon: ArrowDown, onSelect: onDown }] : []),
  ]
  return (
    <li {...dragRow} className="relative flex gap-3 rounded-card pb-2">
      <Times activity={activity} isMuted={isMuted} />
      <div
        className={classes(
          'relative grid min-h-16 min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] content-start gap-y-0.5 rounded-card border bg-surface py-3 ps-4 pe-1',
          isNext ? 'border-primary outline outline-primary' : 'border-line',
        )}
      >
        <span
          aria-hidden
          className={classes(
            'absolute start-0 inset-y-3 w-1 rounded-e-full forced-colors:hidden',
            isNext ? 'bg-primary' : isMuted ? 'bg-line' : 'bg-line-strong',
          )}
        />
        <button type="button" onClick={onEdit} className={target}>
          <span className="flex gap-1.5">
            <span className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
              <bdi
                className={classes(
                  isMuted && 'text-muted',
                  activity.status === 'cancelled' && 'line-through',
                )}
              >
                {activity.title}
              </bdi>
            </span>
            {activity.status === 'confirmed' && <ConfirmedTick />}
          </span>
        </button>
        {activity.location !== null && (
          <div className={belowTitle}>
            <LocationLink location={activity.location} />
          </div>
        )}
        <Notes shown={shown} overlaps={overlaps} next={next} onEdit={onEdit} />
        <div className="relative z-1 col-start-2 row-start-1 -ms-1 -mt-1.5 -mb-3.5 flex">
          {handle && (
            <span
              aria-hidden
              title="Drag to reorder"
              className="grid size-11 cursor-grab touch-none place-items-center text-muted active:cursor-grabbing"
              {...handle}
            >
              <GripVertical className="size-5" />
            </span>
          )}
          <Menu
            label={`Actions for ${activity.title}, ${timesText(activity)}`}
            items={[
              { label: 'Edit activity', icon: Pencil, onSelect: onEdit },
              ...moves,
              { label: 'Delete activity', icon: Trash2, tone: 'danger', onSelect: onDelete },
            ]}
          />
        </div>
      </div>
    </li>
  )
}

/** The width of the times, so that what stands between two activities begins where their cards do. */
export const timeColumn = 'w-[max(48px,3rem)] shrink-0 text-end tabular-nums'

const Times = ({
  activity: { startTime, endTime },
  isMuted,
}: {
  activity: ShownActivity['record']
  isMuted: boolean
}) => (
  <span className={classes(timeColumn, 'pt-3 leading-5 font-semibold', isMuted && 'text-muted')}>
    <span>{startTime}</span>
    {endTime !== null && (
      <>
        <span className="sr-only">–</span>
        <span className="block text-meta font-normal text-muted">{endTime}</span>
      </>
    )}
  </span>
)

const ConfirmedTick = () => (
  <>
    <Check aria-hidden className="mt-0.75 size-4.5 shrink-0 text-success" />
    <span className="sr-only">{`, ${activityStatusLabels.confirmed.label}`}</span>
  </>
)

function Notes({
  shown: { record: activity, commands },
  overlaps,
  next,
  onEdit,
}: Pick<ActivityRowProps, 'shown' | 'overlaps' | 'next' | 'onEdit'>) {
  const { label, tone } = activityStatusLabels[activity.status]
  return (
    <span className={`${belowTitle} mt-1 grid justify-items-start gap-1.5 empty:hidden`}>
      {activity.description !== null && (
        <span className="line-clamp-3 text-secondary whitespace-pre-line text-muted">
          <bdi>{activity.description}</bdi>
        </span>
      )}
      {activity.attachments.length > 0 && (
        <span className="flex gap-1 text-secondary text-muted">
          <Paperclip aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{formatCount(activity.attachments.length, 'file')}</span>
        </span>
      )}
      {next !== undefined && next !== '' && (
        <span className="rounded-full bg-accent-soft px-2.5 py-1 text-meta font-semibold text-accent">
          {next}
        </span>
      )}
      {(activity.status === 'completed' || activity.status === 'cancelled') && (
        <StatusChip tone={tone}>{label}</StatusChip>
      )}
      {overlaps.length > 0 && (
        <span className="flex gap-1.5 text-secondary text-warning">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="line-clamp-2 min-w-0 wrap-anywhere">
            Overlaps with <bdi>{overlaps.join(', ')}</bdi>
          </span>
        </span>
      )}
      {commands.length > 0 && (
        <span className="relative z-1">
          <RecordMarks commands={commands} onEdit={onEdit} />
        </span>
      )}
    </span>
  )
}

/** Opens a map in a new tab, which learns the location and not where it was opened. */
const LocationLink = ({ location }: { location: string }) => (
  <a
    href={mapsUrl(location)}
    target="_blank"
    rel="noopener noreferrer"
    className="touch-target z-1 flex w-fit max-w-full items-start gap-1 rounded-control text-secondary text-muted underline-offset-2 hover:text-text hover:underline"
  >
    <MapPin aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
    <span className="line-clamp-2 min-w-0 wrap-anywhere">
      <bdi>{location}</bdi>
      <span className="sr-only">, on a map in a new tab</span>
    </span>
  </a>
)
