// Holds the conversation list of a chat: publishes and caches it after each change, and fetches its stale parts.

import type { ConversationResponse } from '#core/chat/contract.ts'
import type { ChatPorts } from '#web/chat/engine/chatPorts.ts'
import { countUnread } from '#web/chat/engine/list/countUnread.ts'
import type { ConversationList } from '#web/chat/engine/list/conversationList.ts'
import { listFromCache } from '#web/chat/engine/list/listFromCache.ts'
import * as lists from '#web/chat/engine/list/conversationList.ts'
import { createListReader } from '#web/chat/engine/list/listReader.ts'
import type { MessageIndex } from '#web/chat/engine/messageIndex.ts'

/** The queries of web/chat/list/useConversationSearch.ts. */
export const conversationSearches = '/conversations?'
/** The queries of web/chat/trip/ChatTab.tsx: of each trip, also of chats that the list does not reach down to. */
const chatsOfTrips = '/trips/:tripId/chats'

export type ListStore = ReturnType<typeof createListStore>

interface ListStoreDeps {
  ports: ChatPorts
  messages: MessageIndex
  onChange(): void
  onMissing(conversationId: string, status: number, message: string): void
}

export function createListStore({ ports, messages, onChange, onMissing }: ListStoreDeps) {
  const { cache } = ports
  const state = ports.state.list
  const cached = cache?.loadList()
  let list = lists.emptyList(ports.me.id)
  if (cached) list = listFromCache(list, cached)
  let isClosed = false
  const reader = createListReader({ ports, get: () => list, set, state, onMissing })
  show()

  function show(): readonly ConversationResponse[] {
    const conversations = lists.toConversations(list)
    const { isLoaded, hasMore } = list
    Object.assign(state, {
      conversations: ports.byReference(conversations),
      unread: ports.byReference(countUnread(list, conversations, new Date(ports.timers.now()).toISOString())),
      isLoaded,
      hasMore,
    })
    return conversations
  }

  function set(next: ConversationList): void {
    if (isClosed) return
    forgetLost(next)
    const isRefetched = next.requestClock !== list.requestClock
    list = next
    const conversations = show()
    for (const { id, last_message: last, last_seq: seq } of conversations)
      if (last) messages.add([{ id: last.id, conversation_id: id, seq }])
    onChange()
    // Whatever made the list stale, as a read on another device, concerns the other queries of conversations as well.
    if (isRefetched) ports.onStale([conversationSearches, chatsOfTrips])
    const { isLoaded, unreadElsewhere } = list
    if (isLoaded) cache?.saveList(() => ({ conversations, unreadElsewhere }))
    reader.fetchStale()
  }

  /** Drops the stored messages of conversations that are gone, or that this person is no longer in. */
  function forgetLost(next: ConversationList): void {
    // A page of the list may lack a conversation because it is further down now.
    if (next.hasMore && next.requestClock !== list.requestClock) return
    for (const id of list.entries.keys()) if (!next.entries.has(id)) cache?.deleteMessages(id)
  }

  return {
    ...reader,
    get: () => list,
    /** Replaces the list with `change(list, ...args)`. Does nothing after `close`. */
    apply: <Args extends unknown[]>(
      change: (list: ConversationList, ...args: Args) => ConversationList,
      ...args: Args
    ): void => set(change(list, ...args)),
    close(): void {
      isClosed = true
      reader.close()
    },
  }
}
