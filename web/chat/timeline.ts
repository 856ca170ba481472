// What a client holds of one conversation, pure: whatever comes first, twice, late or not at all, it shows each
// message once and in its place, and says what it misses. Every operation gives a new timeline, or the same one where
// nothing changed.

import type { MessageResponse } from '#core/chat/contract.ts'
import type { ServerEvents } from '#core/chat/socketEvents.ts'
import type { MessageChunks } from '#web/chat/messageChunks.ts'
import { CHUNK, chunkOf, messagesIn, seqOfMessage, withMessages } from '#web/chat/messageChunks.ts'
import type { SeqRange, SeqRanges } from '#web/chat/seqRanges.ts'
import { countOf, rangeAt, withoutRange, withRange } from '#web/chat/seqRanges.ts'

/** An own message that the server's copy has not taken the place of. */
export interface PendingMessage {
  /** The id the server's copy has, too. */
  id: string
  content: string
  replyTo: MessageResponse['reply_to']
  /** RFC 3339, by this device's clock. */
  at: string
  /** `waiting`: the network is away. `sent`: stored, and not shown yet, because messages before it are missing. */
  state: 'sending' | 'waiting' | 'sent' | 'refused'
  /** This device could not keep it: it lasts as long as the page. */
  memoryOnly: boolean
  /** Why it was refused. */
  error: string | null
}

interface Landing extends PendingMessage {
  /** Of the server's copy, once it is known. */
  seq: number | null
  /** The number of an own message sent after it: this one is stored above it, known or not. */
  passedBy: number | null
}

/** A page of messages to be asked for, and the timeline's epoch when it is. */
export type Wanted = { limit: number; epoch: number } & (
  | {
      type: 'newest'
      /** It is to be shown, wherever one was before. */
      jump: boolean
    }
  | { type: 'before' | 'after'; id: string }
)

export type StatusTold = Parameters<ServerEvents['message:status']>[0]

export interface Timeline {
  readonly chunks: MessageChunks
  /** The numbers that are loaded. */
  readonly ranges: SeqRanges
  /** Could have changed unseen since they were read; also numbers that are not loaded. */
  readonly unchecked: SeqRanges
  /** Counts the times in which something could be missed. */
  readonly epoch: number
  /** The newest number known to exist; 0 where nothing was said. */
  readonly lastSeq: number
  /** The newest page was read once. */
  readonly isLoaded: boolean
  /** A number in the range that is shown; 0 before there is one. */
  readonly anchor: number
  /** The range that is shown is to reach up to the newest message. */
  readonly follows: boolean
  /** To be shown at the newest page, whatever lies between. */
  readonly wantsEnd: boolean
  /** Own messages, in the order they were sent. */
  readonly pending: readonly Landing[]
  /** User id → the newest number they have read, or were handed. */
  readonly readBy: ReadonlyMap<string, number>
  readonly deliveredTo: ReadonlyMap<string, number>
  /** Statuses of messages that are not here. */
  readonly unplaced: readonly StatusTold[]
}

/** How many messages are kept loaded. */
export const LOADED_AT_MOST = 2000
const UNPLACED_AT_MOST = 100

export const emptyTimeline: Timeline = {
  chunks: new Map(),
  ranges: [],
  unchecked: [],
  epoch: 0,
  lastSeq: 0,
  isLoaded: false,
  anchor: 0,
  follows: true,
  wantsEnd: false,
  pending: [],
  readBy: new Map(),
  deliveredTo: new Map(),
  unplaced: [],
}

/** With the newest messages as this device kept them, where none are loaded: any of them may have changed since. */
export function timelineFromCache(timeline: Timeline, kept: readonly MessageResponse[]): Timeline {
  const [first, last] = [kept[0]?.seq, kept.at(-1)?.seq]
  if (first === undefined || last === undefined || timeline.ranges.length > 0) return timeline
  const held = hold(timeline, kept)
  const unchecked = withRange(timeline.unchecked, { from: first, to: last })
  return settled({ ...held, unchecked, isLoaded: true, anchor: last })
}

