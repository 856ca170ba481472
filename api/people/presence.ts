// Tracks the presence of people, in memory: from every request of a signed-in person, from their open sockets, and
// from other nodes. One closure, because all of it shares the same maps.

import { LRUCache } from 'lru-cache'
import type { User } from '#core/people/contract.ts'
import { MAX_PRESENCE_TIMES } from '#api/platform/nodes.ts'

export type PresenceStatus = User['status']

export interface PresenceTracker {
  /** Records a request of this session: the person is online. */
  recordRequest(userId: string, sid: string): void
  /** A device opened or closed a socket. */
  connected(userId: string, device: string): void
  disconnected(userId: string, device: string): void
  /** Sets the status of one connected device; a person has the liveliest status of all devices. */
  setStatus(userId: string, device: string, status: PresenceStatus): void
  ofUser(userId: string): Pick<User, 'status' | 'lastSeen'>
  /** RFC 3339 UTC; null when that is not known. */
  ofSession(sid: string): string | null
  /** Called for each change of status; returns the unsubscribe function. */
  onChange(listener: (userId: string) => void): () => void
  /** When people and sessions were last seen, in milliseconds since 1970 by their ids. */
  times: {
    /** Those that have changed since the last call; a connected person is seen now. */
    takeChanged(): Map<string, number>
    /** From before the start. */
    restore(times: ReadonlyMap<string, number>): void
  }
  /** The presence on this node, for the other nodes. */
  thisNode: {
    all(): [userId: string, status: PresenceStatus][]
    /** null once a person's last device here is gone. */
    onChange(listener: (userId: string, status: PresenceStatus | null) => void): void
    onRequest(listener: (userId: string, sid: string) => void): void
  }
  otherNodes: {
    /** @param status null once the person's last device on that node is gone */
    setStatus(node: string, userId: string, status: PresenceStatus | null): void
    /** Nobody else has a device on that node. */
    retain(node: string, userIds: ReadonlySet<string>): void
    /** @param at milliseconds since 1970 */
    recordRequest(userId: string, sid: string, at: number): void
    gone(node: string): void
  }
}

/** Without a socket, a request within this time counts as online, in ms. */
const ONLINE_FOR_MS = 60_000
/** A lost connection counts as gone only after this time, in ms. */
const GONE_AFTER_MS = 15_000
const LIVELIEST: readonly PresenceStatus[] = ['online', 'away', 'offline']

interface Devices {
  statuses: Map<string, PresenceStatus>
  /** The published status; kept while the last device may reconnect. */
  status: PresenceStatus
  leaving?: NodeJS.Timeout
}

