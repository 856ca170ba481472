// Whether people are here: what this device says of its own, and what is shown of the others'.

import type { ServerEvents } from '#core/chat/socketEvents.ts'
import type { Timers } from '#web/platform/timers.ts'

type Status = Parameters<ServerEvents['user_presence']>[0]['status']

export interface OwnPresence {
  /** A key, a touch, a look at the page. */
  input(): void
  /** The connection is new and knows nothing of it. */
  connected(): void
}

const AWAY_AFTER_MS = 5 * 60_000

/** @param say tells the server; it takes a new connection for online */
export function createOwnPresence(timers: Timers, say: (status: 'online' | 'away') => void): OwnPresence {
  let isAway = false
  let callOff = (): void => undefined
  function input(): void {
    callOff()
    callOff = timers.after(AWAY_AFTER_MS, () => {
      isAway = true
      say('away')
    })
    if (!isAway) return
    isAway = false
    say('online')
  }
  input()
  return {
    input,
    connected() {
      if (isAway) say('away')
    },
  }
}

export interface ShownPresence {
  userId: string
  username: string
  status: Status
  /** RFC 3339; null when never seen. */
  lastSeen: string | null
  /** When this device heard it, or asked for it, by the timers' clock. */
  updatedAt: number
}

/** Nobody is taken for being here whose presence is older. */
const LONGEST_AGE_MS = 60_000

/**
 * A presence as it is to be shown: what is too old says offline.
 * @param now by the timers' clock
 * @param lostAt since when no news can come; null while it can, and what was heard last is true now
 */
export function toShownPresence(
  presence: ShownPresence,
  now: number,
  lostAt: number | null,
  longestAgeMs = LONGEST_AGE_MS,
): ShownPresence {
  const trueAt = lostAt === null ? now : Math.max(presence.updatedAt, lostAt)
  return now - trueAt > longestAgeMs ? { ...presence, status: 'offline' } : presence
}