/** What a device keeps of it: the newest messages, without a gap, at most so many. */
export function newestOf({ chunks, ranges }: Timeline, most: number): readonly MessageResponse[] {
  const range = ranges.at(-1)
  return range ? messagesIn(chunks, { from: Math.max(range.from, range.to - most + 1), to: range.to }) : []
}

/** The range on screen: messages in it have no gap. */
export function shownRange({ ranges, anchor }: Timeline): SeqRange | undefined {
  return anchor === 0 ? undefined : rangeAt(ranges, anchor)
}

/** A page of messages, oldest first, as it was asked for. */
export function pageArrived(
  timeline: Timeline,
  asked: Wanted,
  messages: readonly MessageResponse[],
): Timeline {
  const first = messages[0]?.seq
  const last = messages.at(-1)?.seq
  let next = timeline
  if (first !== undefined && last !== undefined) {
    next = hold(timeline, messages)
    // What was asked for before something could be missed may miss it itself.
    if (asked.epoch === timeline.epoch)
      next = { ...next, unchecked: withoutRange(timeline.unchecked, { from: first, to: last }) }
  }
  if (asked.type === 'newest') {
    const jumps = asked.jump || next.anchor === 0
    next = { ...next, isLoaded: true }
    if (jumps && last !== undefined) next = { ...next, anchor: last, follows: true, wantsEnd: false }
  }
  return settled(next)
}

/** `message:new` or `trip:message`, also of an edited message. Behind a gap it is held until the gap is filled. */
export function pushArrived(timeline: Timeline, message: MessageResponse): Timeline {
  return settled(hold(timeline, [message]))
}

/** There are messages up to this number. */
export function timelineKnownUpTo(timeline: Timeline, lastSeq: number): Timeline {
  return lastSeq > timeline.lastSeq ? { ...timeline, lastSeq } : timeline
}

/**
 * The connection was away, or the device asleep: any message up to `lastSeq`, the newest as the server tells now,
 * could have changed unseen, also one whose copy is still on its way here.
 */
export function resumed(timeline: Timeline, lastSeq: number): Timeline {
  const unchecked = withRange([], { from: 1, to: lastSeq })
  return { ...timelineKnownUpTo(timeline, lastSeq), epoch: timeline.epoch + 1, unchecked }
}

/** The own messages that are on their way or refused, as the outbox has them now, oldest first. */
export function withPendingMessages(timeline: Timeline, items: readonly PendingMessage[]): Timeline {
  const known = new Map(timeline.pending.map((one) => [one.id, one]))
  const given = new Set(items.map(({ id }) => id))
  const landed = timeline.pending.filter(({ id, seq }) => seq !== null && !given.has(id))
  const open = items.map((item): Landing => {
    const { seq = null, passedBy = null } = known.get(item.id) ?? {}
    return { ...item, seq, passedBy: item.state === 'refused' ? null : passedBy }
  })
  const pending = inPlace([...landed, ...open], (id) =>
    known.has(id) ? null : seqOfMessage(timeline.chunks, id),
  )
  return settled({ ...timeline, pending })
}

/** The answer to an own message: it is stored, and this is its place. */
export function sent(timeline: Timeline, message: MessageResponse): Timeline {
  return pushArrived(timeline, message)
}

/** Who was handed a message, or has read up to it. */
export function statusArrived(timeline: Timeline, told: StatusTold): Timeline {
  const seq = seqOfMessage(timeline.chunks, told.message_id)
  if (seq !== null) return placed(timeline, told, seq)
  const others = timeline.unplaced.filter(
    (one) => one.message_id !== told.message_id || one.user_id !== told.user_id || one.status !== told.status,
  )
  return { ...timeline, unplaced: [...others, told].slice(-UNPLACED_AT_MOST) }
}

/** Shows the messages around this one, which is loaded. */
export function lookedAt(timeline: Timeline, seq: number): Timeline {
  const range = rangeAt(timeline.ranges, seq)
  if (!range) return timeline
  return settled({ ...timeline, anchor: seq, follows: range.to >= timeline.lastSeq, wantsEnd: false })
}

