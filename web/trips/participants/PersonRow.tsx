// One person of the trip: name, role, the organizer's menu, and the pending commands about them.

import { roleLabels } from '#core/trips/labels.ts'
import type { TripRole } from '#core/trips/events.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { type MenuItem, Menu } from '#web/ui/Menu.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { PendingNote } from '#web/ui/PendingNote.tsx'

export interface PersonRowProps {
  id: string
  name: string
  isMe?: boolean
  role: TripRole
  /** Below the name: contact details, notes. */
  lines: readonly string[]
  /** The organizer's menu; none when empty. */
  items?: readonly MenuItem[]
  /** Pending commands about this person, each with what it changes. */
  notes?: readonly { item: PendingCommand; label?: string; onEdit?: (() => void) | undefined }[]
}

const tones: Record<TripRole, Tone> = { organizer: 'primary', co_organizer: 'info', member: 'neutral' }

export function PersonRow(props: PersonRowProps) {
  const { id, name, isMe = false, role, lines, items = [], notes = [] } = props
  return (
    <li className="flex gap-3 px-4 py-3">
      <Avatar id={id} name={name} />
      <div className="min-w-0 flex-1 self-center">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium">
            <bdi>{name}</bdi>
            {isMe && <span className="font-normal text-muted"> (you)</span>}
          </span>
          <StatusChip tone={tones[role]}>{roleLabels[role]}</StatusChip>
        </p>
        {lines.map((line) => (
          <p key={line} className="text-secondary whitespace-pre-line text-muted">
            <bdi>{line}</bdi>
          </p>
        ))}
        {notes.map(({ item, ...note }) => (
          <PendingNote key={item.key} item={item} {...note} />
        ))}
      </div>
      {items.length > 0 && (
        <div className="-me-2">
          <Menu label={`Actions for ${name}`} items={items} />
        </div>
      )}
    </li>
  )
}
