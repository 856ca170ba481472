// What this person says, and changes of it: into the outbox, and there tried again or given up. Each is found by the id
// of its message.

import { editMessage, sendMessage } from '#core/chat/contract.ts'
import type { ChatPorts, PendingChatCommand } from '#web/chat/chatPorts.ts'
import { isEndpoint } from '#web/platform/outbox/item.ts'

export interface Outgoing {
  send(conversationId: string, content: string, replyToId: string | null): void
  edit(conversationId: string, messageId: string, content: string): void
  retry(messageId: string): void
  discard(messageId: string): void
  /** The message stands on the server, whether its own answer came or not. */
  arrived(messageId: string): void
}

export function createOutgoing({ outbox, newKey }: Pick<ChatPorts, 'outbox' | 'newKey'>): Outgoing {
  const isSending = (item: PendingChatCommand, messageId: string) =>
    item.id === messageId && isEndpoint(item, sendMessage)
  const isEditing = (item: PendingChatCommand, messageId: string) =>
    item.params['messageId'] === messageId && isEndpoint(item, editMessage)

  const sent = (messageId: string) => outbox.items().find((item) => isSending(item, messageId))
  const unsent = (messageId: string) =>
    outbox.items().find((item) => isSending(item, messageId) || isEditing(item, messageId))

  return {
    send(conversationId, content, replyToId) {
      const key = newKey()
      outbox.add({
        call: sendMessage,
        params: { conversationId },
        body: { content, client_message_id: key, ...(replyToId !== null && { reply_to: replyToId }) },
        lane: conversationId,
        key,
      })
    },
    edit(conversationId, messageId, content) {
      const params = { conversationId, messageId }
      outbox.add({ call: editMessage, params, body: { content }, lane: conversationId, key: newKey() })
    },
    retry(messageId) {
      const item = unsent(messageId)
      if (item) outbox.retry(item.key)
    },
    discard(messageId) {
      const item = unsent(messageId)
      if (item) outbox.discard(item.key)
    },
    arrived(messageId) {
      const item = sent(messageId)
      if (item) outbox.discard(item.key)
    },
  }
}
