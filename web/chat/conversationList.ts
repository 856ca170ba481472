// Somebody's conversations, pure: a reading of the list and what was told since give what a fresh reading would, or
// say what must be read again. Every operation gives a new list, or the same one where nothing changed.

import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import type { ServerEvents } from '#core/chat/socketEvents.ts'
import type { Entry } from '#web/chat/conversationEntry.ts'
import { entryRead, entryReadUpTo, entryTold, shownEntry, unknownEntry } from '#web/chat/conversationEntry.ts'

type Told<Event extends keyof ServerEvents> = Parameters<ServerEvents[Event]>[0]

export interface ConversationList {
  readonly myId: string
  readonly entries: ReadonlyMap<string, Entry>
  /** Ids of what was deleted: nothing that still comes of them counts. */
  readonly deleted: ReadonlySet<string>
  /** Counts what was told; an answer asked for in an earlier turn may not know of it. */
  readonly turn: number
  /** The turn since which the whole list must be read again; null where there is nothing to doubt. */
  readonly staleSince: number | null
  /** It was read once. */
  readonly isLoaded: boolean
  /** The turn in which what it was last read by was asked for. */
  readonly askedAt: number
  /** There are older conversations than those here. */
  readonly hasMore: boolean
  /** On screen: they stay, wherever in the list they are. */
  readonly pinned: ReadonlySet<string>
}

export const emptyList = (myId: string): ConversationList => ({
  myId,
  entries: new Map(),
  deleted: new Set(),
  turn: 0,
  staleSince: 0,
  isLoaded: false,
  askedAt: -1,
  hasMore: false,
  pinned: new Set(),
})

/** With those this device kept, as long as nothing was read: what the first reading does not name is gone. */
export function listFromCache(
  list: ConversationList,
  kept: readonly ConversationResponse[],
): ConversationList {
  const entries = new Map(
    kept.map((base): [string, Entry] => [
      base.id,
      { ...unknownEntry(base.id, base.trip_id ?? null, -1), base, staleSince: null },
    ]),
  )
  return { ...list, entries }
}

/** Newest first, as the server sorts them. */
export function conversationsIn({ entries, myId }: ConversationList): ConversationResponse[] {
  return [...entries.values()]
    .flatMap((entry) => shownEntry(entry, myId) ?? [])
    .sort((a, b) =>
      a.updated_at !== b.updated_at ? (a.updated_at < b.updated_at ? 1 : -1) : a.id < b.id ? -1 : 1,
    )
}

export function conversationIn({ entries, myId }: ConversationList, id: string): ConversationResponse | null {
  const entry = entries.get(id)
  return entry ? shownEntry(entry, myId) : null
}

/** The trip whose chat it is; null for any other, and where that is not known yet. */
export const tripIdOf = ({ entries }: ConversationList, id: string): string | null =>
  entries.get(id)?.tripId ?? null

/** What must be read again: the whole list, and these conversations, of which it says nothing or not enough. */
export function toBeRead({ staleSince, entries }: ConversationList): { list: boolean; ids: string[] } {
  const isListStale = staleSince !== null
  const doubtful = [...entries.values()].filter((one) => one.staleSince !== null)
  const ids = doubtful.filter(({ base }) => !isListStale || base === null).map(({ id }) => id)
  return { list: isListStale, ids }
}

/** The newest conversations from the first one on. @param asked the list's turn when they were asked for */
export function listRead(
  list: ConversationList,
  asked: number,
  { conversations, hasMore }: { conversations: readonly ConversationResponse[]; hasMore: boolean },
): ConversationList {
  if (asked < list.askedAt) return list
  const given = new Set(conversations.map(({ id }) => id))
  // What was told of meanwhile, the answer may not know; all else that it does not name is gone, or further down.
  const turn = list.turn + 1
  const entries = new Map(
    [...list.entries]
      .filter(([id, { toldAt }]) => given.has(id) || toldAt > asked || list.pinned.has(id))
      .map(([id, one]) => [id, given.has(id) ? one : { ...one, toldAt: turn, staleSince: turn }]),
  )
  for (const base of conversations)
    if (!list.deleted.has(base.id)) entries.set(base.id, entryRead(entries.get(base.id), base, asked))
  const isStale = list.staleSince !== null && list.staleSince > asked
  return {
    ...list,
    entries,
    turn,
    isLoaded: true,
    askedAt: asked,
    hasMore,
    staleSince: isStale ? list.staleSince : null,
  }
}

/** Further conversations below those that are here. */
export function moreRead(
  list: ConversationList,
  asked: number,
  { conversations, hasMore }: { conversations: readonly ConversationResponse[]; hasMore: boolean },
): ConversationList {
  return conversations.reduce((next, one) => conversationRead(next, asked, one), { ...list, hasMore })
}

