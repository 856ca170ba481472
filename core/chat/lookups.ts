// What a conversation's commands look up in the read models: messages older than the decider remembers, and counts.
// None of it decides permissions.

import type { MessageRecord } from '#core/chat/toResponse.ts'
import type { ReadMarker } from '#core/chat/unread.ts'

export interface ChatLookups {
  /** null when the conversation has no message of that id. */
  message(conversationId: string, messageId: string): Promise<MessageRecord | null>
  /** As `message`, without waiting for the read models to catch up. */
  messageIfReadable(conversationId: string, messageId: string): Promise<MessageRecord | null>
  /** The newest message's number, and how many messages this person has sent. */
  counts(conversationId: string, userId: string): Promise<{ lastSeq: number; sent: number }>
  /** How many of the messages up to `seq` this person has sent, given the count at an earlier one. */
  ownUpTo(
    conversationId: string,
    userId: string,
    seq: number,
    previous: Pick<ReadMarker, 'seq' | 'own'>,
  ): Promise<number>
}
