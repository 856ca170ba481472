// Puts this person's messages and edits into the outbox, and finds them there by the id of the message.

import { editMessage, sendMessage } from '#core/chat/contract.ts'
import type { ChatPorts, PendingChatCommand } from '#web/chat/engine/chatPorts.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'

export type OutgoingMessages = ReturnType<typeof createOutgoingMessages>

export function createOutgoingMessages({ outbox, newKey }: Pick<ChatPorts, 'outbox' | 'newKey'>) {
  const isSend = (item: PendingChatCommand, messageId: string) =>
    item.id === messageId && isEndpoint(item, sendMessage)
  const isEdit = (item: PendingChatCommand, messageId: string) =>
    item.params['messageId'] === messageId && isEndpoint(item, editMessage)
  const find = (messageId: string) =>
    outbox.items().findLast((item) => isSend(item, messageId) || isEdit(item, messageId))

  /** A newer edit of the message replaces them: sending one of them again would undo the newer one. */
  function discardRefusedEdits(messageId: string): void {
    for (const item of outbox.items())
      if (item.state === 'refused' && isEdit(item, messageId)) outbox.discard(item.key)
  }

  return {
    send(conversationId: string, content: string, replyToId: string | null): void {
      const key = newKey()
      outbox.add({
        endpoint: sendMessage,
        params: { conversationId },
        body: { content, client_message_id: key, ...(replyToId !== null && { reply_to: replyToId }) },
        lane: conversationId,
        key,
      })
    },
    edit(conversationId: string, messageId: string, content: string): void {
      discardRefusedEdits(messageId)
      const params = { conversationId, messageId }
      outbox.add({ endpoint: editMessage, params, body: { content }, lane: conversationId, key: newKey() })
    },
    retry(messageId: string): void {
      const item = find(messageId)
      if (item) outbox.retry(item.key)
    },
    discard(messageId: string): void {
      const item = find(messageId)
      if (item) outbox.discard(item.key)
    },
    /** The server has stored an edit: those refused by now came before it. */
    edited: discardRefusedEdits,
    /** The server has stored the message, whether or not its response arrived. */
    stored(messageId: string): void {
      const item = outbox.items().find((candidate) => isSend(candidate, messageId))
      if (item) outbox.discard(item.key)
    },
  }
}
