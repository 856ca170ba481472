// Shares presence between nodes: each publishes the status of its own sockets, and all of it to a new node. A node that
// is silent for as long as a device may be away is gone, with its people.

import type { Bus } from '#api/platform/nodes.ts'
import type { PresenceTracker, PresenceStatus } from '#api/people/presence.ts'

const TOPIC = 'presence'
const ALIVE_EVERY_MS = 5000
const SILENT_FOR_MS = 15_000
const SEEN_EVERY_MS = 1000
/** People in one message. */
const AT_ONCE = 500

/** An empty message only says that the node lives. */
interface News {
  status?: [userId: string, status: PresenceStatus | null][]
  /** Milliseconds since 1970. */
  seen?: [userId: string, sid: string, at: number][]
  asks?: true
}

/** @param clock milliseconds since 1970 @returns the function that stops it */
export function sharePresence(presence: PresenceTracker, bus: Bus, clock: () => number): () => void {
  /** Node → time of its last message. */
  const lastMessageAt = new Map<string, number>()
  /** Session → its person and time, since the last message. */
  const active = new Map<string, [userId: string, sid: string, at: number]>()
  const publish = (news: News) => bus.publish(TOPIC, news)

  presence.own.onChange((userId, status) => publish({ status: [[userId, status]] }))
  presence.own.onSeen((userId, sid) => bus.isUp() && active.set(sid, [userId, sid, clock()]))
  bus.subscribe(TOPIC, (message, node) => {
    const news = message as News
    lastMessageAt.set(node, clock())
    for (const [userId, status] of news.status ?? []) presence.elsewhere.connected(node, userId, status)
    for (const [userId, sid, at] of news.seen ?? []) presence.elsewhere.seen(userId, sid, at)
    if (news.asks) publishAll()
  })
  bus.onUp(() => {
    // During the outage no node could send, so none counts as silent.
    for (const node of lastMessageAt.keys()) lastMessageAt.set(node, clock())
    publish({ asks: true })
    publishAll()
  })
  const heartbeat = setInterval(() => {
    if (!bus.isUp()) return
    publish({})
    for (const [node, at] of lastMessageAt)
      if (clock() - at > SILENT_FOR_MS) {
        lastMessageAt.delete(node)
        presence.elsewhere.gone(node)
      }
  }, ALIVE_EVERY_MS).unref()
  const activity = setInterval(() => {
    const all = [...active.values()]
    active.clear()
    for (let at = 0; at < all.length; at += AT_ONCE) publish({ seen: all.slice(at, at + AT_ONCE) })
  }, SEEN_EVERY_MS).unref()

  function publishAll(): void {
    const all = presence.own.all()
    for (let at = 0; at < all.length; at += AT_ONCE) publish({ status: all.slice(at, at + AT_ONCE) })
  }

  return () => {
    clearInterval(heartbeat)
    clearInterval(activity)
  }
}
