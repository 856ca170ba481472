// The presence of a person: a dot at an avatar, and the word. Beside the word the dot is silent.

import type { UserPresence } from '#web/chat/engine/live/presence.ts'
import { formatRelativeInSentence } from '#web/platform/time/format.ts'

interface PresenceDotProps {
  /** No dot while it is unknown. */
  status: UserPresence['status'] | undefined
  /** For screen readers, where the word does not stand beside it. */
  isNamed?: boolean
  /** At a small avatar, whose letter it must not cover. */
  isSmall?: boolean
}

export function PresenceDot({ status, isNamed = false, isSmall = false }: PresenceDotProps) {
  if (status !== 'online' && status !== 'away') return null
  return (
    <span
      className={`absolute -end-0.5 -bottom-0.5 ${isSmall ? 'size-3' : 'size-4'} rounded-full border-2 border-surface ${status === 'online' ? 'bg-online' : 'bg-away'}`}
    >
      {isNamed && <span className="sr-only">{presenceWords[status]}</span>}
    </span>
  )
}

export const presenceWords = { online: 'Online', away: 'Away', offline: 'Offline' } as const
const textColors: Record<UserPresence['status'], string> = {
  online: 'font-medium text-success',
  away: 'font-medium text-warning',
  offline: '',
}

type Shown = Pick<UserPresence, 'status' | 'lastSeen'>

/** A person's presence, with the last time online. */
export function PresenceChip({ status, lastSeen, now }: Shown & { now: number }) {
  return (
    <p className="mt-0.5 text-secondary text-muted">
      <span className={textColors[status]}>{presenceWords[status]}</span>
      {status === 'offline' && lastSeen !== null && (
        <>
          {' · '}
          <span>{`last seen ${formatRelativeInSentence(lastSeen, now)}`}</span>
        </>
      )}
    </p>
  )
}

/** 'Online', 'Last seen 5 minutes ago' @param now milliseconds since 1970 */
export function presenceText({ status, lastSeen }: Shown, now: number): string {
  if (status !== 'offline' || lastSeen === null) return presenceWords[status]
  return `Last seen ${formatRelativeInSentence(lastSeen, now)}`
}
