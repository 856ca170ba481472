// Who is here now: never an event, forgotten with the process. Fed by every request of a signed-in person, by their
// open sockets, and by what other nodes say of theirs.

import type { User } from '#core/people/contract.ts'

export type PresenceStatus = User['status']

export interface PresenceTracker {
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
  /** What this node knows by itself, for the others. */
  own: {
    all(): [userId: string, status: PresenceStatus][]
    /** null once a person's last device here has gone for good. */
    onChange(listener: (userId: string, status: PresenceStatus | null) => void): void
    onSeen(listener: (userId: string, sid: string) => void): void
  }
  /** What other nodes know. */
  elsewhere: {
    connected(node: string, userId: string, status: PresenceStatus | null): void
    /** @param at milliseconds since 1970 */
    seen(userId: string, sid: string, at: number): void
    /** It is not heard of any more. */
    gone(node: string): void
  }
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
export function createPresenceTracker(clock: () => number): PresenceTracker {
  const users = new Map<string, number>()
  const sessions = new Map<string, number>()
  const devices = new Map<string, Devices>()
  /** Node → person → what their devices there say. */
  const others = new Map<string, Map<string, PresenceStatus>>()
  /** Whose last device went: a request from before then makes nobody online. */
  const left = new Set<string>()
  const listeners = new Set<(userId: string) => void>()
  const ownListeners = new Set<(userId: string, status: PresenceStatus | null) => void>()
  const seenListeners = new Set<(userId: string, sid: string) => void>()

  const ownOf = (userId: string): PresenceStatus | null => devices.get(userId)?.status ?? null
  const of = (userId: string): PresenceStatus | null => {
    const own = ownOf(userId)
    if (others.size === 0) return own
    const said = [own, ...Array.from(others.values(), (people) => people.get(userId))]
    return liveliest(said)
  }
  /** Tells what has changed by it, this node's own and of all nodes together. */
  const change = (userId: string, act: () => void) => {
    const [own, all] = [ownOf(userId), of(userId)]
    act()
    const now = of(userId)
    if (ownOf(userId) !== own) for (const listener of ownListeners) listener(userId, ownOf(userId))
    if (now === all) return
    if (now === null) left.add(userId)
    for (const listener of listeners) listener(userId)
  }
  const settle = (known: Devices) => {
    known.status = liveliest([...known.said.values()]) ?? known.status
  }

  return {
    seen(userId, sid) {
      left.delete(userId)
      note(users, userId, clock())
      note(sessions, sid, clock())
      for (const listener of seenListeners) listener(userId, sid)
    },
    connected(userId, device) {
      change(userId, () => {
        const known: Devices = devices.get(userId) ?? { said: new Map(), status: 'online' }
        devices.set(userId, known)
        clearTimeout(known.leaving)
        known.said.set(device, 'online')
        settle(known)
      })
    },
    disconnected(userId, device) {
      const known = devices.get(userId)
      if (!known?.said.has(device)) return
      note(users, userId, clock())
      change(userId, () => {
        known.said.delete(device)
        settle(known)
      })
      if (known.said.size > 0) return
      known.leaving = setTimeout(() => change(userId, () => devices.delete(userId)), GONE_AFTER_MS).unref()
    },
    say(userId, device, status) {
      const known = devices.get(userId)
      if (!known?.said.has(device)) return
      change(userId, () => {
        known.said.set(device, status)
        settle(known)
      })
    },
    ofUser(userId) {
      const at = users.get(userId)
      const connected = of(userId)
      if (connected) return { status: connected, lastSeen: new Date(at ?? clock()).toISOString() }
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
    own: {
      all: () => Array.from(devices, ([userId, { status }]) => [userId, status]),
      onChange: (listener) => void ownListeners.add(listener),
      onSeen: (listener) => void seenListeners.add(listener),
    },
    elsewhere: {
      connected(node, userId, status) {
        const people = others.get(node) ?? new Map<string, PresenceStatus>()
        others.set(node, people)
        note(users, userId, clock())
        change(userId, () => (status === null ? people.delete(userId) : people.set(userId, status)))
      },
      seen(userId, sid, at) {
        if (at < (users.get(userId) ?? 0)) return
        left.delete(userId)
        note(users, userId, at)
        note(sessions, sid, at)
      },
      gone(node) {
        const people = others.get(node) ?? new Map<string, PresenceStatus>()
        for (const userId of people.keys()) change(userId, () => people.delete(userId))
        others.delete(node)
      },
    },
  }
}

function liveliest(said: readonly (PresenceStatus | null | undefined)[]): PresenceStatus | null {
  return LIVELIEST.find((one) => said.includes(one)) ?? null
}

/** The longest unseen goes first. */
function note(times: Map<string, number>, id: string, now: number): void {
  times.delete(id)
  times.set(id, now)
  if (times.size > REMEMBERED) times.delete(times.keys().next().value!)
}
