// A person's conversations as a pure value: the state last fetched and the changes received since give the state that a
// new fetch would return; where they cannot, the list says which parts must be fetched again. The `with…` functions return
// a new list, or the same one if nothing changed.

import type { ConversationResponse, MessageResponse, UnreadConversation } from '#core/chat/contract.ts'
import { compareNewestFirst } from '#core/chat/newestFirst.ts'
import {
  type ConversationEntry,
  emptyEntry,
  withFetchedState,
  withStaleMark,
  withLastReadSeq,
  entryToConversation,
  withReceivedMessage,
} from '#web/chat/engine/list/conversationEntry.ts'
import type { ServerPayload } from '#web/chat/engine/live/socketPort.ts'

export interface ConversationList {
  readonly myId: string
  readonly entries: ReadonlyMap<string, ConversationEntry>
  /** Ids of deleted conversations: later changes of them are ignored. */
  readonly deleted: ReadonlySet<string>
  /** Logical clock: counts changes. A response may lack the changes received after its request. */
  readonly clock: number
  /** The clock since which the whole list must be fetched again; null while no fetch is needed. */
  readonly staleClock: number | null
  /** The list was fetched at least once. */
  readonly isLoaded: boolean
  /** The clock when the newest response was requested. */
  readonly requestClock: number
  /** The server has older conversations than these. */
  readonly hasMore: boolean
  /** The last conversation of the fetched pages; null before the first. */
  readonly pageEnd: ConversationResponse | null
  /** Those of the server's that had unread messages and were not on the newest page; some may be in `entries` since. */
  readonly unreadElsewhere: readonly UnreadConversation[]
  /** Ids of open conversations: they stay in the list even if the fetched pages do not reach down to them. */
  readonly pinned: ReadonlySet<string>
}

interface Page {
  conversations: readonly ConversationResponse[]
  hasMore: boolean
  unreadElsewhere?: readonly UnreadConversation[] | undefined
}

export const emptyList = (myId: string): ConversationList => ({
  myId,
  entries: new Map(),
  deleted: new Set(),
  clock: 0,
  staleClock: 0,
  isLoaded: false,
  requestClock: -1,
  hasMore: false,
  pageEnd: null,
  unreadElsewhere: [],
  pinned: new Set(),
})

/** Newest first, in the server's order. */
export function toConversations({ entries, myId }: ConversationList): ConversationResponse[] {
  return [...entries.values()]
    .flatMap((entry) => entryToConversation(entry, myId) ?? [])
    .sort(compareNewestFirst)
}

/** How many conversations to skip for the next page. Conversations below the pages were opened, and fetched alone. */
export const nextPageOffset = (list: ConversationList): number =>
  toConversations(list).filter((one) => !list.pageEnd || compareNewestFirst(one, list.pageEnd) <= 0).length

export function findConversation(
  { entries, myId }: ConversationList,
  id: string,
): ConversationResponse | null {
  const entry = entries.get(id)
  return entry ? entryToConversation(entry, myId) : null
}

/** Null for a chat of no trip, and while that is unknown. */
export const tripIdOf = ({ entries }: ConversationList, id: string): string | null =>
  entries.get(id)?.tripId ?? null

/** Of more than these, as after a trip with many chats was renamed, the list is fetched instead of each alone. */
const MAX_FETCHED_ALONE = 5

/** Which parts must be fetched again: the whole list, and the ids of conversations that fetching the list may not cover. */
export function findStaleParts(list: ConversationList): { list: boolean; ids: string[] } {
  const stale = [...list.entries.values()].filter((entry) => entry.staleClock !== null)
  const areMany = stale.length > MAX_FETCHED_ALONE
  const isListStale = list.staleClock !== null || areMany
  const isFetchedAlone = ({ id, fetched }: ConversationEntry) =>
    !isListStale || (fetched === null && (!areMany || list.pinned.has(id)))
  return { list: isListStale, ids: stale.filter(isFetchedAlone).map(({ id }) => id) }
}

/** @param page the newest conversations @param requestClock the list's clock when they were requested */
export function withNewestPage(list: ConversationList, requestClock: number, page: Page): ConversationList {
  const { conversations, hasMore, unreadElsewhere = [] } = page
  if (requestClock < list.requestClock) return list
  const ids = new Set(conversations.map(({ id }) => id))
  // The response may lack an entry that changed since the request; any other that it lacks is gone, or further down.
  const clock = list.clock + 1
  const entries = new Map(
    [...list.entries]
      .filter(([id, { changeClock }]) => ids.has(id) || changeClock > requestClock || list.pinned.has(id))
      .map(([id, entry]) => [id, ids.has(id) ? entry : withStaleMark(entry, clock)]),
  )
  for (const fetched of conversations)
    if (!list.deleted.has(fetched.id))
      entries.set(fetched.id, withFetchedState(entries.get(fetched.id), fetched, requestClock, list.myId))
  const isStale = list.staleClock !== null && list.staleClock > requestClock
  return {
    ...list,
    entries,
    clock,
    isLoaded: true,
    requestClock,
    hasMore,
    pageEnd: conversations.at(-1) ?? null,
    unreadElsewhere: unreadElsewhere.filter(({ id }) => !list.deleted.has(id)),
    staleClock: isStale ? list.staleClock : null,
  }
}

