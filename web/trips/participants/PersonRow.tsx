// One person of the trip: name, role, the organizer's menu, and the marks of the commands about them.

import { Link } from 'lucide-react'
import type { ReactNode } from 'react'
import { roleLabels } from '#core/trips/labels.ts'
import type { TripRole } from '#core/trips/events.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { type MenuItem, Menu } from '#web/ui/buttons/Menu.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'
import type { Tone } from '#web/ui/feedback/tone.ts'
import { PersonName } from '#web/ui/PersonName.tsx'

export interface PersonRowProps {
  id: string
  name: string
  isMe?: boolean
  role: TripRole
  /** Came by an invite link. */
  isByLink?: boolean
  /** Has asked the organizer, who has not answered yet. */
  isAsking?: boolean
  /** Below the name: contact details, who added them, notes. */
  lines: readonly string[]
  /** The organizer's menu; none when empty. */
  items?: readonly MenuItem[]
  marks?: ReactNode
}

/** Roles that can do more than others are chips. */
const tones: Record<TripRole, Tone | null> = { organizer: 'primary', co_organizer: 'info', member: null }

export function PersonRow(props: PersonRowProps) {
  const { id, name, isMe = false, role, isByLink = false, isAsking = false, lines, items = [], marks } = props
  return (
    <li className="flex items-center gap-3 px-3.5 py-2.5">
      <Avatar id={id} name={name} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
        <div className="min-w-0 flex-[1_1_7rem]">
          <p className="font-medium wrap-anywhere">
            <PersonName name={name} isMe={isMe} />
          </p>
          {isByLink && (
            <StatusChip>
              <Link aria-hidden className="me-1 size-3" />
              <span>joined by link</span>
            </StatusChip>
          )}
          {lines.map((line) => (
            <p key={line} className="text-secondary wrap-anywhere whitespace-pre-line text-muted">
              <bdi>{line}</bdi>
            </p>
          ))}
        </div>
        {!(isAsking && role === 'member') && <Role role={role} />}
        {isAsking && <StatusChip tone="accent">Asks</StatusChip>}
        {marks}
      </div>
      {items.length > 0 && (
        <div className="-me-2.5">
          <Menu label={`Actions for ${name}`} items={items} />
        </div>
      )}
    </li>
  )
}

function Role({ role }: { role: TripRole }) {
  const tone = tones[role]
  if (tone === null) return <span className="text-meta text-muted">{roleLabels[role]}</span>
  return <StatusChip tone={tone}>{roleLabels[role]}</StatusChip>
}