export function conversationRead(
  list: ConversationList,
  asked: number,
  base: ConversationResponse,
): ConversationList {
  const known = list.entries.get(base.id)
  if (list.deleted.has(base.id)) return list
  // A newer reading did not name it: it may have gone since.
  if (!known && asked < list.askedAt) return withEntry(list, unknownEntry(base.id, null, list.turn))
  return withEntry(list, entryRead(known, base, asked))
}

/** There is no such conversation, or not for this person. */
export function conversationMissing(list: ConversationList, asked: number, id: string): ConversationList {
  const entry = list.entries.get(id)
  if (!entry || entry.toldAt > asked) return list
  return without(list, id)
}

/** `message:new`, `trip:message`, and an own message's answer. @param tripId of a trip's chat, where it is told */
export function messageTold(
  list: ConversationList,
  conversationId: string,
  message: MessageResponse,
  tripId: string | null = null,
): ConversationList {
  if (list.deleted.has(conversationId)) return list
  const turn = list.turn + 1
  const known = list.entries.get(conversationId) ?? unknownEntry(conversationId, tripId, turn)
  const entry = known.tripId === null && tripId !== null ? { ...known, tripId } : known
  return withEntry({ ...list, turn }, entryTold(entry, message, turn))
}

/** I have read up to message number `seq`. */
export function withReadUpTo(list: ConversationList, conversationId: string, seq: number): ConversationList {
  const entry = list.entries.get(conversationId)
  if (!entry) return list
  const turn = list.turn + 1
  return withEntry({ ...list, turn }, entryReadUpTo(entry, seq, turn))
}

/** The conversation is on screen: it is read even where the list does not reach down to it. */
export function pinned(list: ConversationList, id: string): ConversationList {
  const next = { ...list, pinned: new Set(list.pinned).add(id), turn: list.turn + 1 }
  return next.entries.has(id) || next.deleted.has(id)
    ? next
    : withEntry(next, unknownEntry(id, null, next.turn))
}

export function unpinned(list: ConversationList, id: string): ConversationList {
  return { ...list, pinned: new Set([...list.pinned].filter((one) => one !== id)) }
}

/** There are messages up to this number in it. */
export function knownUpTo(list: ConversationList, id: string, lastSeq: number): ConversationList {
  const entry = list.entries.get(id)
  if (!entry?.base || (conversationIn(list, id)?.last_seq ?? 0) >= lastSeq) return list
  const turn = list.turn + 1
  return withEntry({ ...list, turn }, { ...entry, toldAt: turn, staleSince: turn })
}

/** Something was told that only a new reading explains. */
export function doubted(list: ConversationList): ConversationList {
  const turn = list.turn + 1
  return { ...list, turn, staleSince: turn }
}

/** `trip:chat:created` and `trip:chat:updated`. Which of two came first cannot be seen, so it is read again. */
export function chatTold(
  list: ConversationList,
  { trip_id: tripId, chat }: Told<'trip:chat:updated'>,
): ConversationList {
  if (list.deleted.has(chat.id)) return list
  const turn = list.turn + 1
  const known = list.entries.get(chat.id) ?? unknownEntry(chat.id, tripId, turn)
  const { name, description } = chat
  const base = known.base && { ...known.base, name, description }
  return withEntry({ ...list, turn }, { ...known, base, tripId, toldAt: turn, staleSince: turn })
}

export function chatDeleted(
  list: ConversationList,
  { chat_id: chatId }: Told<'trip:chat:deleted'>,
): ConversationList {
  return { ...without(list, chatId), deleted: new Set(list.deleted).add(chatId) }
}

/** Whoever comes to a trip comes to all its chats, also oneself. */
export function participantAdded(list: ConversationList): ConversationList {
  return doubted(list)
}

/** One may be in those on screen again: what was asked for before does not know of it. */
export function maybeBack(list: ConversationList): ConversationList {
  const turn = list.turn + 1
  return [...list.pinned]
    .filter((id) => !list.deleted.has(id))
    .map((id) => list.entries.get(id) ?? unknownEntry(id, null, turn))
    .reduce((next, entry) => withEntry(next, { ...entry, toldAt: turn, staleSince: turn }), { ...list, turn })
}

/** Whoever leaves a trip leaves its chats: one's own go at once. */
export function participantRemoved(
  list: ConversationList,
  { trip_id: tripId, user_id: userId }: Told<'trip:participant:removed'>,
): ConversationList {
  const stale = doubted(list)
  if (userId !== list.myId) return stale
  const entries = new Map([...list.entries].filter(([, one]) => one.tripId !== tripId))
  return { ...stale, entries }
}

function withEntry(list: ConversationList, entry: Entry): ConversationList {
  return { ...list, entries: new Map(list.entries).set(entry.id, entry) }
}

function without(list: ConversationList, id: string): ConversationList {
  const entries = new Map(list.entries)
  entries.delete(id)
  return { ...list, entries, turn: list.turn + 1 }
}
