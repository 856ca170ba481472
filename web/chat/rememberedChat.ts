// The chat as this device last saw it (web/platform/seen): the newest conversations, and the newest messages of those
// that were open.

import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import type { ChatCache } from '#web/chat/chatPorts.ts'
import { lastResponseAt } from '#web/platform/network.ts'
import { offlineCache } from '#web/platform/offlineCache/deviceOfflineCache.ts'

const MOST_CONVERSATIONS = 100
const LIST = 'list'
const nameOf = (conversationId: string) => `conversation ${conversationId}`

export const rememberedChat: ChatCache = {
  conversations: () => (offlineCache.find(LIST)?.value ?? []) as ConversationResponse[],
  messages: (id) => (offlineCache.find(nameOf(id))?.value ?? []) as MessageResponse[],
  keepConversations: (all) => offlineCache.keep(LIST, () => all().slice(0, MOST_CONVERSATIONS)),
  keepMessages: (id, newest) => offlineCache.keep(nameOf(id), newest),
  forgetMessages: (id) => offlineCache.forget(nameOf(id)),
}

/**
 * Since when, in ms since 1970, nothing was heard of what is shown; null where nothing of it is here.
 * @param topics 'list', 'conversation {id}'
 * @param wasRead since the page was loaded
 */
export function ageOfChat(topics: readonly string[], wasRead: boolean): number | null {
  if (wasRead) return lastResponseAt() || null
  const times = topics.flatMap((topic) => offlineCache.find(topic)?.at ?? [])
  return times.length > 0 ? Math.min(...times) : null
}
