// One conversation of the list: as it was last read, and what was told since. Messages have numbers, so whatever of
// them is told twice or late is known for what it is; of everything else only a new reading is sure.

import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import { isNewerMessage } from '#web/chat/messageChunks.ts'

export interface Entry {
  readonly id: string
  /** As it was last read; null for one that is only known by its name. */
  readonly base: ConversationResponse | null
  /** The list's turn when that was asked for. */
  readonly askedAt: number
  /** Of a trip's chat, where it is known. */
  readonly tripId: string | null
  /** Messages after those in `base`, by number; there may be gaps. */
  readonly later: readonly MessageResponse[]
  /** The newest message of `base` as it was told to be changed, and the turn of that. */
  readonly edited: { readonly message: MessageResponse; readonly turn: number } | null
  /** How far I have read, as far as known here, and the turn in which that was told. */
  readonly readSeq: number
  readonly readAt: number
  /** The turn in which anything of it was told last. */
  readonly toldAt: number
  /** The turn since which it must be read again; null where there is nothing to doubt. */
  readonly staleSince: number | null
}

export const unknownEntry = (id: string, tripId: string | null, turn: number): Entry => ({
  id,
  base: null,
  askedAt: -1,
  tripId,
  later: [],
  edited: null,
  readSeq: 0,
  readAt: -1,
  toldAt: turn,
  staleSince: turn,
})

/** As a fresh GET would give it; null while it was not read. What lies behind a gap is left out. */
export function shownEntry(entry: Entry, myId: string): ConversationResponse | null {
  const { base, edited, readSeq } = entry
  if (!base) return null
  const later = withoutGap(entry, base)
  const unread = later.filter(({ seq, sender }) => sender.id !== myId && seq > readSeq).length
  const newest =
    later.at(-1) ?? (edited && edited.message.id === base.last_message?.id ? edited.message : null)
  const lastSeq = base.last_seq + later.length
  return {
    ...base,
    unread_count: unread + (readSeq >= base.last_seq ? 0 : base.unread_count),
    message_count: lastSeq,
    last_seq: lastSeq,
    last_message: newest ? lastOf(newest) : base.last_message,
    updated_at: later.at(-1)?.created_at ?? base.updated_at,
  }
}

/** @param asked the list's turn when this was asked for */
export function entryRead(known: Entry | undefined, base: ConversationResponse, asked: number): Entry {
  const entry = known ?? unknownEntry(base.id, null, asked)
  // An answer that comes after a newer one says nothing.
  if (entry.base && (asked < entry.askedAt || base.last_seq < entry.base.last_seq)) return entry
  const { edited, later, readSeq, readAt, staleSince, toldAt } = entry
  const read: Entry = {
    ...entry,
    base,
    // What this device kept of earlier may not say.
    tripId: base.trip_id ?? entry.tripId,
    askedAt: asked,
    later: later.filter(({ seq }) => seq > base.last_seq),
    edited: edited && edited.turn > asked ? edited : null,
    staleSince: staleSince !== null && staleSince > asked ? staleSince : null,
  }
  if (readAt > asked && isPartRead(base, readSeq)) return { ...read, staleSince: toldAt }
  const told = later.find(({ seq }) => seq === base.last_seq)
  return told && toldAt > asked ? lastEdited(read, base, told, toldAt) : read
}

/** A message of it was told: a new one, or one that was edited. */
export function entryTold(known: Entry, message: MessageResponse, turn: number): Entry {
  const entry = { ...known, toldAt: turn }
  const { base } = entry
  if (base && message.seq < base.last_seq) return entry
  if (base && message.seq === base.last_seq) return lastEdited(entry, base, message, turn)
  const here = entry.later.find(({ seq }) => seq === message.seq)
  if (here && !isNewerMessage(message, here)) return entry
  const later = [...entry.later.filter((one) => one !== here), message].sort((a, b) => a.seq - b.seq)
  const told = { ...entry, later }
  const hasGap = base !== null && withoutGap(told, base).length < later.length
  return hasGap ? { ...told, staleSince: entry.staleSince ?? turn } : told
}

/**
 * I have read up to this number, here or elsewhere. Where it was known here already, the server knows it only now: what
 * was read before that was counted without it.
 */
export function entryReadUpTo(entry: Entry, seq: number, turn: number): Entry {
  const read = seq > entry.readSeq ? { ...entry, readSeq: seq, readAt: turn, toldAt: turn } : entry
  if (entry.base && !isPartRead(entry.base, read.readSeq)) return read
  return { ...read, toldAt: turn, staleSince: turn }
}

/** How many of those that came with the last reading are unread now, only the server can count. */
const isPartRead = ({ last_seq: lastSeq, unread_count: unread }: ConversationResponse, readSeq: number) =>
  unread > 0 && readSeq < lastSeq

/** What was read says not which version of the newest message it shows: where they differ, it is read again. */
function lastEdited(entry: Entry, base: ConversationResponse, message: MessageResponse, turn: number): Entry {
  const { edited } = entry
  if (!message.is_edited || (edited && !isNewerMessage(message, edited.message))) return entry
  const told = { ...entry, edited: { message, turn } }
  const isShown = !edited && base.last_message?.content === message.content
  return isShown ? told : { ...told, staleSince: turn }
}

function withoutGap({ later }: Entry, base: ConversationResponse): readonly MessageResponse[] {
  const gap = later.findIndex(({ seq }, index) => seq !== base.last_seq + index + 1)
  return gap < 0 ? later : later.slice(0, gap)
}

function lastOf({ id, content, message_type, sender, created_at }: MessageResponse) {
  return { id, content, message_type, sender, created_at }
}
