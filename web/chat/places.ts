// Where messages stand, by their ids: what is told of a message names neither its conversation nor its number.

export interface MessageRef {
  conversationId: string
  seq: number
}

export interface ScrollPositions {
  learn(messages: readonly { id: string; conversation_id: string; seq: number }[]): void
  of(messageId: string): MessageRef | null
}

const REMEMBERED = 10_000

export function createScrollPositions(): ScrollPositions {
  const places = new Map<string, MessageRef>()
  return {
    learn(messages) {
      for (const { id, conversation_id: conversationId, seq } of messages) {
        places.delete(id)
        places.set(id, { conversationId, seq })
        if (places.size > REMEMBERED) places.delete(places.keys().next().value!)
      }
    },
    of: (messageId) => places.get(messageId) ?? null,
  }
}
