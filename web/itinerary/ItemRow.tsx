// One activity: when, what, where, how sure it is; what it collides with, and what has not gone out yet.

import { ArrowDown, ArrowUp, GripVertical, MapPin, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { removeItem } from '#core/itinerary/contract.ts'
import { statusLooks, timesText } from '#web/itinerary/itemLook.ts'
import type { ShownActivity } from '#web/itinerary/pendingActivities.ts'
import { isEndpoint } from '#web/platform/outbox/item.ts'
import { ListRow } from '#web/ui/ListRow.tsx'
import type { MenuItem } from '#web/ui/Menu.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { UnsentNote } from '#web/ui/UnsentNote.tsx'
import type { DragHandle, DragRow } from '#web/ui/useDragOrder.ts'

interface ItemRowProps {
  shown: ShownActivity
  /** Titles of what is at the same time. */
  overlaps: readonly string[]
  place: DragRow
  /** To drag it by; absent, as the two below, where there is nobody to change places with. */
  handle?: DragHandle
  onUp?: (() => void) | undefined
  onDown?: (() => void) | undefined
  onEdit: () => void
  onDelete: () => void
}

export function ItemRow({ shown, overlaps, place, handle, onUp, onDown, onEdit, onDelete }: ItemRowProps) {
  const { item, marks } = shown
  const { label, tone } = statusLooks[item.status]
  const isCancelled = item.status === 'cancelled'
  const moves: MenuItem[] = [
    ...(onUp ? [{ label: 'Move up', icon: ArrowUp, onSelect: onUp }] : []),
    ...(onDown ? [{ label: 'Move down', icon: ArrowDown, onSelect: onDown }] : []),
  ]
  return (
    <ListRow
      onPress={onEdit}
      place={place}
      leading={
        <span className="w-[max(48px,2.75em)] shrink-0 self-start pt-0.5 text-secondary font-semibold text-primary tabular-nums">
          {item.startTime}
          {item.endTime !== null && (
            <>
              <span className="sr-only">–</span>
              <span className="block font-normal text-muted">{item.endTime}</span>
            </>
          )}
        </span>
      }
      title={<span className={isCancelled ? 'text-muted line-through' : ''}>{item.title}</span>}
      {...(item.location !== null && {
        detail: (
          <>
            <MapPin aria-hidden className="me-1 inline size-3.5 align-[-2px]" />
            <bdi>{item.location}</bdi>
          </>
        ),
      })}
      note={
        <span className="grid justify-items-start gap-1">
          {item.description !== null && (
            <span className="line-clamp-3 text-secondary whitespace-pre-line text-muted">
              <bdi>{item.description}</bdi>
            </span>
          )}
          <StatusChip tone={tone}>{label}</StatusChip>
          {overlaps.length > 0 && (
            <span className="flex gap-1.5 text-secondary text-warning">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="line-clamp-2 min-w-0 wrap-anywhere">
                Overlaps with <bdi>{overlaps.join(', ')}</bdi>
              </span>
            </span>
          )}
          {marks.map((mark) => (
            <UnsentNote
              key={mark.key}
              item={mark}
              {...(isEndpoint(mark, removeItem) && { what: 'removal' })}
            />
          ))}
        </span>
      }
      actions={
        <>
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
            label={`Actions for ${item.title}, ${timesText(item)}`}
            items={[
              { label: 'Edit activity', icon: Pencil, onSelect: onEdit },
              ...moves,
              { label: 'Delete activity', icon: Trash2, tone: 'danger', onSelect: onDelete },
            ]}
          />
        </>
      }
    />
  )
}