/** Shows the newest message: at once where enough is loaded around it, else as soon as its page is here. */
export function lookedAtEnd(timeline: Timeline): Timeline {
  const { ranges, lastSeq } = timeline
  const here = rangeAt(ranges, lastSeq)
  const isPage = here && (here.from === 1 || here.to - here.from >= CHUNK)
  if (!isPage) return { ...timeline, follows: true, wantsEnd: lastSeq > 0 }
  return settled({ ...timeline, follows: true, wantsEnd: false, anchor: lastSeq })
}

/** Lets go of what is farthest from the message being read, in whole chunks, until little enough is loaded. */
export function trimmed(timeline: Timeline, around: number, most = LOADED_AT_MOST): Timeline {
  if (countOf(timeline.ranges) <= most || !rangeAt(timeline.ranges, around)) return timeline
  const far = (index: number) => Math.abs(index - chunkOf(around))
  const farthestFirst = [...timeline.chunks.keys()].sort((a, b) => far(b) - far(a))
  const chunks = new Map(timeline.chunks)
  let { ranges } = timeline
  for (const index of farthestFirst) {
    if (countOf(ranges) <= most || far(index) === 0) break
    const part = { from: index * CHUNK + 1, to: (index + 1) * CHUNK }
    chunks.delete(index)
    ranges = withoutRange(ranges, part)
  }
  const shown = rangeAt(ranges, around)!
  const follows = timeline.follows && shown.to === shownRange(timeline)?.to
  return { ...timeline, chunks, ranges, anchor: around, follows }
}

function hold(timeline: Timeline, messages: readonly MessageResponse[]): Timeline {
  const chunks = withMessages(timeline.chunks, messages)
  let { ranges, lastSeq } = timeline
  for (const { seq } of messages) {
    ranges = withRange(ranges, { from: seq, to: seq })
    lastSeq = Math.max(lastSeq, seq)
  }
  const { pending, unplaced } = timeline
  if (pending.length === 0 && unplaced.length === 0) return { ...timeline, chunks, ranges, lastSeq }
  const seqs = new Map(messages.map(({ id, seq }) => [id, seq]))
  let next: Timeline = {
    ...timeline,
    chunks,
    ranges,
    lastSeq,
    pending: inPlace(pending, (id) => seqs.get(id) ?? null),
    unplaced: unplaced.filter(({ message_id: id }) => !seqs.has(id)),
  }
  for (const told of unplaced) {
    const seq = seqs.get(told.message_id)
    if (seq !== undefined) next = placed(next, told, seq)
  }
  return next
}

/** With the numbers of those that are stored; what was sent before one that is stored, is stored as well. */
function inPlace(pending: readonly Landing[], seqOf: (id: string) => number | null): readonly Landing[] {
  let passedBy: number | null = null
  return pending
    .toReversed()
    .map((one): Landing => {
      const seq = one.seq ?? seqOf(one.id)
      if (seq === null) return one.state === 'refused' ? one : { ...one, passedBy: passedBy ?? one.passedBy }
      passedBy = seq
      return { ...one, seq, state: 'sent', error: null }
    })
    .toReversed()
}

function placed(timeline: Timeline, { user_id: userId, status }: StatusTold, seq: number): Timeline {
  const name = status === 'read' ? 'readBy' : 'deliveredTo'
  if ((timeline[name].get(userId) ?? 0) >= seq) return timeline
  return { ...timeline, [name]: new Map(timeline[name]).set(userId, seq) }
}

/** The server's copy takes the place of one's own in the moment it is shown, or lies above what is shown. */
function settled(given: Timeline): Timeline {
  const startsHere = given.anchor === 0 && given.isLoaded && given.ranges[0]?.from === 1
  const timeline = startsHere ? { ...given, anchor: 1 } : given
  const shown = shownRange(timeline)
  // At the newest message one is following again, however one came there.
  const follows = timeline.follows || (shown !== undefined && shown.to >= timeline.lastSeq)
  const pending = timeline.pending.filter(({ seq }) => seq === null || !shown || seq > shown.to)
  if (follows === timeline.follows && pending.length === timeline.pending.length) return timeline
  return { ...timeline, follows, pending }
}
