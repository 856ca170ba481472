// A person's presence, with the last time online.

import { formatRelativeInSentence } from '#web/platform/format.ts'
import type { UserPresence } from '#web/chat/engine/live/presence.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import type { Tone } from '#web/ui/tone.ts'

export const presenceWords = { online: 'Online', away: 'Away', offline: 'Offline' } as const
const tones: Record<UserPresence['status'], Tone> = {
  online: 'success',
  away: 'warning',
  offline: 'neutral',
}

type Shown = Pick<UserPresence, 'status' | 'lastSeen'>

export function PresenceChip({ status, lastSeen, now }: Shown & { now: number }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusChip tone={tones[status]}>{presenceWords[status]}</StatusChip>
      {status === 'offline' && lastSeen !== null && (
        <span className="text-meta text-muted">last seen {formatRelativeInSentence(lastSeen, now)}</span>
      )}
    </span>
  )
}

/** 'Online', 'Last seen 5 minutes ago' */
export function presenceText({ status, lastSeen }: Shown, now: number): string {
  if (status !== 'offline' || lastSeen === null) return presenceWords[status]
  return `Last seen ${formatRelativeInSentence(lastSeen, now)}`
}
