// A person's conversations as a pure value: fetched state and changes received since give the state that a new fetch
// would return, or name what must be fetched again. Every function returns a new list, or the same one if nothing changed.

import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import type { ServerEvents } from '#core/chat/socketEvents.ts'
import {
  type ConversationEntry,
  emptyEntry,
  entryFetched,
  entryMarkedStale,
  entryReadUpTo,
  entryToConversation,
  entryWithMessage,
} from '#web/chat/engine/list/conversationEntry.ts'

type Payload<Event extends keyof ServerEvents> = Parameters<ServerEvents[Event]>[0]

export interface ConversationList {
  readonly myId: string
  readonly entries: ReadonlyMap<string, ConversationEntry>
  /** Ids of deleted conversations: later changes of them are ignored. */
  readonly deleted: ReadonlySet<string>
  /** Logical clock: counts changes. A response may lack the changes received after its request. */
  readonly clock: number
  /** Since when the whole list must be fetched again; null while it need not. */
  readonly staleSince: number | null
  /** It was fetched at least once. */
  readonly isLoaded: boolean
  /** When the newest response was requested, by the clock. */
  readonly requestedAt: number
  /** The server has older conversations than these. */
  readonly hasMore: boolean
  /** Ids of open conversations: they stay, wherever in the list they are. */
  readonly pinned: ReadonlySet<string>
}

interface Page {
  conversations: readonly ConversationResponse[]
  hasMore: boolean
}

export const emptyList = (myId: string): ConversationList => ({
  myId,
  entries: new Map(),
  deleted: new Set(),
  clock: 0,
  staleSince: 0,
  isLoaded: false,
  requestedAt: -1,
  hasMore: false,
  pinned: new Set(),
})

/** With cached conversations, until the first fetch: those that it does not name are gone. */
export function listFromCache(
  list: ConversationList,
  cached: readonly ConversationResponse[],
): ConversationList {
  const entries = new Map(
    cached.map((fetched): [string, ConversationEntry] => [
      fetched.id,
      { ...emptyEntry(fetched.id, fetched.trip_id ?? null, -1), fetched, staleSince: null },
    ]),
  )
  return { ...list, entries }
}

/** Newest first, in the server's order. */
export function conversationsIn({ entries, myId }: ConversationList): ConversationResponse[] {
  return [...entries.values()]
    .flatMap((entry) => entryToConversation(entry, myId) ?? [])
    .sort((a, b) =>
      a.updated_at !== b.updated_at ? (a.updated_at < b.updated_at ? 1 : -1) : a.id < b.id ? -1 : 1,
    )
}

export function conversationIn({ entries, myId }: ConversationList, id: string): ConversationResponse | null {
  const entry = entries.get(id)
  return entry ? entryToConversation(entry, myId) : null
}

/** Null for a chat of no trip, and while that is unknown. */
export const tripIdOf = ({ entries }: ConversationList, id: string): string | null =>
  entries.get(id)?.tripId ?? null

/** What must be fetched again: the whole list, and the conversations that the list would not bring. */
export function staleParts({ staleSince, entries }: ConversationList): { list: boolean; ids: string[] } {
  const isListStale = staleSince !== null
  const stale = [...entries.values()].filter((entry) => entry.staleSince !== null)
  const ids = stale.filter(({ fetched }) => !isListStale || fetched === null).map(({ id }) => id)
  return { list: isListStale, ids }
}

/** @param page the newest conversations @param requestedAt the list's clock when they were requested */
export function listFetched(list: ConversationList, requestedAt: number, page: Page): ConversationList {
  const { conversations, hasMore } = page
  if (requestedAt < list.requestedAt) return list
  const ids = new Set(conversations.map(({ id }) => id))
  // The response may lack an entry that changed since the request; any other that it lacks is gone, or further down.
  const clock = list.clock + 1
  const entries = new Map(
    [...list.entries]
      .filter(([id, { changedAt }]) => ids.has(id) || changedAt > requestedAt || list.pinned.has(id))
      .map(([id, entry]) => [id, ids.has(id) ? entry : entryMarkedStale(entry, clock)]),
  )
  for (const fetched of conversations)
    if (!list.deleted.has(fetched.id))
      entries.set(fetched.id, entryFetched(entries.get(fetched.id), fetched, requestedAt))
  const isStale = list.staleSince !== null && list.staleSince > requestedAt
  return {
    ...list,
    entries,
    clock,
    isLoaded: true,
    requestedAt,
    hasMore,
    staleSince: isStale ? list.staleSince : null,
  }
}

/** @param page the next conversations below those of the list */
export function moreFetched(list: ConversationList, requestedAt: number, page: Page): ConversationList {
  const next = { ...list, hasMore: page.hasMore }
  return page.conversations.reduce(
    (result, fetched) => conversationFetched(result, requestedAt, fetched),
    next,
  )
}

