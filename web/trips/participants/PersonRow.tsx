// One person of the trip: who they are, their role, what the organizer can do about them, and what of it is still on
// its way.

import type { ReactNode } from 'react'
import type { TripRole } from '#core/trips/events.ts'
import type { Pending } from '#web/platform/send.ts'
import { roleLabels } from '#web/trips/roster.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import type { MenuItem } from '#web/ui/Menu.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { Unsent } from '#web/ui/Unsent.tsx'

export interface PersonRowProps {
  id: string
  name: string
  isMe?: boolean
  role: TripRole
  detail: ReactNode
  /** Below the row, in full. */
  notes?: ReactNode
  /** Of the organizer's menu; without any there is none. */
  items?: readonly MenuItem[]
  /** What is on its way about them, each with its word. */
  unsent?: readonly { item: Pending; what?: string }[]
}

const tones: Record<TripRole, Tone> = { organizer: 'primary', co_organizer: 'info', member: 'neutral' }

export function PersonRow(props: PersonRowProps) {
  const { id, name, isMe = false, role, detail, notes, items = [], unsent = [] } = props
  return (
    <li>
      <ListRow
        as="div"
        leading={<Avatar id={id} name={name} />}
        title={
          <>
            <bdi>{name}</bdi>
            {isMe && <span className="font-normal text-muted"> (you)</span>}
          </>
        }
        detail={detail}
        trailing={<StatusChip tone={tones[role]}>{roleLabels[role]}</StatusChip>}
        actions={items.length > 0 ? <Menu label={`Actions for ${name}`} items={items} /> : undefined}
      />
      {(notes || unsent.length > 0) && (
        <div className="space-y-1 ps-17 pe-4 pb-3">
          {notes}
          {unsent.map(({ item, what }) => (
            <Unsent key={item.key} item={item} {...(what !== undefined && { what })} />
          ))}
        </div>
      )}
    </li>
  )
}
