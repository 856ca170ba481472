// The presence of other people: pushed as it changes, and fetched when pushes may have been missed. Presences carry no
// sequence number, so a fetched one counts only if no push came after its request.

import { listUsers } from '#core/people/contract.ts'
import type { ChatPorts } from '#web/chat/engine/chatPorts.ts'
import type { UserPresence } from '#web/chat/engine/live/presence.ts'
import type { ServerPayload } from '#web/chat/engine/live/socketPort.ts'
import { createBackoff } from '#web/platform/http/backoff.ts'

/** A push can be lost while the connection stands, so `wake` fetches again after this time. */
const REFRESH_AFTER_MS = 60_000

export type Presences = ReturnType<typeof createPresences>

/** Fetches at once. @param presences by user id; filled here */
export function createPresences(
  ports: Pick<ChatPorts, 'request' | 'timers' | 'random'>,
  presences: Record<string, UserPresence>,
) {
  const { request, timers } = ports
  /** Counts pushes and requests. */
  let clock = 0
  /** User id → the clock of the push or request that the presence came from. */
  const sources = new Map<string, number>()
  const backoff = createBackoff(ports, () => void refresh())
  let newestRequest = 0
  let requestedAtMs = -Infinity
  let isClosed = false

  async function refresh(): Promise<void> {
    const source = ++clock
    newestRequest = source
    const updatedAt = timers.now()
    requestedAtMs = updatedAt
    const result = await request(listUsers, {})
    if (isClosed) return
    const isNewest = source === newestRequest
    if (result.state === 'unreachable' && isNewest) return backoff.retryLater(result.retryAfterMs)
    if (isNewest) backoff.reset()
    if (result.state !== 'done') return
    const isOlder = (userId: string) => (sources.get(userId) ?? 0) <= source
    const users = result.response.data
    for (const { id, username, status, lastSeen } of users)
      if (isOlder(id)) setPresence(source, { userId: id, username, status, lastSeen, updatedAt })
    // A person who is not in the response any more has no account, or nothing in common with the reader.
    const listed = new Set(users.map(({ id }) => id))
    for (const userId of Object.keys(presences).filter((id) => !listed.has(id) && isOlder(id))) {
      sources.set(userId, source)
      delete presences[userId]
    }
  }
  void refresh()

  function setPresence(source: number, presence: UserPresence): void {
    sources.set(presence.userId, source)
    presences[presence.userId] = presence
  }

  return {
    received(push: ServerPayload<'user_presence'>): void {
      const { user_id: userId, username, status, last_seen: lastSeen } = push
      setPresence(++clock, { userId, username, status, lastSeen, updatedAt: timers.now() })
    },
    /** A push may have been missed. */
    refresh: () => void refresh(),
    /** The network may be back, or the page is shown again. */
    wake(): void {
      if (timers.now() - requestedAtMs > REFRESH_AFTER_MS) void refresh()
      else backoff.wake()
    },
    close(): void {
      isClosed = true
      backoff.close()
    },
  }
}
