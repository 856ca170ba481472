// Presence over several nodes: each tells the others what its own sockets say, all of it to whoever comes new, and a
// node that is silent for as long as a device may be away has taken its people along.

import type { Bus } from '#api/platform/nodes.ts'
import type { PresenceTracker, PresenceStatus } from '#api/people/presence.ts'

const TOPIC = 'presence'
const ALIVE_EVERY_MS = 5000
const SILENT_FOR_MS = 15_000
const SEEN_EVERY_MS = 1000
/** People in one message. */
const AT_ONCE = 500

/** One of each at most; an empty one only says that the node lives. */
interface News {
  status?: [userId: string, status: PresenceStatus | null][]
  /** Milliseconds since 1970. */
  seen?: [userId: string, sid: string, at: number][]
  /** Asks everybody for all they have. */
  asks?: true
}

/** @param clock milliseconds since 1970. Returns how to stop. */
export function sharePresence(presence: PresenceTracker, bus: Bus, clock: () => number): () => void {
  /** Node → when it was heard last. */
  const heard = new Map<string, number>()
  /** Session → its person and time, since the last telling. */
  const seen = new Map<string, [userId: string, sid: string, at: number]>()
  const tell = (news: News) => bus.tell(TOPIC, news)

  presence.own.onChange((userId, status) => tell({ status: [[userId, status]] }))
  presence.own.onSeen((userId, sid) => bus.isUp() && seen.set(sid, [userId, sid, clock()]))
  bus.hear(TOPIC, (told, node) => {
    const news = told as News
    heard.set(node, clock())
    for (const [userId, status] of news.status ?? []) presence.elsewhere.connected(node, userId, status)
    for (const [userId, sid, at] of news.seen ?? []) presence.elsewhere.seen(userId, sid, at)
    if (news.asks) tellAll()
  })
  bus.onUp(() => {
    // Nobody could be heard: that is no reason to take anybody for gone.
    for (const node of heard.keys()) heard.set(node, clock())
    tell({ asks: true })
    tellAll()
  })
  const alive = setInterval(() => {
    if (!bus.isUp()) return
    tell({})
    for (const [node, at] of heard)
      if (clock() - at > SILENT_FOR_MS) {
        heard.delete(node)
        presence.elsewhere.gone(node)
      }
  }, ALIVE_EVERY_MS).unref()
  const telling = setInterval(() => {
    const all = [...seen.values()]
    seen.clear()
    for (let at = 0; at < all.length; at += AT_ONCE) tell({ seen: all.slice(at, at + AT_ONCE) })
  }, SEEN_EVERY_MS).unref()

  function tellAll(): void {
    const all = presence.own.all()
    for (let at = 0; at < all.length; at += AT_ONCE) tell({ status: all.slice(at, at + AT_ONCE) })
  }

  return () => {
    clearInterval(alive)
    clearInterval(telling)
  }
}
