// Presence: what this device publishes of its own, and how long another person's counts as current.

import type { ServerPayload } from '#web/chat/engine/live/socketPort.ts'
import type { Timers } from '#web/platform/time/timers.ts'

const AWAY_AFTER_MS = 5 * 60_000

/** @param publish sends it to the server */
export function createOwnPresence(timers: Timers, publish: (status: 'online' | 'away') => void) {
  let isAway = false
  let cancel = (): void => undefined
  /** A key, a touch, or the page is shown. */
  function input(): void {
    cancel()
    cancel = timers.after(AWAY_AFTER_MS, () => {
      isAway = true
      publish('away')
    })
    if (!isAway) return
    isAway = false
    publish('online')
  }
  input()
  return {
    input,
    /** A new connection counts as online until the client reports another status. */
    connected(): void {
      if (isAway) publish('away')
    },
  }
}

export interface UserPresence {
  userId: string
  username: string
  status: ServerPayload<'user_presence'>['status']
  /** RFC 3339; null if never online. */
  lastSeen: string | null
  /** When this device received or requested it, by the timers' clock. */
  updatedAt: number
}

/** Without a connection, an older presence counts as offline. */
const MAX_AGE_MS = 60_000

/**
 * @param now by the timers' clock
 * @param disconnectedAt when the connection was lost; null while it is up, when every presence is current
 */
export function currentPresence(
  presence: UserPresence,
  now: number,
  disconnectedAt: number | null,
  maxAgeMs = MAX_AGE_MS,
): UserPresence {
  const currentAt = disconnectedAt === null ? now : Math.max(presence.updatedAt, disconnectedAt)
  return now - currentAt > maxAgeMs ? { ...presence, status: 'offline' } : presence
}
