// A dot at an avatar: online or away. Beside the word it is silent.

import { presenceWords } from '#web/chat/PresenceChip.tsx'
import type { UserPresence } from '#web/chat/engine/live/presence.ts'

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
