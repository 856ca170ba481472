// Who is here now: never an event, forgotten with the process. Fed by every request of a signed-in person and by
// their open sockets.

import type { User } from '#core/people/contract.ts'

export type PresenceStatus = User['status']

export interface Presence {
  seen(userId: string, sid: string): void
  /** A device opened or closed a socket. */
  connected(userId: string, device: string): void
  disconnected(userId: string, device: string): void
  /** What one of a person's connected devices says of them; the liveliest of all is what they are. */
  say(userId: string, device: string, status: PresenceStatus): void
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
const LIVELIEST: readonly PresenceStatus[] = ['online', 'away', 'offline']

interface Devices {
  /** Device → what it says. */
  said: Map<string, PresenceStatus>
  /** What was told last; it stays so while the last device may come back. */
  status: PresenceStatus
  leaving?: NodeJS.Timeout
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
  const settle = (userId: string, known: Devices) => {
    const status = LIVELIEST.find((one) => [...known.said.values()].includes(one)) ?? known.status
    if (status === known.status) return
    known.status = status
    tell(userId)
  }

  return {
    seen(userId, sid) {
      left.delete(userId)
      note(users, userId, clock())
      note(sessions, sid, clock())
    },
    connected(userId, device) {
      const known = devices.get(userId)
      if (known) {
        clearTimeout(known.leaving)
        known.said.set(device, 'online')
        return settle(userId, known)
      }
      devices.set(userId, { said: new Map([[device, 'online']]), status: 'online' })
      tell(userId)
    },
    disconnected(userId, device) {
      const known = devices.get(userId)
      if (!known?.said.delete(device)) return
      note(users, userId, clock())
      if (known.said.size > 0) return settle(userId, known)
      known.leaving = setTimeout(() => {
        devices.delete(userId)
        left.add(userId)
        tell(userId)
      }, GONE_AFTER_MS).unref()
    },
    say(userId, device, status) {
      const known = devices.get(userId)
      if (!known?.said.has(device)) return
      known.said.set(device, status)
      settle(userId, known)
    },
    ofUser(userId) {
      const at = users.get(userId)
      const known = devices.get(userId)
      if (known) return { status: known.status, lastSeen: new Date(at ?? clock()).toISOString() }
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
