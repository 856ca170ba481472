// Puts this person's messages and changes of messages into the outbox, and finds them there by the id of the message.

import { addReaction, deleteMessage, editMessage, removeReaction, sendMessage } from '#core/chat/contract.ts'
import type { Mention } from '#core/chat/mentions.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import type { ChatPorts, PendingChatCommand } from '#web/chat/engine/chatPorts.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'

export type OutgoingMessages = ReturnType<typeof createOutgoingMessages>

export function createOutgoingMessages({ outbox, newKey }: Pick<ChatPorts, 'outbox' | 'newKey'>) {
  const isSend = (command: PendingChatCommand, messageId: string) =>
    command.id === messageId && isEndpoint(command, sendMessage)
  const isEdit = (command: PendingChatCommand, messageId: string) =>
    command.params['messageId'] === messageId && isEndpoint(command, editMessage)
  const find = (messageId: string) =>
    outbox.commands().findLast((command) => isSend(command, messageId) || isEdit(command, messageId))

  /** A newer edit of the message replaces them: sending one of them again would undo the newer one. */
  function discardRefusedEdits(messageId: string): void {
    for (const command of outbox.commands())
      if (command.state === 'refused' && isEdit(command, messageId)) outbox.discard(command.key)
  }

  return {
    send(
      conversationId: string,
      content: string,
      replyToId: string | null,
      mentions: readonly Mention[] = [],
      files: readonly AttachedFile[] = [],
    ): void {
      const key = newKey()
      const hasPdf = files.some(({ type }) => type === 'application/pdf')
      outbox.add({
        endpoint: sendMessage,
        params: { conversationId },
        body: {
          ...{ content, client_message_id: key },
          ...(replyToId !== null && { reply_to: replyToId }),
          ...(mentions.length > 0 && { mentions }),
          ...(files.length > 0 && { message_type: hasPdf ? 'file' : 'image', files }),
        },
        lane: conversationId,
        key,
      })
    },
    edit(conversationId: string, messageId: string, content: string, mentions?: readonly Mention[]): void {
      discardRefusedEdits(messageId)
      const params = { conversationId, messageId }
      const body = { content, ...(mentions && { mentions }) }
      outbox.add({ endpoint: editMessage, params, body, lane: conversationId, key: newKey() })
    },
    delete(conversationId: string, messageId: string): void {
      const params = { conversationId, messageId }
      outbox.add({ endpoint: deleteMessage, params, body: undefined, lane: conversationId, key: newKey() })
    },
    /** Taking back what waits for the network is as if it had never been done. */
    react(conversationId: string, messageId: string, emoji: string, isSet: boolean): void {
      const params = { conversationId, messageId, emoji }
      const opposite = isSet ? removeReaction : addReaction
      const waiting = outbox
        .commands()
        .findLast(
          (command) =>
            command.params['messageId'] === messageId &&
            command.params['emoji'] === emoji &&
            (isEndpoint(command, addReaction) || isEndpoint(command, removeReaction)),
        )
      if (waiting?.state === 'waiting' && isEndpoint(waiting, opposite)) return outbox.discard(waiting.key)
      const endpoint = isSet ? addReaction : removeReaction
      outbox.add({ endpoint, params, body: undefined, lane: conversationId, key: newKey() })
    },
    retry(messageId: string): void {
      const command = find(messageId)
      if (command) outbox.retry(command.key)
    },
    discard(messageId: string): void {
      const command = find(messageId)
      if (command) outbox.discard(command.key)
    },
    /** The server has stored an edit: those refused by now came before it. */
    edited: discardRefusedEdits,
    /** The server has stored the message, whether or not its response arrived. */
    stored(messageId: string): void {
      const command = outbox.commands().find((candidate) => isSend(candidate, messageId))
      if (command) outbox.discard(command.key)
    },
  }
}
