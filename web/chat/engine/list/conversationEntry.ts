// One conversation of the list: the state last fetched, and the changes received since. Messages have sequence numbers,
// so a repeated or late one is recognized; every other change marks the entry stale, and it is fetched again.

import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import { mentions } from '#core/chat/mentions.ts'
import { isUnreadBy } from '#core/chat/unread.ts'
import { isNewerMessage } from '#web/chat/engine/timeline/messageChunks.ts'

/** A `…Clock` is a value of the list's logical clock (`ConversationList.clock`), which counts changes. */
export interface ConversationEntry {
  readonly id: string
  /** Null while only the id is known. */
  readonly fetched: ConversationResponse | null
  /** The clock when `fetched` was requested. */
  readonly requestClock: number
  /** Of a trip's chat; null while unknown. */
  readonly tripId: string | null
  /** Messages after those in `fetched`, by sequence number; there may be gaps. */
  readonly newer: readonly MessageResponse[]
  /** An edit or the deletion of the newest message of `fetched`, and the clock when it was received. */
  readonly edited: { readonly message: MessageResponse; readonly clock: number } | null
  /** This person's read marker, as far as this device knows. */
  readonly lastReadSeq: number
  /** The clock when `lastReadSeq` last rose. */
  readonly readClock: number
  /** The clock when the last change of any kind was received. */
  readonly changeClock: number
  /** The clock of a change that only a response requested later can show; null while no fetch is needed. */
  readonly staleClock: number | null
}

export const emptyEntry = (id: string, tripId: string | null, clock: number): ConversationEntry => ({
  id,
  fetched: null,
  requestClock: -1,
  tripId,
  newer: [],
  edited: null,
  lastReadSeq: 0,
  readClock: -1,
  changeClock: clock,
  staleClock: clock,
})

/** The conversation as a new GET would return it; null before the first fetch. Messages behind a gap are left out. */
export function entryToConversation(entry: ConversationEntry, myId: string): ConversationResponse | null {
  const { fetched, edited, lastReadSeq } = entry
  if (!fetched) return null
  const newer = messagesBeforeGap(entry, fetched.last_seq)
  const newerUnread = newer.filter((message) => isUnreadBy(myId, message) && message.seq > lastReadSeq)
  const newest =
    newer.at(-1) ?? (edited && edited.message.id === fetched.last_message?.id ? edited.message : null)
  const lastSeq = fetched.last_seq + newer.length
  return {
    ...fetched,
    unread_count: newerUnread.length + (lastReadSeq >= fetched.last_seq ? 0 : fetched.unread_count),
    ...(fetched.mention_count !== undefined && {
      mention_count:
        newerUnread.filter((message) => mentions(message.mentions, myId)).length +
        (lastReadSeq >= fetched.last_seq ? 0 : fetched.mention_count),
    }),
    message_count: lastSeq,
    last_seq: lastSeq,
    last_message: newest ? toLastMessage(newest) : fetched.last_message,
    updated_at: newer.at(-1)?.created_at ?? fetched.updated_at,
  }
}

/** @param requestClock the list's clock when `fetched` was requested */
export function withFetchedState(
  existing: ConversationEntry | undefined,
  fetched: ConversationResponse,
  requestClock: number,
  myId: string,
): ConversationEntry {
  const entry = existing ?? emptyEntry(fetched.id, null, requestClock)
  // A newer response arrived before this one.
  if (entry.fetched && (requestClock < entry.requestClock || fetched.last_seq < entry.fetched.last_seq))
    return entry
  const { edited, newer, lastReadSeq, readClock, staleClock, changeClock } = entry
  const next: ConversationEntry = {
    ...entry,
    fetched,
    // A cached conversation may lack `trip_id`.
    tripId: fetched.trip_id ?? entry.tripId,
    requestClock,
    newer: newer.filter(({ seq }) => seq > fetched.last_seq),
    edited: edited && edited.clock > requestClock ? edited : null,
    staleClock: staleClock !== null && staleClock > requestClock ? staleClock : null,
  }
  if (readClock > requestClock && needsRecount(fetched, lastReadSeq))
    return { ...next, staleClock: changeClock }
  if (changeClock > requestClock && newer.some((message) => isRecount(next, message, myId)))
    return { ...next, staleClock: changeClock }
  const lastMessage = newer.find(({ seq }) => seq === fetched.last_seq)
  return lastMessage && changeClock > requestClock ? withEdit(next, fetched, lastMessage, changeClock) : next
}

