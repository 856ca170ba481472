// Looks up messages and counts for the seed's commands, which run before there are read models: the few messages are
// read from the log each time.

import type { Codec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { ConversationEvent } from '#core/chat/events.ts'
import type { ChatLookups } from '#core/chat/lookups.ts'
import { newMessage } from '#core/chat/toResponse.ts'
import { conversationStreamType } from '#core/chat/decider.ts'

export function createLogChatLookups(store: EventStore, codec: Codec): ChatLookups {
  async function messagesOf(conversationId: string) {
    const events = await store.read(conversationStreamType.prefix + conversationId)
    return events.flatMap((stored) => {
      const event = codec.decode(stored) as RecordedEventOf<ConversationEvent>
      return event.type === 'MessageSent' ? newMessage(event.data.message) : []
    })
  }
  const message: ChatLookups['findMessage'] = async (conversationId, messageId) =>
    (await messagesOf(conversationId)).find(({ id }) => id === messageId) ?? null
  return {
    findMessage: message,
    findMessageIfReadable: message,
    async countMessages(conversationId, userId) {
      const messages = await messagesOf(conversationId)
      return {
        lastSeq: messages.length,
        sentCount: messages.filter(({ sender }) => sender.id === userId).length,
      }
    },
    async countOwnMessagesUpTo(conversationId, userId, seq) {
      const messages = await messagesOf(conversationId)
      return messages.filter((message) => message.seq <= seq && message.sender.id === userId).length
    },
  }
}
