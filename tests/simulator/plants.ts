// Mistakes planted where the client meets its ports, to prove that the simulator finds such mistakes: what is left out
// of a plant is as it should be.

import { sendMessage } from '#core/chat/contract.ts'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import type { ChatOutbox, ChatPorts, ReadResult } from '#web/chat/chatPorts.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'
import { createMemoryOutboxStore } from '#web/platform/outbox/memoryStore.ts'
import type { Packet } from '#tests/simulator/sockets.ts'

interface Sent {
  call: Endpoint
  params: Params
  body: unknown
  key: string
}

export interface PlantedPorts {
  /** What a tab keeps its unsent commands in. */
  store?(store: OutboxStore): OutboxStore
  /** One try of an unsent command. */
  sends?(sent: Sent, newKey: () => string): Sent
  /** Just before it goes out. */
  beforeSending?(key: string, store: OutboxStore): Promise<void>
  /** What the chat sees of what is unsent. */
  shows?(items: ReturnType<ChatOutbox['items']>): ReturnType<ChatOutbox['items']>
  /** How a tab reads. */
  asks?(ask: ChatPorts['ask']): ChatPorts['ask']
  /** What of what was told one socket hears; null for nothing. */
  hears?(): (packet: Packet) => Packet | null
}

export type Plant = keyof typeof plants

export const plants = {
  /** Each try of a message goes out as if it were the first. */
  sendsAnew: {
    sends({ call, params, body }, newKey) {
      const key = newKey()
      const isMessage = call.path === sendMessage.path
      return { call, params, body: isMessage ? { ...(body as object), client_message_id: key } : body, key }
    },
  },
  /** What is unsent is kept in the tab alone. */
  forgetsOnReload: { store: () => createMemoryOutboxStore() },
  /** What is unsent is taken out of the store before the server has answered. */
  forgetsBeforeTheAnswer: { beforeSending: (key, store) => store.remove(key) },
  /** The newest of what is unsent goes first. */
  sendsTheNewestFirst: {
    store: (store) => ({ ...store, all: async () => (await store.all()).toReversed() }),
  },
  /** What the server refused is not shown any more. */
  hidesWhatWasRefused: { shows: (items) => items.filter(({ state }) => state !== 'refused') },
  /** Nobody hears up to where a conversation goes on joining it. */
  neverHearsWhatWasMissed: {
    hears: () => (packet) => (packet.event === 'conversation_joined' ? null : packet),
  },
  /** A message takes the place after the last one that came, whatever is missing between them. */
  fillsGapsWithWhatComes: { hears: numberingByArrival },
  /** A page, once read, is never read again. */
  readsFromACache: { asks: answeringFromACache },
} as const satisfies Record<string, PlantedPorts>

function numberingByArrival(): (packet: Packet) => Packet {
  const newest = new Map<string, number>()
  return (packet) => {
    const { conversation_id: id, message } = packet.payload as {
      conversation_id: string
      message?: { seq: number }
    }
    if (!message) return packet
    const last = newest.get(id)
    const seq = last === undefined ? message.seq : Math.min(message.seq, last + 1)
    newest.set(id, Math.max(seq, last ?? 0))
    return { ...packet, payload: { ...(packet.payload as object), message: { ...message, seq } } }
  }
}

function answeringFromACache(ask: ChatPorts['ask']): ChatPorts['ask'] {
  const answers = new Map<string, ReadResult<unknown>>()
  return async (call, given) => {
    const asked = JSON.stringify([call.path, given.params, given.query])
    const known = answers.get(asked)
    if (call.method === 'GET' && known) return known as ReadResult<never>
    const got = await ask(call, given)
    if (got.state === 'done') answers.set(asked, got)
    return got
  }
}
