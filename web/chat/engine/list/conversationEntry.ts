// One conversation of the list: the state last fetched, and the changes received since. Messages have sequence numbers,
// so a repeated or late one is recognized; every other change marks the entry stale, to be fetched again.

import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import { isNewerMessage } from '#web/chat/engine/timeline/messageChunks.ts'

/** Times are those of the list's logical clock (`ConversationList.clock`). */
export interface ConversationEntry {
  readonly id: string
  /** Null while only the id is known. */
  readonly fetched: ConversationResponse | null
  /** When `fetched` was requested. */
  readonly requestedAt: number
  /** Of a trip's chat; null while unknown. */
  readonly tripId: string | null
  /** Messages after those in `fetched`, by sequence number; there may be gaps. */
  readonly newer: readonly MessageResponse[]
  /** An edit of the newest message of `fetched`, and when it was received. */
  readonly edited: { readonly message: MessageResponse; readonly at: number } | null
  /** How far this person has read, as far as this device knows, and when it learned that. */
  readonly lastReadSeq: number
  readonly readAt: number
  /** When the last change of any kind was received. */
  readonly changedAt: number
  /** Since when it must be fetched again; null while it need not. */
  readonly staleSince: number | null
}

export const emptyEntry = (id: string, tripId: string | null, clock: number): ConversationEntry => ({
  id,
  fetched: null,
  requestedAt: -1,
  tripId,
  newer: [],
  edited: null,
  lastReadSeq: 0,
  readAt: -1,
  changedAt: clock,
  staleSince: clock,
})

/** As a new GET would return it; null before the first fetch. Messages behind a gap are left out. */
export function entryToConversation(entry: ConversationEntry, myId: string): ConversationResponse | null {
  const { fetched, edited, lastReadSeq } = entry
  if (!fetched) return null
  const newer = contiguous(entry, fetched)
  const unread = newer.filter(({ seq, sender }) => sender.id !== myId && seq > lastReadSeq).length
  const newest =
    newer.at(-1) ?? (edited && edited.message.id === fetched.last_message?.id ? edited.message : null)
  const lastSeq = fetched.last_seq + newer.length
  return {
    ...fetched,
    unread_count: unread + (lastReadSeq >= fetched.last_seq ? 0 : fetched.unread_count),
    message_count: lastSeq,
    last_seq: lastSeq,
    last_message: newest ? toLastMessage(newest) : fetched.last_message,
    updated_at: newer.at(-1)?.created_at ?? fetched.updated_at,
  }
}

/** @param requestedAt the list's clock when this was requested */
export function entryFetched(
  existing: ConversationEntry | undefined,
  fetched: ConversationResponse,
  requestedAt: number,
): ConversationEntry {
  const entry = existing ?? emptyEntry(fetched.id, null, requestedAt)
  // A newer response arrived before this one.
  if (entry.fetched && (requestedAt < entry.requestedAt || fetched.last_seq < entry.fetched.last_seq))
    return entry
  const { edited, newer, lastReadSeq, readAt, staleSince, changedAt } = entry
  const next: ConversationEntry = {
    ...entry,
    fetched,
    // A cached conversation may lack it.
    tripId: fetched.trip_id ?? entry.tripId,
    requestedAt,
    newer: newer.filter(({ seq }) => seq > fetched.last_seq),
    edited: edited && edited.at > requestedAt ? edited : null,
    staleSince: staleSince !== null && staleSince > requestedAt ? staleSince : null,
  }
  if (readAt > requestedAt && isPartlyRead(fetched, lastReadSeq)) return { ...next, staleSince: changedAt }
  const last = newer.find(({ seq }) => seq === fetched.last_seq)
  return last && changedAt > requestedAt ? withEdit(next, fetched, last, changedAt) : next
}

/** @param message a new one, or one that was edited */
export function entryWithMessage(
  existing: ConversationEntry,
  message: MessageResponse,
  clock: number,
): ConversationEntry {
  const entry = { ...existing, changedAt: clock }
  const { fetched } = entry
  if (fetched && message.seq < fetched.last_seq) return entry
  if (fetched && message.seq === fetched.last_seq) return withEdit(entry, fetched, message, clock)
  const present = entry.newer.find(({ seq }) => seq === message.seq)
  if (present && !isNewerMessage(message, present)) return entry
  const newer = [...entry.newer.filter((newerMessage) => newerMessage !== present), message].sort(
    (a, b) => a.seq - b.seq,
  )
  const next = { ...entry, newer }
  const hasGap = fetched !== null && contiguous(next, fetched).length < newer.length
  return hasGap ? { ...next, staleSince: entry.staleSince ?? clock } : next
}

/**
 * This person has read up to this number, here or elsewhere. If this device knew it already, the server learned it only
 * now, so the unread count fetched before may be too high.
 */
export function entryReadUpTo(entry: ConversationEntry, seq: number, clock: number): ConversationEntry {
  const isNews = seq > entry.lastReadSeq
  const next = isNews ? { ...entry, lastReadSeq: seq, readAt: clock, changedAt: clock } : entry
  if (entry.fetched && !isPartlyRead(entry.fetched, next.lastReadSeq)) return next
  return { ...next, changedAt: clock, staleSince: clock }
}

/** It changed in a way that only a new fetch can show. */
export function entryMarkedStale(entry: ConversationEntry, clock: number): ConversationEntry {
  return { ...entry, changedAt: clock, staleSince: clock }
}

/** How many messages of `fetched` are still unread, only the server can count. */
const isPartlyRead = ({ last_seq: lastSeq, unread_count: unread }: ConversationResponse, readSeq: number) =>
  unread > 0 && readSeq < lastSeq

/** `fetched` does not say which version of its last message it shows: where the texts differ, it is fetched again. */
function withEdit(
  entry: ConversationEntry,
  fetched: ConversationResponse,
  message: MessageResponse,
  clock: number,
): ConversationEntry {
  const { edited } = entry
  if (!message.is_edited || (edited && !isNewerMessage(message, edited.message))) return entry
  const next = { ...entry, edited: { message, at: clock } }
  const isShown = !edited && fetched.last_message?.content === message.content
  return isShown ? next : { ...next, staleSince: clock }
}

function contiguous({ newer }: ConversationEntry, fetched: ConversationResponse): readonly MessageResponse[] {
  const gap = newer.findIndex(({ seq }, index) => seq !== fetched.last_seq + index + 1)
  return gap < 0 ? newer : newer.slice(0, gap)
}

function toLastMessage({ id, content, message_type, sender, created_at }: MessageResponse) {
  return { id, content, message_type, sender, created_at }
}
