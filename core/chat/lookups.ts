// What a conversation's commands ask the read side about: messages older than the decider remembers, and counts.
// None of it decides who may act, and none of it ever changes once it is there.

import type { KnownMessage } from '#core/chat/decider.ts'

export interface ChatLookups {
  /** A message of this conversation; null when there is none of that id. */
  message(conversationId: string, messageId: string): Promise<KnownMessage | null>
  /** The chat's name and description as they were last set. */
  titles(conversationId: string): Promise<{ name: string | null; description: string | null }>
  /** What is needed to count unread messages of a person who has read up to `seq`. */
  counts(
    conversationId: string,
    userId: string,
    seq: number,
  ): Promise<{ lastSeq: number; sent: number; own: number }>
}
