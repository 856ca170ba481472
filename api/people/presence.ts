// Who is here now: never an event, forgotten with the process. Fed by every request of a signed-in person and by
// their open sockets.

import type { User } from '#core/people/contract.ts'

export type PresenceStatus = User['status']

export interface Presence {
  seen(userId: string, sid: string): void
  /** A device opened or closed a socket. */
  connected(userId: string): void
  disconnected(userId: string): void
  /** What a person's device says of them; counts while a device is connected. */
  say(userId: string, status: PresenceStatus): void
  ofUser(userId: string): Pick<User, 'status' | 'lastSeen'>
  /** RFC 3339 UTC; null when the session was not used since the server started. */
  ofSession(sid: string): string | null
  /** Hears of each change of status; returns how to stop. */
  onChange(listener: (userId: string) => void): () => void
}

/** Without a socket, seen within this time is online, in ms. */
const ONLINE_FOR_MS = 60_000
/** A phone that loses its signal for a moment has not left, in ms. */
const GONE_AFTER_MS = 15_000
const REMEMBERED = 100_000

interface Devices {
  count: number
  said: PresenceStatus
  leaving: NodeJS.Timeout | undefined
}

/** @param clock milliseconds since 1970 */
export function createPresence(clock: () => number): Presence {
  const users = new Map<string, number>()
  const sessions = new Map<string, number>()
  const devices = new Map<string, Devices>()
  /** Whose last device went: a request from before then makes nobody online. */
  const left = new Set<string>()
  const listeners = new Set<(userId: string) => void>()
  const tell = (userId: string) => {
    for (const listener of listeners) listener(userId)
  }

  return {
    seen(userId, sid) {
      left.delete(userId)
      note(users, userId, clock())
      note(sessions, sid, clock())
    },
    connected(userId) {
      const known = devices.get(userId)
      if (known) {
        clearTimeout(known.leaving)
        known.count += 1
        return
      }
      devices.set(userId, { count: 1, said: 'online', leaving: undefined })
      tell(userId)
    },
    disconnected(userId) {
      const known = devices.get(userId)
      if (!known) return
      note(users, userId, clock())
      known.count -= 1
      if (known.count > 0) return
      known.leaving = setTimeout(() => {
        devices.delete(userId)
        left.add(userId)
        tell(userId)
      }, GONE_AFTER_MS).unref()
    },
    say(userId, status) {
      const known = devices.get(userId)
      if (!known || known.said === status) return
      known.said = status
      tell(userId)
    },
    ofUser(userId) {
      const at = users.get(userId)
      const known = devices.get(userId)
      if (known) return { status: known.said, lastSeen: new Date(at ?? clock()).toISOString() }
      if (at === undefined) return { status: 'offline', lastSeen: null }
      const status = !left.has(userId) && clock() - at <= ONLINE_FOR_MS ? 'online' : 'offline'
      return { status, lastSeen: new Date(at).toISOString() }
    },
    ofSession(sid) {
      const at = sessions.get(sid)
      return at === undefined ? null : new Date(at).toISOString()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The longest unseen goes first. */
function note(times: Map<string, number>, id: string, now: number): void {
  times.delete(id)
  times.set(id, now)
  if (times.size > REMEMBERED) times.delete(times.keys().next().value!)
}
