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

export interface Presence {
  status: Status
  /** RFC 3339; null when never seen. */
  lastSeen: string | null
}

/** Without news of anybody for this long, nobody is taken for being here. */
const NEWS_FOR_MS = 60_000

/**
 * A presence as it is to be shown.
 * @param silentMs how long no news could reach this device; 0 while it is connected
 */
export function shownPresence(told: Presence, silentMs: number): Presence {
  return silentMs > NEWS_FOR_MS ? { ...told, status: 'offline' } : told
}
