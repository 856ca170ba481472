// What a conversation's commands ask the read side about: messages older than the decider remembers, and counts.
// None of it decides who may act.

import type { MessageRecord } from '#core/chat/toResponse.ts'
import type { ReadMarker } from '#core/chat/unread.ts'

export interface ChatLookups {
  /** A message of this conversation; null when there is none of that id. */
  message(conversationId: string, messageId: string): Promise<MessageRecord | null>
  /** The same as far as the read side has come, without waiting for what it has not got. */
  messageShown(conversationId: string, messageId: string): Promise<MessageRecord | null>
  /** The newest message's number, and how many of all are this person's. */
  counts(conversationId: string, userId: string): Promise<{ lastSeq: number; sent: number }>
  /** How many of the messages up to number `seq` are this person's, given what is known of an earlier one. */
  ownUpTo(
    conversationId: string,
    userId: string,
    seq: number,
    known: Pick<ReadMarker, 'seq' | 'own'>,
  ): Promise<number>
}
