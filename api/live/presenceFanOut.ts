// Who came and who went is told to whoever may know of them, and of one person at most once a second.

import type { PresenceStatus } from '#api/people/presence.ts'
import type { LiveServer } from '#api/live/socketTypes.ts'
import { devicesOfAll, SIGNED_IN } from '#api/live/rooms.ts'

interface Deps {
  io: LiveServer
  statusOf(userId: string): { status: PresenceStatus; lastSeen: string | null }
  usernameOf(userId: string): Promise<string | null>
  /** Who shares a trip or a conversation with them. */
  connectionsOf(userId: string): Promise<ReadonlySet<string>>
  /** Whether everybody on the instance may know of everybody. */
  isOpen: boolean
  onError(error: unknown): void
}

const TELL_EVERY_MS = 1000
/**
 * Up to so many sockets everybody is told of everybody. Beyond, only who shares a trip or a conversation: 3,000 people
 * who come back after a restart would be nine million packets.
 */
const EVERYBODY_UP_TO = 200

/** Takes the id of whoever's status may have changed. */
export function createPresenceFanOut(deps: Deps): (userId: string) => void {
  const { io, statusOf, usernameOf, connectionsOf, isOpen, onError } = deps
  /** User → what was told within the last second. */
  const told = new Map<string, PresenceStatus>()

  async function tell(userId: string): Promise<void> {
    const isForAll = isOpen && io.sockets.sockets.size <= EVERYBODY_UP_TO
    const [username, connections] = await Promise.all([
      usernameOf(userId),
      isForAll ? null : connectionsOf(userId),
    ])
    if (username === null) return
    const { status, lastSeen } = statusOf(userId)
    told.set(userId, status)
    const rooms = connections ? devicesOfAll([...connections, userId]) : SIGNED_IN
    io.local.to(rooms).emit('user_presence', { user_id: userId, username, status, last_seen: lastSeen })
  }

  function change(userId: string): void {
    if (told.has(userId)) return
    told.set(userId, statusOf(userId).status)
    setTimeout(() => {
      const before = told.get(userId)
      told.delete(userId)
      if (statusOf(userId).status !== before) change(userId)
    }, TELL_EVERY_MS).unref()
    tell(userId).catch(onError)
  }
  return change
}
