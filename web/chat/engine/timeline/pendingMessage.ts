// The own messages of a timeline that the server's copies have not replaced yet, with the sequence numbers of those copies.

import type { Mention } from '#core/chat/mentions.ts'
import type { MessageResponse } from '#core/chat/contract.ts'
import type { AttachedFile } from '#core/kernel/files.ts'

/** An own message that the server's copy has not replaced yet. */
export interface PendingMessage {
  /** The server's copy has the same id. */
  id: string
  content: string
  mentions?: readonly Mention[] | undefined
  messageType: MessageResponse['message_type']
  files: readonly AttachedFile[]
  replyTo: MessageResponse['reply_to']
  /** RFC 3339, by this device's clock. */
  at: string
  /** `waiting`: the network is away. `sent`: stored, but not shown yet, because messages before it are missing. */
  state: 'sending' | 'waiting' | 'sent' | 'refused'
  /** This device could not store it: it lasts as long as the page. */
  isMemoryOnly: boolean
  /** Why it was refused, or why it waits; null if the server gave no reason. */
  error: string | null
}

export interface PendingWithSeq extends PendingMessage {
  /** Of the server's copy; null while unknown. */
  seq: number | null
  /** The number of a stored own message that was sent after this one: this one is stored above it. */
  passedBy: number | null
}

/**
 * With the numbers of the stored messages. A message sent before a stored one is stored as well.
 * @param seqOf the number of the server's copy, null if it is not loaded
 */
export function withSeqs(
  messages: readonly PendingWithSeq[],
  seqOf: (id: string) => number | null,
): readonly PendingWithSeq[] {
  let passedBy: number | null = null
  return messages
    .toReversed()
    .map((message): PendingWithSeq => {
      const seq = message.seq ?? seqOf(message.id)
      if (seq === null)
        return message.state === 'refused' ? message : { ...message, passedBy: passedBy ?? message.passedBy }
      passedBy = seq
      return { ...message, seq, state: 'sent', error: null }
    })
    .toReversed()
}
