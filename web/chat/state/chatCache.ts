// The chat in the offline cache: the newest conversations, and the newest messages of those that were opened.

import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import type { ChatCache } from '#web/chat/engine/chatPorts.ts'
import { lastResponseAt } from '#web/platform/network.ts'
import { offlineCache } from '#web/platform/offlineCache/deviceOfflineCache.ts'

const MAX_CONVERSATIONS = 100
const LIST = 'list'
const nameOf = (conversationId: string) => `conversation ${conversationId}`

export const chatCache: ChatCache = {
  conversations: () => (offlineCache.find(LIST)?.value ?? []) as ConversationResponse[],
  messages: (id) => (offlineCache.find(nameOf(id))?.value ?? []) as MessageResponse[],
  saveConversations: (all) => offlineCache.save(LIST, () => all().slice(0, MAX_CONVERSATIONS)),
  saveMessages: (id, newest) => offlineCache.save(nameOf(id), newest),
  deleteMessages: (id) => offlineCache.delete(nameOf(id)),
}

/**
 * When the shown parts of the chat were last fetched, in ms since 1970; null if none of them is cached.
 * @param openIds the open conversations
 * @param isFetched the chat was fetched since the page was loaded
 */
export function chatFetchedAt(
  openIds: readonly string[],
  showsList: boolean,
  isFetched: boolean,
): number | null {
  if (isFetched) return lastResponseAt() || null
  const names = [...(showsList ? [LIST] : []), ...openIds.map(nameOf)]
  const times = names.flatMap((name) => offlineCache.find(name)?.at ?? [])
  return times.length > 0 ? Math.min(...times) : null
}
