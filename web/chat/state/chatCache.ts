// The chat in the offline cache: the newest conversations, and the newest messages of those that were opened.

import type { MessageResponse } from '#core/chat/contract.ts'
import type { ChatCache } from '#web/chat/engine/chatPorts.ts'
import type { CachedList } from '#web/chat/engine/list/listFromCache.ts'
import { lastResponseAt } from '#web/platform/http/network.ts'
import { offlineCache } from '#web/platform/offlineCache/deviceOfflineCache.ts'

const MAX_CONVERSATIONS = 100
const LIST = 'list'
export const rowNameOf = (conversationId: string) => `conversation ${conversationId}`

export const chatCache: ChatCache = {
  loadList: () => (offlineCache.find(LIST)?.value ?? null) as CachedList | null,
  loadMessages: (id) => (offlineCache.find(rowNameOf(id))?.value ?? []) as MessageResponse[],
  saveList: (read) =>
    offlineCache.save(LIST, () => {
      const { conversations, unreadElsewhere } = read()
      return { conversations: conversations.slice(0, MAX_CONVERSATIONS), unreadElsewhere }
    }),
  saveMessages: (id, readNewest) => offlineCache.save(rowNameOf(id), readNewest),
  deleteMessages: (id) => offlineCache.delete(rowNameOf(id)),
}

/**
 * The age of the shown parts of the chat: when the oldest was fetched, in ms since 1970; null if none is cached.
 * @param openIds the open conversations
 * @param isListLoaded the list was fetched since the page was loaded, so nothing comes from the cache
 */
export function oldestChatFetchTime(
  openIds: readonly string[],
  showsList: boolean,
  isListLoaded: boolean,
): number | null {
  if (isListLoaded) return lastResponseAt() || null
  const names = [...(showsList ? [LIST] : []), ...openIds.map(rowNameOf)]
  const times = names.flatMap((name) => offlineCache.find(name)?.fetchedAt ?? [])
  return times.length > 0 ? Math.min(...times) : null
}