/** @param page the next conversations below those of the list */
export function withOlderPage(list: ConversationList, requestClock: number, page: Page): ConversationList {
  const next = { ...list, hasMore: page.hasMore, pageEnd: page.conversations.at(-1) ?? list.pageEnd }
  return page.conversations.reduce(
    (result, fetched) => withFetchedConversation(result, requestClock, fetched),
    next,
  )
}

export function withFetchedConversation(
  list: ConversationList,
  requestClock: number,
  fetched: ConversationResponse,
): ConversationList {
  const { id } = fetched
  const entry = list.entries.get(id)
  if (list.deleted.has(id)) return list
  // A newer response of the list lacks this conversation: it may be gone.
  if (!entry && requestClock < list.requestClock) return withEntry(list, emptyEntry(id, null, list.clock))
  return withEntry(list, withFetchedState(entry, fetched, requestClock, list.myId))
}

/** Removes a conversation that the server refused to this person, unless it changed after the request. */
export function withoutMissing(list: ConversationList, requestClock: number, id: string): ConversationList {
  const entry = list.entries.get(id)
  if (!entry || entry.changeClock > requestClock) return list
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
  return withEntry({ ...list, clock }, withReceivedMessage(entry, message, clock, list.myId))
}

/** This person has read up to message number `seq`. */
export function withReadUpTo(list: ConversationList, conversationId: string, seq: number): ConversationList {
  const entry = list.entries.get(conversationId)
  // Only the server can count what is unread in a conversation that the list does not reach down to.
  if (!entry) return list.unreadElsewhere.some(({ id }) => id === conversationId) ? withStaleList(list) : list
  const clock = list.clock + 1
  return withEntry({ ...list, clock }, withLastReadSeq(entry, seq, clock))
}

/** The conversation is open: it is fetched even if the list does not reach down to it. */
export function withPin(list: ConversationList, id: string): ConversationList {
  const next = { ...list, pinned: new Set(list.pinned).add(id), clock: list.clock + 1 }
  return next.entries.has(id) || next.deleted.has(id)
    ? next
    : withEntry(next, emptyEntry(id, null, next.clock))
}

export function withoutPin(list: ConversationList, id: string): ConversationList {
  return { ...list, pinned: new Set([...list.pinned].filter((pinnedId) => pinnedId !== id)) }
}

/** The server's newest message of the conversation has this number. */
export function withLastSeq(list: ConversationList, id: string, lastSeq: number): ConversationList {
  const entry = list.entries.get(id)
  if (!entry?.fetched || (findConversation(list, id)?.last_seq ?? 0) >= lastSeq) return list
  const clock = list.clock + 1
  return withEntry({ ...list, clock }, withStaleMark(entry, clock))
}

/** Something of it changed that only a new fetch can show. */
export function withStaleConversation(list: ConversationList, id: string): ConversationList {
  const entry = list.entries.get(id)
  if (!entry) return withStaleList(list)
  const clock = list.clock + 1
  return withEntry({ ...list, clock }, withStaleMark(entry, clock))
}

/** Something changed that only a new fetch of the list can show. */
export function withStaleList(list: ConversationList): ConversationList {
  const clock = list.clock + 1
  return { ...list, clock, staleClock: clock }
}

/** With a trip's chat that was created or renamed. Nothing orders two such pushes, so it is fetched again. */
export function withTripChat(
  list: ConversationList,
  { trip_id: tripId, chat }: ServerPayload<'trip:chat:updated'>,
): ConversationList {
  if (list.deleted.has(chat.id)) return list
  const clock = list.clock + 1
  const entry = list.entries.get(chat.id) ?? emptyEntry(chat.id, tripId, clock)
  const { name, description, trip } = chat
  const fetched = entry.fetched && { ...entry.fetched, name, description, ...(trip && { trip }) }
  return withEntry({ ...list, clock }, { ...withStaleMark(entry, clock), fetched, tripId })
}

export function withoutTripChat(
  list: ConversationList,
  { chat_id: chatId }: ServerPayload<'trip:chat:deleted'>,
): ConversationList {
  return { ...without(list, chatId), deleted: new Set(list.deleted).add(chatId) }
}

/** This person may be back in the open conversations: a refusal of an earlier request must not remove them. */
export function withStalePins(list: ConversationList): ConversationList {
  const clock = list.clock + 1
  return [...list.pinned]
    .filter((id) => !list.deleted.has(id))
    .map((id) => list.entries.get(id) ?? emptyEntry(id, null, clock))
    .reduce((next, entry) => withEntry(next, withStaleMark(entry, clock)), { ...list, clock })
}

/** A person who leaves a trip leaves its chats. If it is this person, the chats of the trip are removed at once. */
export function withParticipantRemoved(
  list: ConversationList,
  { trip_id: tripId, user_id: userId }: ServerPayload<'trip:participant:removed'>,
): ConversationList {
  const stale = withStaleList(list)
  if (userId !== list.myId) return stale
  const entries = new Map([...list.entries].filter(([, entry]) => entry.tripId !== tripId))
  const unreadElsewhere = list.unreadElsewhere.filter(({ trip_id: id }) => id !== tripId)
  return { ...stale, entries, unreadElsewhere }
}

function withEntry(list: ConversationList, entry: ConversationEntry): ConversationList {
  return { ...list, entries: new Map(list.entries).set(entry.id, entry) }
}

function without(list: ConversationList, id: string): ConversationList {
  const entries = new Map(list.entries)
  entries.delete(id)
  const unreadElsewhere = list.unreadElsewhere.filter((unread) => unread.id !== id)
  return { ...list, entries, unreadElsewhere, clock: list.clock + 1 }
}
