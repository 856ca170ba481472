// The chat as this device last saw it (web/platform/seen): the newest conversations, and the newest messages of those
// that were open.

import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import type { RememberedChat } from '#web/chat/chatPorts.ts'
import { heardAt } from '#web/platform/network.ts'
import { seen } from '#web/platform/seen/deviceSeen.ts'

const MOST_CONVERSATIONS = 100
const LIST = 'list'
const nameOf = (conversationId: string) => `conversation ${conversationId}`

export const rememberedChat: RememberedChat = {
  conversations: () => (seen.find(LIST)?.value ?? []) as ConversationResponse[],
  messages: (id) => (seen.find(nameOf(id))?.value ?? []) as MessageResponse[],
  keepConversations: (all) => seen.keep(LIST, () => all().slice(0, MOST_CONVERSATIONS)),
  keepMessages: (id, newest) => seen.keep(nameOf(id), newest),
  forgetMessages: (id) => seen.forget(nameOf(id)),
}

/**
 * Since when, in ms since 1970, nothing was heard of what is shown; null where nothing of it is here.
 * @param topics 'list', 'conversation {id}'
 * @param wasRead since the page was loaded
 */
export function ageOfChat(topics: readonly string[], wasRead: boolean): number | null {
  if (wasRead) return heardAt() || null
  const times = topics.flatMap((topic) => seen.find(topic)?.at ?? [])
  return times.length > 0 ? Math.min(...times) : null
}
