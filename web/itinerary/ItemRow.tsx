// One activity: time, title, place and status, what it overlaps with, and its pending commands.

import { ArrowDown, ArrowUp, GripVertical, MapPin, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { changeItem, removeItem } from '#core/itinerary/contract.ts'
import { itemStatusLabels, timesText } from '#web/itinerary/itemLabels.ts'
import type { ShownActivity } from '#web/itinerary/pendingActivities.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'
import { ListRow } from '#web/ui/ListRow.tsx'
import { type MenuItem, Menu } from '#web/ui/Menu.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { PendingNote } from '#web/ui/PendingNote.tsx'
import type { DragHandle, DragRow } from '#web/ui/useDragOrder.ts'

interface ItemRowProps {
  shown: ShownActivity
  /** Titles of the activities that overlap with it. */
  overlaps: readonly string[]
  dragRow: DragRow
  /** The drag handle; absent, as the two below, when no other activity starts at the same time. */
  handle?: DragHandle
  onUp?: (() => void) | undefined
  onDown?: (() => void) | undefined
  onEdit: () => void
  onDelete: () => void
}

export function ItemRow({ shown, overlaps, dragRow, handle, onUp, onDown, onEdit, onDelete }: ItemRowProps) {
  const { item } = shown
  const isCancelled = item.status === 'cancelled'
  const moves: MenuItem[] = [
    ...(onUp ? [{ label: 'Move up', icon: ArrowUp, onSelect: onUp }] : []),
    ...(onDown ? [{ label: 'Move down', icon: ArrowDown, onSelect: onDown }] : []),
  ]
  return (
    <ListRow
      onPress={onEdit}
      dragRow={dragRow}
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
      note={<Notes shown={shown} overlaps={overlaps} onEdit={onEdit} />}
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

function Notes({
  shown: { item, pending },
  overlaps,
  onEdit,
}: Pick<ItemRowProps, 'shown' | 'overlaps' | 'onEdit'>) {
  const { label, tone } = itemStatusLabels[item.status]
  return (
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
      {pending.map((command) => (
        <PendingNote
          key={command.key}
          item={command}
          {...(isEndpoint(command, removeItem) && { label: 'removal' })}
          {...(isEndpoint(command, changeItem) && { onEdit })}
        />
      ))}
    </span>
  )
}
