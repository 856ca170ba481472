// Shares presence between nodes: each node publishes the changes of its own sockets' status, and a snapshot of all
// statuses each minute and when a node asks, so that a lost message makes no lasting difference. A node that sends no
// message for 15 s counts as gone, and its people as disconnected.

import type { Bus } from '#api/platform/nodes.ts'
import type { PresenceTracker, PresenceStatus } from '#api/people/presence.ts'

const TOPIC = 'presence'
const HEARTBEAT_MS = 5000
const SNAPSHOT_EVERY_HEARTBEATS = 12
const GONE_AFTER_SILENCE_MS = 15_000
const ACTIVITY_EVERY_MS = 1000
/** People in one message, at most. */
const MAX_PEOPLE = 500

/** An empty message is a heartbeat. Nodes of an older release may run beside this one: the names of the fields stay. */
interface PresenceMessage {
  status?: [userId: string, status: PresenceStatus | null][]
  /** The `status` of all parts is everybody on this node; an older release does not send it. */
  snapshot?: { part: number; parts: number }
  /** The latest requests; `at` in milliseconds since 1970. */
  seen?: [userId: string, sid: string, at: number][]
  /** Asks every node for a snapshot. */
  asks?: true
}

interface OtherNode {
  lastMessageAt: number
  /** The people in the parts of a snapshot so far; undefined when a part is missing. */
  snapshot?: { userIds: Set<string>; nextPart: number } | undefined
}

/** @param clock milliseconds since 1970 @returns the function that stops it */
export function sharePresence(presence: PresenceTracker, bus: Bus, clock: () => number): () => void {
  const nodes = new Map<string, OtherNode>()
  /** Session → its person and time, since the last message. */
  const active = new Map<string, [userId: string, sid: string, at: number]>()
  const publish = (message: PresenceMessage) => bus.publish(TOPIC, message)

  presence.thisNode.onChange((userId, status) => publish({ status: [[userId, status]] }))
  presence.thisNode.onRequest((userId, sid) => bus.isUp() && active.set(sid, [userId, sid, clock()]))
  bus.subscribe(TOPIC, (payload, name) => {
    const message = payload as PresenceMessage
    const known = nodes.get(name)
    const node = known ?? { lastMessageAt: 0 }
    node.lastMessageAt = clock()
    nodes.set(name, node)
    for (const [userId, status] of message.status ?? []) presence.otherNodes.setStatus(name, userId, status)
    if (message.snapshot) receivePart(name, node, message)
    for (const [userId, sid, at] of message.seen ?? []) presence.otherNodes.recordRequest(userId, sid, at)
    if (message.asks) publishSnapshot()
    // A new node, or one that counted as gone. One that asks publishes its own snapshot next.
    else if (!known && !message.snapshot) publish({ asks: true })
  })
  bus.onUp(() => {
    // During the outage no node could send, so none counts as silent.
    for (const node of nodes.values()) node.lastMessageAt = clock()
    publish({ asks: true })
    publishSnapshot()
  })
  let heartbeats = 0
  const heartbeat = setInterval(() => {
    if (!bus.isUp()) return
    heartbeats += 1
    if (heartbeats % SNAPSHOT_EVERY_HEARTBEATS === 0) publishSnapshot()
    else publish({})
    for (const [name, { lastMessageAt }] of nodes)
      if (clock() - lastMessageAt > GONE_AFTER_SILENCE_MS) {
        nodes.delete(name)
        presence.otherNodes.gone(name)
      }
  }, HEARTBEAT_MS).unref()
  const activity = setInterval(() => {
    const all = [...active.values()]
    active.clear()
    for (let start = 0; start < all.length; start += MAX_PEOPLE)
      publish({ seen: all.slice(start, start + MAX_PEOPLE) })
  }, ACTIVITY_EVERY_MS).unref()

  function publishSnapshot(): void {
    const all = presence.thisNode.all()
    const parts = Math.max(1, Math.ceil(all.length / MAX_PEOPLE))
    for (let part = 0; part < parts; part++)
      publish({ status: all.slice(part * MAX_PEOPLE, (part + 1) * MAX_PEOPLE), snapshot: { part, parts } })
  }

  /** After the last part, whoever was in none has left; a snapshot of which a part was lost removes nobody. */
  function receivePart(name: string, node: OtherNode, { status = [], snapshot }: PresenceMessage): void {
    const { part, parts } = snapshot!
    if (part === 0) node.snapshot = { userIds: new Set(), nextPart: 0 }
    if (node.snapshot?.nextPart !== part) return void (node.snapshot = undefined)
    for (const [userId] of status) node.snapshot.userIds.add(userId)
    node.snapshot.nextPart += 1
    if (node.snapshot.nextPart < parts) return
    presence.otherNodes.retain(name, node.snapshot.userIds)
    node.snapshot = undefined
  }

  return () => {
    clearInterval(heartbeat)
    clearInterval(activity)
  }
}
