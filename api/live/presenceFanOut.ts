// Publishes changes of presence to the people who may see them, for one person at most once a second.

import { shownName, type AuthUser } from '#core/kernel/personName.ts'
import type { PresenceStatus } from '#api/people/presence.ts'
import type { IoServer } from '#api/live/socketTypes.ts'
import { roomsOfUsers, AUTHENTICATED, PROVISIONAL } from '#api/live/rooms.ts'

interface Deps {
  io: IoServer
  statusOf(userId: string): { status: PresenceStatus; lastSeen: string | null }
  /** null for an unknown one. */
  accountOf(userId: string): Promise<AuthUser | null>
  /** People who share a trip or a conversation with the user. */
  connectionsOf(userId: string): Promise<ReadonlySet<string>>
  /** Whether everybody on the instance may see everybody. */
  isOpen: boolean
  onError(error: unknown): void
}

const PUBLISH_EVERY_MS = 1000
/** After a failure, for example of the read models. */
const RETRY_AFTER_MS = 10_000
/**
 * Up to this many sockets, everybody receives everybody's presence. Beyond, only people with a shared trip or
 * conversation: 3,000 people who reconnect after a restart would be nine million packets.
 */
const EVERYBODY_UP_TO = 200

/** Takes the id of a user whose status may have changed. */
export function createPresenceFanOut(deps: Deps): (userId: string) => void {
  const { io, statusOf, accountOf, connectionsOf, isOpen, onError } = deps
  /** User → the status published within the last second. */
  const published = new Map<string, PresenceStatus>()
  /** Users whose last change could not be published. */
  const failed = new Set<string>()
  let retrying: NodeJS.Timeout | undefined

  async function publish(userId: string): Promise<void> {
    const account = await accountOf(userId)
    if (account === null) return
    const isForAll = isOpen && !account.isProvisional && io.sockets.sockets.size <= EVERYBODY_UP_TO
    const seesConnections = !isForAll || io.sockets.adapter.rooms.has(PROVISIONAL)
    const connections = seesConnections ? [...(await connectionsOf(userId)), userId] : []
    const { status, lastSeen } = statusOf(userId)
    // Reading can take longer than a second: an entry that nothing removes would hold back all later changes.
    if (published.has(userId)) published.set(userId, status)
    const rooms = [...(isForAll ? [AUTHENTICATED] : []), ...roomsOfUsers(connections)]
    const username = shownName(account)
    io.local.to(rooms).emit('user_presence', { user_id: userId, username, status, last_seen: lastSeen })
  }

  function change(userId: string): void {
    if (published.has(userId)) return
    published.set(userId, statusOf(userId).status)
    setTimeout(() => {
      const before = published.get(userId)
      published.delete(userId)
      if (statusOf(userId).status !== before) change(userId)
    }, PUBLISH_EVERY_MS).unref()
    publish(userId).catch((error: unknown) => {
      onError(error)
      failed.add(userId)
      retrying ??= setTimeout(retry, RETRY_AFTER_MS).unref()
    })
  }

  function retry(): void {
    retrying = undefined
    const userIds = [...failed]
    failed.clear()
    userIds.forEach(change)
  }
  return change
}
