// The port through which a conversation's commands read messages and counts from the read models. Permissions never
// depend on it, because a read model may lag behind the log.

import type { MessageRecord } from '#core/chat/toResponse.ts'
import type { ReadMarker } from '#core/chat/unread.ts'

export interface ChatLookups {
  /** The people who share a trip or a conversation with this person. */
  connectionsOf(userId: string): Promise<ReadonlySet<string>>
  /** Null when the conversation has no message of that id. */
  findMessage(conversationId: string, messageId: string): Promise<MessageRecord | null>
  /** As `findMessage`, without waiting for the read models to catch up. */
  findMessageIfReadable(conversationId: string, messageId: string): Promise<MessageRecord | null>
  /** The newest message's number, and how many messages this person has sent, or the system. */
  countMessages(conversationId: string, userId: string): Promise<{ lastSeq: number; sentCount: number }>
  /** How many of the messages up to `seq` this person has sent, or the system, given the count at an earlier one. */
  countOwnMessagesUpTo(
    conversationId: string,
    userId: string,
    seq: number,
    previous: Pick<ReadMarker, 'seq' | 'own'>,
  ): Promise<number>
}
