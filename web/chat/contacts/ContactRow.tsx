// One contact.

import { shownName } from '#core/kernel/personName.ts'
import { MessageCircle, ShieldCheck } from 'lucide-react'
import { memo } from 'react'
import type { User } from '#core/people/contract.ts'
import type { UserPresence } from '#web/chat/engine/live/presence.ts'
import { PresenceDot, PresenceChip } from '#web/chat/Presence.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Spinner } from '#web/ui/buttons/Spinner.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'

interface ContactRowProps {
  user: User
  presence: Pick<UserPresence, 'status' | 'lastSeen'>
  /** Milliseconds since 1970. */
  now: number
  isStarting: boolean
  onStart: (user: User) => void
}

export const ContactRow = memo(function ContactRow(props: ContactRowProps) {
  const { user, presence, now, isStarting, onStart } = props
  return (
    <li className="relative flex min-h-18 items-center gap-3 py-2.5 ps-4 pe-2">
      <span className="relative shrink-0">
        <Avatar id={user.id} name={shownName(user)} />
        <PresenceDot status={presence.status} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-medium wrap-anywhere">
            <bdi>{shownName(user)}</bdi>
          </span>
          {user.isAdmin && (
            <StatusChip tone="info">
              <ShieldCheck aria-hidden className="me-1 size-3.5" />
              Administrator
            </StatusChip>
          )}
        </p>
        <PresenceChip status={presence.status} lastSeen={presence.lastSeen} now={now} />
      </div>
      {/* The whole row is its touch target. */}
      <button
        type="button"
        aria-label={`Start chat with ${shownName(user)}`}
        title={`Start chat with ${shownName(user)}`}
        aria-busy={isStarting || undefined}
        onClick={() => onStart(user)}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-primary outline-none after:absolute after:inset-0 hover:after:bg-text/3 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-primary active:after:bg-text/6"
      >
        {isStarting ? <Spinner /> : <MessageCircle aria-hidden className="size-5.5" />}
      </button>
    </li>
  )
})