/** @param clock milliseconds since 1970 */
export function createPresenceTracker(clock: () => number): PresenceTracker {
  /** Of people and sessions. */
  const lastSeen = new LRUCache<string, number>({ max: MAX_PRESENCE_TIMES })
  /** Ids whose time is not taken yet. */
  const changed = new Set<string>()
  const devices = new Map<string, Devices>()
  /** Node → person → status of their devices there. */
  const otherNodes = new Map<string, Map<string, PresenceStatus>>()
  /** People whose last device is gone: an earlier request does not make them online. */
  const disconnectedUsers = new Set<string>()
  const listeners = new Set<(userId: string) => void>()
  const ownListeners = new Set<(userId: string, status: PresenceStatus | null) => void>()
  const requestListeners = new Set<(userId: string, sid: string) => void>()

  const see = (id: string, at = clock()) => {
    lastSeen.set(id, at)
    changed.add(id)
  }
  const ownStatusOf = (userId: string): PresenceStatus | null => devices.get(userId)?.status ?? null
  const statusOf = (userId: string): PresenceStatus | null => {
    const own = ownStatusOf(userId)
    if (otherNodes.size === 0) return own
    const statuses = [own, ...Array.from(otherNodes.values(), (people) => people.get(userId))]
    return liveliest(statuses)
  }
  /** Publishes what `update` changes: for this node, and for all nodes together. */
  const change = (userId: string, update: () => void) => {
    const [ownBefore, before] = [ownStatusOf(userId), statusOf(userId)]
    update()
    const after = statusOf(userId)
    if (ownStatusOf(userId) !== ownBefore)
      for (const listener of ownListeners) listener(userId, ownStatusOf(userId))
    if (after === before) return
    if (after === null) disconnectedUsers.add(userId)
    for (const listener of listeners) listener(userId)
  }
  const updateStatus = (entry: Devices) => {
    entry.status = liveliest([...entry.statuses.values()]) ?? entry.status
  }

  const setStatusElsewhere = (node: string, userId: string, status: PresenceStatus | null) => {
    const people = otherNodes.get(node) ?? new Map<string, PresenceStatus>()
    otherNodes.set(node, people)
    if ((people.get(userId) ?? null) === status) return
    see(userId)
    change(userId, () => (status === null ? people.delete(userId) : people.set(userId, status)))
  }

  return {
    recordRequest(userId, sid) {
      disconnectedUsers.delete(userId)
      see(userId)
      see(sid)
      for (const listener of requestListeners) listener(userId, sid)
    },
    connected(userId, device) {
      change(userId, () => {
        const entry: Devices = devices.get(userId) ?? { statuses: new Map(), status: 'online' }
        devices.set(userId, entry)
        clearTimeout(entry.leaving)
        entry.statuses.set(device, 'online')
        updateStatus(entry)
      })
    },
    disconnected(userId, device) {
      const entry = devices.get(userId)
      if (!entry?.statuses.has(device)) return
      see(userId)
      change(userId, () => {
        entry.statuses.delete(device)
        updateStatus(entry)
      })
      if (entry.statuses.size > 0) return
      entry.leaving = setTimeout(() => change(userId, () => devices.delete(userId)), GONE_AFTER_MS).unref()
    },
    setStatus(userId, device, status) {
      const entry = devices.get(userId)
      if (!entry?.statuses.has(device)) return
      change(userId, () => {
        entry.statuses.set(device, status)
        updateStatus(entry)
      })
    },
    ofUser(userId) {
      const at = lastSeen.get(userId)
      const connected = statusOf(userId)
      if (connected) return { status: connected, lastSeen: new Date(at ?? clock()).toISOString() }
      if (at === undefined) return { status: 'offline', lastSeen: null }
      const status = !disconnectedUsers.has(userId) && clock() - at <= ONLINE_FOR_MS ? 'online' : 'offline'
      return { status, lastSeen: new Date(at).toISOString() }
    },
    ofSession(sid) {
      const at = lastSeen.get(sid)
      return at === undefined ? null : new Date(at).toISOString()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    times: {
      takeChanged() {
        for (const userId of devices.keys()) see(userId)
        const taken = new Map(Array.from(changed, (id) => [id, lastSeen.get(id) ?? clock()]))
        changed.clear()
        return taken
      },
      restore(times) {
        for (const [id, at] of times) {
          if (at <= (lastSeen.get(id) ?? 0)) continue
          lastSeen.set(id, at)
          if (clock() - at <= ONLINE_FOR_MS) disconnectedUsers.add(id)
        }
      },
    },
    thisNode: {
      all: () => Array.from(devices, ([userId, { status }]) => [userId, status]),
      onChange: (listener) => void ownListeners.add(listener),
      onRequest: (listener) => void requestListeners.add(listener),
    },
    otherNodes: {
      setStatus: setStatusElsewhere,
      retain(node, userIds) {
        for (const userId of otherNodes.get(node)?.keys() ?? [])
          if (!userIds.has(userId)) setStatusElsewhere(node, userId, null)
      },
      recordRequest(userId, sid, at) {
        if (at < (lastSeen.get(userId) ?? 0)) return
        disconnectedUsers.delete(userId)
        see(userId, at)
        see(sid, at)
      },
      gone(node) {
        const people = otherNodes.get(node) ?? new Map<string, PresenceStatus>()
        for (const userId of people.keys()) change(userId, () => people.delete(userId))
        otherNodes.delete(node)
      },
    },
  }
}

function liveliest(statuses: readonly (PresenceStatus | null | undefined)[]): PresenceStatus | null {
  return LIVELIEST.find((status) => statuses.includes(status)) ?? null
}
