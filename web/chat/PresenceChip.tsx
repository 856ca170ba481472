// A person's presence, with the last time online.

import { formatRelativeInSentence } from '#web/platform/time/format.ts'
import type { UserPresence } from '#web/chat/engine/live/presence.ts'

export const presenceWords = { online: 'Online', away: 'Away', offline: 'Offline' } as const
const textColors: Record<UserPresence['status'], string> = {
  online: 'font-medium text-success',
  away: 'font-medium text-warning',
  offline: '',
}

type Shown = Pick<UserPresence, 'status' | 'lastSeen'>

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
