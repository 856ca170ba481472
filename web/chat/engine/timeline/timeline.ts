// The messages of one conversation as a pure value: pushes and pages may come late, twice, in any order or never, and
// each message still appears once and in order. Every function returns a new timeline, or the same one if nothing changed.

import type { MessageResponse } from '#core/chat/contract.ts'
import type { ServerPayload } from '#web/chat/engine/live/socketPort.ts'
import {
  type MessageChunks,
  CHUNK_SIZE,
  chunkOf,
  messagesIn,
  seqOfMessage,
  withMessages,
} from '#web/chat/engine/timeline/messageChunks.ts'
import {
  type PendingMessage,
  type PendingWithSeq,
  withSeqs,
} from '#web/chat/engine/timeline/pendingMessage.ts'
import {
  type SeqRange,
  type SeqRanges,
  seqCount,
  rangeAt,
  withoutRange,
  withRange,
} from '#web/chat/engine/timeline/seqRanges.ts'

/** A page of messages to fetch, and the timeline's epoch at the request. */
export type PageRequest = { limit: number; epoch: number } & (
  | {
      type: 'newest'
      /** Show this page, wherever the reader is. */
      jump: boolean
    }
  | { type: 'before' | 'after'; id: string }
)

export type StatusUpdate = ServerPayload<'message:status'>

export interface Timeline {
  readonly chunks: MessageChunks
  /** The loaded messages. */
  readonly ranges: SeqRanges
  /** Messages that may have changed since they were fetched, loaded or not. */
  readonly unchecked: SeqRanges
  /** Counts the times when messages may have been missed. */
  readonly epoch: number
  /** Of the first message that this person may read. */
  readonly firstSeq: number
  /** The newest known number; 0 in an empty conversation. */
  readonly lastSeq: number
  /** The newest page was fetched at least once. */
  readonly isLoaded: boolean
  /** A number in the shown range; 0 before there is one. */
  readonly anchor: number
  /** The shown range must reach up to the newest message. */
  readonly isFollowing: boolean
  /** Show the newest page as soon as it is fetched. */
  readonly isEndWanted: boolean
  /** Pending messages in the order they were sent. */
  readonly pending: readonly PendingWithSeq[]
  /** User id → the newest number that was read by, or delivered to, this user; 0 for none. */
  readonly readBy: ReadonlyMap<string, number>
  readonly deliveredTo: ReadonlyMap<string, number>
  /** Statuses of messages that are not loaded. */
  readonly unplacedStatuses: readonly StatusUpdate[]
}

export const MAX_LOADED = 2000
const MAX_UNPLACED = 100

export const emptyTimeline: Timeline = {
  chunks: new Map(),
  ranges: [],
  unchecked: [],
  epoch: 0,
  firstSeq: 1,
  lastSeq: 0,
  isLoaded: false,
  anchor: 0,
  isFollowing: true,
  isEndWanted: false,
  pending: [],
  readBy: new Map(),
  deliveredTo: new Map(),
  unplacedStatuses: [],
}

/** With cached messages, if none are loaded: any of them may have changed since. */
export function timelineFromCache(timeline: Timeline, cached: readonly MessageResponse[]): Timeline {
  const [first, last] = [cached[0]?.seq, cached.at(-1)?.seq]
  if (first === undefined || last === undefined || timeline.ranges.length > 0) return timeline
  const next = withLoaded(timeline, cached)
  const unchecked = withRange(timeline.unchecked, { from: first, to: last })
  return settled({ ...next, unchecked, isLoaded: true, anchor: last })
}

/** The newest messages without a gap, for the offline cache. */
export function newestMessages({ chunks, ranges }: Timeline, max: number): readonly MessageResponse[] {
  const range = ranges.at(-1)
  return range ? messagesIn(chunks, { from: Math.max(range.from, range.to - max + 1), to: range.to }) : []
}

/** The range on the screen; it has no gap. */
export function shownRange({ ranges, anchor }: Timeline): SeqRange | undefined {
  return anchor === 0 ? undefined : rangeAt(ranges, anchor)
}

