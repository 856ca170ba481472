// Shares presence between nodes: each node publishes the changes of its own sockets' status, and all statuses when a
// new node asks. A node that sends no message for 15 s counts as gone, and its people as disconnected.

import type { Bus } from '#api/platform/nodes.ts'
import type { PresenceTracker, PresenceStatus } from '#api/people/presence.ts'

const TOPIC = 'presence'
const HEARTBEAT_MS = 5000
const GONE_AFTER_SILENCE_MS = 15_000
const ACTIVITY_EVERY_MS = 1000
/** People in one message, at most. */
const MAX_PEOPLE = 500

/** An empty message is a heartbeat. */
interface PresenceMessage {
  status?: [userId: string, status: PresenceStatus | null][]
  /** The latest requests; `at` in milliseconds since 1970. */
  seen?: [userId: string, sid: string, at: number][]
  /** Asks every node to publish all its statuses. */
  asks?: true
}

/** @param clock milliseconds since 1970 @returns the function that stops it */
export function sharePresence(presence: PresenceTracker, bus: Bus, clock: () => number): () => void {
  /** Node → time of its last message. */
  const lastMessageAt = new Map<string, number>()
  /** Session → its person and time, since the last message. */
  const active = new Map<string, [userId: string, sid: string, at: number]>()
  const publish = (message: PresenceMessage) => bus.publish(TOPIC, message)

  presence.thisNode.onChange((userId, status) => publish({ status: [[userId, status]] }))
  presence.thisNode.onRequest((userId, sid) => bus.isUp() && active.set(sid, [userId, sid, clock()]))
  bus.subscribe(TOPIC, (payload, node) => {
    const message = payload as PresenceMessage
    lastMessageAt.set(node, clock())
    for (const [userId, status] of message.status ?? []) presence.otherNodes.connected(node, userId, status)
    for (const [userId, sid, at] of message.seen ?? []) presence.otherNodes.recordRequest(userId, sid, at)
    if (message.asks) publishAll()
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
      if (clock() - at > GONE_AFTER_SILENCE_MS) {
        lastMessageAt.delete(node)
        presence.otherNodes.gone(node)
      }
  }, HEARTBEAT_MS).unref()
  const activity = setInterval(() => {
    const all = [...active.values()]
    active.clear()
    for (let at = 0; at < all.length; at += MAX_PEOPLE) publish({ seen: all.slice(at, at + MAX_PEOPLE) })
  }, ACTIVITY_EVERY_MS).unref()

  function publishAll(): void {
    const all = presence.thisNode.all()
    for (let at = 0; at < all.length; at += MAX_PEOPLE) publish({ status: all.slice(at, at + MAX_PEOPLE) })
  }

  return () => {
    clearInterval(heartbeat)
    clearInterval(activity)
  }
}
