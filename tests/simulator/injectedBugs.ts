// Bugs injected at the client's ports, to prove that the simulator finds such bugs. Ports that a bug does not name stay
// correct.

import { sendMessage } from '#core/chat/contract.ts'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import type { ChatOutbox, ChatPorts, RequestResult } from '#web/chat/engine/chatPorts.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'
import { createMemoryOutboxStore } from '#web/platform/outbox/memoryStore.ts'
import type { Packet } from '#tests/simulator/sockets.ts'

interface Sent {
  call: Endpoint
  params: Params
  body: unknown
  key: string
}

export interface BuggyPorts {
  /** What a tab keeps its unsent commands in. */
  store?(store: OutboxStore): OutboxStore
  /** One try of an unsent command. */
  changeRequest?(sent: Sent, newKey: () => string): Sent
  /** Just before it goes out. */
  beforeSending?(key: string, store: OutboxStore): Promise<void>
  /** What the chat sees of what is unsent. */
  changeItems?(items: ReturnType<ChatOutbox['items']>): ReturnType<ChatOutbox['items']>
  /** How a tab reads. */
  wrapAsk?(ask: ChatPorts['request']): ChatPorts['request']
  /** What of what was told one socket hears; null for nothing. */
  packetFilter?(): (packet: Packet) => Packet | null
}

export type InjectedBug = keyof typeof injectedBugs

export const injectedBugs = {
  /** Each try of a message goes out as if it were the first. */
  repeatsUnderNewKeys: {
    changeRequest({ call, params, body }, newKey) {
      const key = newKey()
      const isMessage = call.path === sendMessage.path
      return { call, params, body: isMessage ? { ...(body as object), client_message_id: key } : body, key }
    },
  },
  /** What is unsent is kept in the tab alone. */
  keepsItsOutboxInMemory: { store: () => createMemoryOutboxStore() },
  /** What is unsent is taken out of the store before the server has answered. */
  removesCommandsBeforeTheResponse: { beforeSending: (key, store) => store.remove(key) },
  /** The newest of what is unsent goes first. */
  sendsTheNewestCommandFirst: {
    store: (store) => ({ ...store, all: async () => (await store.all()).toReversed() }),
  },
  /** What the server refused is not shown any more. */
  hidesRefusedMessages: { changeItems: (items) => items.filter(({ state }) => state !== 'refused') },
  /** Nobody hears up to where a conversation goes on joining it. */
  ignoresMissedMessages: {
    packetFilter: () => (packet) => (packet.event === 'conversation_joined' ? null : packet),
  },
  /** A message takes the place after the last one that came, whatever is missing between them. */
  numbersMessagesByArrival: { packetFilter: numberingByArrival },
  /** A page, once read, is never read again. */
  neverFetchesAPageAgain: { wrapAsk: answeringFromACache },
} as const satisfies Record<string, BuggyPorts>

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

function answeringFromACache(ask: ChatPorts['request']): ChatPorts['request'] {
  const answers = new Map<string, RequestResult<unknown>>()
  return async (call, given) => {
    const asked = JSON.stringify([call.path, given.params, given.query])
    const known = answers.get(asked)
    if (call.method === 'GET' && known) return known as RequestResult<never>
    const got = await ask(call, given)
    if (got.state === 'done') answers.set(asked, got)
    return got
  }
}