export function conversationFetched(
  list: ConversationList,
  requestedAt: number,
  fetched: ConversationResponse,
): ConversationList {
  const { id } = fetched
  const entry = list.entries.get(id)
  if (list.deleted.has(id)) return list
  // A newer response of the list did not name it: it may be gone.
  if (!entry && requestedAt < list.requestedAt) return withEntry(list, emptyEntry(id, null, list.clock))
  return withEntry(list, entryFetched(entry, fetched, requestedAt))
}

/** The server has no such conversation for this person. */
export function conversationMissing(
  list: ConversationList,
  requestedAt: number,
  id: string,
): ConversationList {
  const entry = list.entries.get(id)
  if (!entry || entry.changedAt > requestedAt) return list
  return without(list, id)
}

/** With a message that was pushed, or is the response to an own command. @param tripId of a trip's chat, if known */
export function withNewMessage(
  list: ConversationList,
  conversationId: string,
  message: MessageResponse,
  tripId: string | null = null,
): ConversationList {
  if (list.deleted.has(conversationId)) return list
  const clock = list.clock + 1
  const existing = list.entries.get(conversationId) ?? emptyEntry(conversationId, tripId, clock)
  const entry = existing.tripId === null && tripId !== null ? { ...existing, tripId } : existing
  return withEntry({ ...list, clock }, entryWithMessage(entry, message, clock))
}

/** This person has read up to message number `seq`. */
export function withReadUpTo(list: ConversationList, conversationId: string, seq: number): ConversationList {
  const entry = list.entries.get(conversationId)
  if (!entry) return list
  const clock = list.clock + 1
  return withEntry({ ...list, clock }, entryReadUpTo(entry, seq, clock))
}

/** The conversation is open: it is fetched even if the list does not reach down to it. */
export function pinned(list: ConversationList, id: string): ConversationList {
  const next = { ...list, pinned: new Set(list.pinned).add(id), clock: list.clock + 1 }
  return next.entries.has(id) || next.deleted.has(id)
    ? next
    : withEntry(next, emptyEntry(id, null, next.clock))
}

export function unpinned(list: ConversationList, id: string): ConversationList {
  return { ...list, pinned: new Set([...list.pinned].filter((pinnedId) => pinnedId !== id)) }
}

/** The conversation has messages up to this number. */
export function withLastSeq(list: ConversationList, id: string, lastSeq: number): ConversationList {
  const entry = list.entries.get(id)
  if (!entry?.fetched || (conversationIn(list, id)?.last_seq ?? 0) >= lastSeq) return list
  const clock = list.clock + 1
  return withEntry({ ...list, clock }, entryMarkedStale(entry, clock))
}

/** Something changed that only a new fetch can tell. */
export function markedStale(list: ConversationList): ConversationList {
  const clock = list.clock + 1
  return { ...list, clock, staleSince: clock }
}

/** With a trip's chat that was created or renamed. Nothing orders two such pushes, so it is fetched again. */
export function withTripChat(
  list: ConversationList,
  { trip_id: tripId, chat }: Payload<'trip:chat:updated'>,
): ConversationList {
  if (list.deleted.has(chat.id)) return list
  const clock = list.clock + 1
  const entry = list.entries.get(chat.id) ?? emptyEntry(chat.id, tripId, clock)
  const { name, description } = chat
  const fetched = entry.fetched && { ...entry.fetched, name, description }
  return withEntry({ ...list, clock }, { ...entryMarkedStale(entry, clock), fetched, tripId })
}

export function withoutTripChat(
  list: ConversationList,
  { chat_id: chatId }: Payload<'trip:chat:deleted'>,
): ConversationList {
  return { ...without(list, chatId), deleted: new Set(list.deleted).add(chatId) }
}

/** This person may have joined the open conversations again: a response requested before does not know of it. */
export function pinnedMarkedStale(list: ConversationList): ConversationList {
  const clock = list.clock + 1
  return [...list.pinned]
    .filter((id) => !list.deleted.has(id))
    .map((id) => list.entries.get(id) ?? emptyEntry(id, null, clock))
    .reduce((next, entry) => withEntry(next, entryMarkedStale(entry, clock)), { ...list, clock })
}

/** Leaving a trip leaves its chats: this person's go at once. */
export function participantRemoved(
  list: ConversationList,
  { trip_id: tripId, user_id: userId }: Payload<'trip:participant:removed'>,
): ConversationList {
  const stale = markedStale(list)
  if (userId !== list.myId) return stale
  const entries = new Map([...list.entries].filter(([, entry]) => entry.tripId !== tripId))
  return { ...stale, entries }
}

function withEntry(list: ConversationList, entry: ConversationEntry): ConversationList {
  return { ...list, entries: new Map(list.entries).set(entry.id, entry) }
}

function without(list: ConversationList, id: string): ConversationList {
  const entries = new Map(list.entries)
  entries.delete(id)
  return { ...list, entries, clock: list.clock + 1 }
}