/** Adds a page of messages, oldest first. @param firstSeq of the first message that this person may read */
export function withPage(
  before: Timeline,
  request: PageRequest,
  messages: readonly MessageResponse[],
  firstSeq = 1,
): Timeline {
  const timeline = withFirstSeq(before, firstSeq)
  const first = messages[0]?.seq
  const last = messages.at(-1)?.seq
  let next = timeline
  if (first !== undefined && last !== undefined) {
    next = withLoaded(timeline, messages)
    // A page that was requested before messages may have been missed may lack them, too.
    if (request.epoch === timeline.epoch)
      next = { ...next, unchecked: withoutRange(timeline.unchecked, { from: first, to: last }) }
  }
  if (request.type === 'newest') {
    const jumps = request.jump || next.anchor === 0
    next = { ...next, isLoaded: true }
    if (jumps && last !== undefined) next = { ...next, anchor: last, isFollowing: true, isEndWanted: false }
  }
  return settled(next)
}

/** This person was away and came back: what was before may not be read any more. */
function withFirstSeq(timeline: Timeline, firstSeq: number): Timeline {
  if (firstSeq <= timeline.firstSeq) return timeline
  const earlier = { from: 1, to: firstSeq - 1 }
  const ranges = withoutRange(timeline.ranges, earlier)
  return {
    ...timeline,
    firstSeq,
    chunks: withMessages(
      new Map(),
      ranges.flatMap((range) => messagesIn(timeline.chunks, range)),
    ),
    ranges,
    unchecked: withoutRange(timeline.unchecked, earlier),
    anchor: timeline.anchor < firstSeq ? 0 : timeline.anchor,
  }
}

/** With a new or edited message. Behind a gap it is not shown until the gap is filled. */
export function withMessage(timeline: Timeline, message: MessageResponse): Timeline {
  return settled(withLoaded(timeline, [message]))
}

/** The conversation has messages up to this number. */
export function withNewestSeq(timeline: Timeline, lastSeq: number): Timeline {
  return lastSeq > timeline.lastSeq ? { ...timeline, lastSeq } : timeline
}

/**
 * The connection was lost, or the page suspended: any message up to `lastSeq`, the server's newest, may have changed
 * meanwhile, also one whose copy is still on its way here.
 */
export function resumed(timeline: Timeline, lastSeq: number): Timeline {
  const unchecked = withRange([], { from: timeline.firstSeq, to: lastSeq })
  return { ...withNewestSeq(timeline, lastSeq), epoch: timeline.epoch + 1, unchecked }
}

/** With the own messages that the outbox now holds, oldest first. */
export function withPendingMessages(timeline: Timeline, items: readonly PendingMessage[]): Timeline {
  const previous = new Map(timeline.pending.map((message) => [message.id, message]))
  const ids = new Set(items.map(({ id }) => id))
  const stored = timeline.pending.filter(({ id, seq }) => seq !== null && !ids.has(id))
  const unconfirmed = items.map((item): PendingWithSeq => {
    const { seq = null, passedBy = null } = previous.get(item.id) ?? {}
    return { ...item, seq, passedBy: item.state === 'refused' ? null : passedBy }
  })
  const pending = withSeqs([...stored, ...unconfirmed], (id) =>
    previous.has(id) ? null : seqOfMessage(timeline.chunks, id),
  )
  return settled({ ...timeline, pending })
}

/** With a receipt: a message was delivered, or read up to it. */
export function withStatus(timeline: Timeline, update: StatusUpdate): Timeline {
  const seq = seqOfMessage(timeline.chunks, update.message_id)
  if (seq !== null) return withReceipt(timeline, update, seq)
  const others = timeline.unplacedStatuses.filter(
    ({ message_id: id, user_id: userId, status }) =>
      id !== update.message_id || userId !== update.user_id || status !== update.status,
  )
  return { ...timeline, unplacedStatuses: [...others, update].slice(-MAX_UNPLACED) }
}

/** With how far people had read when a page was fetched. @param readBy user id → number */
export function withReadBy(timeline: Timeline, readBy: Readonly<Record<string, number>>): Timeline {
  const newer = Object.entries(readBy).filter(([id, seq]) => seq > (timeline.readBy.get(id) ?? -1))
  return newer.length === 0 ? timeline : { ...timeline, readBy: new Map([...timeline.readBy, ...newer]) }
}

