// What a conversation's commands ask the read side about, here where there is none yet: what the story said so far is
// little, so it is read from the log each time.

import type { Codec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { ConversationEvent } from '#core/chat/events.ts'
import type { ChatLookups } from '#core/chat/lookups.ts'
import { newMessage } from '#core/chat/toResponse.ts'
import { conversationStreamType } from '#core/chat/decider.ts'

export function createLogChatLookups(store: EventStore, codec: Codec): ChatLookups {
  async function said(conversationId: string) {
    const events = await store.read(conversationStreamType.prefix + conversationId)
    return events.flatMap((stored) => {
      const event = codec.decode(stored) as RecordedEventOf<ConversationEvent>
      return event.type === 'MessageSent' ? newMessage(event.data.message) : []
    })
  }
  const message: ChatLookups['message'] = async (conversationId, messageId) =>
    (await said(conversationId)).find(({ id }) => id === messageId) ?? null
  return {
    message,
    messageShown: message,
    async counts(conversationId, userId) {
      const all = await said(conversationId)
      return { lastSeq: all.length, sent: all.filter(({ sender }) => sender.id === userId).length }
    },
    async ownUpTo(conversationId, userId, seq) {
      const all = await said(conversationId)
      return all.filter((one) => one.seq <= seq && one.sender.id === userId).length
    },
  }
}
