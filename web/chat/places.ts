// Where messages stand, by their ids: what is told of a message names neither its conversation nor its number.

export interface Place {
  conversationId: string
  seq: number
}

export interface Places {
  learn(messages: readonly { id: string; conversation_id: string; seq: number }[]): void
  of(messageId: string): Place | null
}

const REMEMBERED = 10_000

export function createPlaces(): Places {
  const places = new Map<string, Place>()
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