/** Shows the messages around this loaded one. */
export function shownAround(timeline: Timeline, seq: number): Timeline {
  const range = rangeAt(timeline.ranges, seq)
  if (!range) return timeline
  return settled({ ...timeline, anchor: seq, isFollowing: range.to >= timeline.lastSeq, isEndWanted: false })
}

/** Shows the newest message: at once if a page is loaded around it, else as soon as that is fetched. */
export function shownAtEnd(timeline: Timeline): Timeline {
  const { ranges, lastSeq } = timeline
  const range = rangeAt(ranges, lastSeq)
  const isPage = range && (range.from === timeline.firstSeq || range.to - range.from >= CHUNK_SIZE)
  if (!isPage) return { ...timeline, isFollowing: true, isEndWanted: lastSeq > 0 }
  return settled({ ...timeline, isFollowing: true, isEndWanted: false, anchor: lastSeq })
}

/** Unloads the chunks farthest from this message, until at most `max` messages are loaded. */
export function trimmed(timeline: Timeline, around: number, max = MAX_LOADED): Timeline {
  if (seqCount(timeline.ranges) <= max || !rangeAt(timeline.ranges, around)) return timeline
  const distance = (index: number) => Math.abs(index - chunkOf(around))
  const farthestFirst = [...timeline.chunks.keys()].sort((a, b) => distance(b) - distance(a))
  const chunks = new Map(timeline.chunks)
  let { ranges } = timeline
  for (const index of farthestFirst) {
    if (seqCount(ranges) <= max || distance(index) === 0) break
    const part = { from: index * CHUNK_SIZE + 1, to: (index + 1) * CHUNK_SIZE }
    chunks.delete(index)
    ranges = withoutRange(ranges, part)
  }
  const shown = rangeAt(ranges, around)!
  const isFollowing = timeline.isFollowing && shown.to === shownRange(timeline)?.to
  return { ...timeline, chunks, ranges, anchor: around, isFollowing }
}

function withLoaded(timeline: Timeline, messages: readonly MessageResponse[]): Timeline {
  let { ranges, lastSeq } = timeline
  for (const { seq } of messages) {
    ranges = withRange(ranges, { from: seq, to: seq })
    lastSeq = Math.max(lastSeq, seq)
  }
  const { pending, unplacedStatuses } = timeline
  const seqs = new Map(messages.map(({ id, seq }) => [id, seq]))
  let next: Timeline = {
    ...timeline,
    chunks: withMessages(timeline.chunks, messages),
    ranges,
    lastSeq,
    pending: withSeqs(pending, (id) => seqs.get(id) ?? null),
    unplacedStatuses: unplacedStatuses.filter(({ message_id: id }) => !seqs.has(id)),
  }
  for (const update of unplacedStatuses) {
    const seq = seqs.get(update.message_id)
    if (seq !== undefined) next = withReceipt(next, update, seq)
  }
  return next
}

function withReceipt(timeline: Timeline, { user_id: userId, status }: StatusUpdate, seq: number): Timeline {
  const name = status === 'read' ? 'readBy' : 'deliveredTo'
  if ((timeline[name].get(userId) ?? 0) >= seq) return timeline
  return { ...timeline, [name]: new Map(timeline[name]).set(userId, seq) }
}

/** The server's copy replaces the pending message once it is shown, or lies above the shown range. */
function settled(next: Timeline): Timeline {
  const startsAtFirst = next.anchor === 0 && next.isLoaded && next.ranges[0]?.from === next.firstSeq
  const timeline = startsAtFirst ? { ...next, anchor: next.firstSeq } : next
  const shown = shownRange(timeline)
  // A reader at the newest message follows, however they came there.
  const isFollowing = timeline.isFollowing || (shown !== undefined && shown.to >= timeline.lastSeq)
  const pending = timeline.pending.filter(({ seq }) => seq === null || !shown || seq > shown.to)
  if (isFollowing === timeline.isFollowing && pending.length === timeline.pending.length) return timeline
  return { ...timeline, isFollowing, pending }
}