/** @param message a new one, or a newer version of one */
export function withReceivedMessage(
  existing: ConversationEntry,
  message: MessageResponse,
  clock: number,
  myId: string,
): ConversationEntry {
  const isStale = isRecount(existing, message, myId)
  const entry = { ...existing, changeClock: clock, ...(isStale && { staleClock: clock }) }
  const { fetched } = entry
  if (fetched && message.seq < fetched.last_seq) return entry
  if (fetched && message.seq === fetched.last_seq) return withEdit(entry, fetched, message, clock)
  const previous = entry.newer.find(({ seq }) => seq === message.seq)
  if (previous && !isNewerMessage(message, previous)) return entry
  const newer = [...entry.newer.filter((newerMessage) => newerMessage !== previous), message].sort(
    (a, b) => a.seq - b.seq,
  )
  const next = { ...entry, newer }
  // Its name or its people are others now.
  if (message.message_type === 'system') return { ...next, staleClock: clock }
  const hasGap = fetched !== null && messagesBeforeGap(next, fetched.last_seq).length < newer.length
  return hasGap ? { ...next, staleClock: entry.staleClock ?? clock } : next
}

/**
 * Call it when this person has read up to `seq`, on this or another device. A number that is not above `lastReadSeq` can
 * mark the entry stale, too: the server has only now stored it, so the unread count fetched before may be too high.
 */
export function withLastReadSeq(entry: ConversationEntry, seq: number, clock: number): ConversationEntry {
  const isAhead = seq > entry.lastReadSeq
  const next = isAhead ? { ...entry, lastReadSeq: seq, readClock: clock, changeClock: clock } : entry
  if (entry.fetched && !needsRecount(entry.fetched, next.lastReadSeq)) return next
  return { ...next, changeClock: clock, staleClock: clock }
}

/** The conversation changed in a way that only a new fetch can show. */
export function withStaleMark(entry: ConversationEntry, clock: number): ConversationEntry {
  return { ...entry, changeClock: clock, staleClock: clock }
}

/** After reading up to `readSeq`, some messages of `fetched` are still unread, and only the server can count them. */
const needsRecount = ({ last_seq: lastSeq, unread_count: unread }: ConversationResponse, readSeq: number) =>
  unread > 0 && readSeq < lastSeq

/** A change of an unread message of `fetched` may have added or removed a mention, and only the server knows the one before. */
const isRecount = ({ fetched, lastReadSeq }: ConversationEntry, message: MessageResponse, myId: string) =>
  (message.is_edited || message.deleted === true) &&
  fetched !== null &&
  fetched.unread_count > 0 &&
  message.seq <= fetched.last_seq &&
  message.seq > lastReadSeq &&
  isUnreadBy(myId, message)

/** `fetched` does not say which version of its last message it holds: unless the texts are equal, the entry is stale. */
function withEdit(
  entry: ConversationEntry,
  fetched: ConversationResponse,
  message: MessageResponse,
  clock: number,
): ConversationEntry {
  const { edited } = entry
  const isChanged = message.is_edited || message.deleted
  if (!isChanged || (edited && !isNewerMessage(message, edited.message))) return entry
  const next = { ...entry, edited: { message, clock } }
  const last = fetched.last_message
  const hasSameText =
    !edited && last?.content === message.content && (last.deleted ?? false) === (message.deleted ?? false)
  return hasSameText ? next : { ...next, staleClock: clock }
}

/** The messages directly after number `lastSeq`, without a gap. */
function messagesBeforeGap({ newer }: ConversationEntry, lastSeq: number): readonly MessageResponse[] {
  const gap = newer.findIndex(({ seq }, index) => seq !== lastSeq + index + 1)
  return gap < 0 ? newer : newer.slice(0, gap)
}

function toLastMessage({ id, content, message_type, sender, created_at, deleted }: MessageResponse) {
  return { id, content, message_type, sender, created_at, ...(deleted && { deleted }) }
}
