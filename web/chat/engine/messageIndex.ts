// Finds a message's conversation and sequence number by its id, because a receipt names the id alone.

import { BoundedMap } from '#core/kernel/boundedMap.ts'

const MAX_MESSAGES = 10_000

export class MessageIndex {
  readonly #locations = new BoundedMap<{ conversationId: string; seq: number }>(MAX_MESSAGES)

  add(messages: readonly { id: string; conversation_id: string; seq: number }[]): void {
    for (const { id, conversation_id: conversationId, seq } of messages)
      this.#locations.set(id, { conversationId, seq })
  }

  get(messageId: string): { conversationId: string; seq: number } | undefined {
    return this.#locations.get(messageId)
  }
}
