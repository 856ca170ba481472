// Bugs injected at the client's ports, to prove that the simulator finds such bugs. Ports that a bug does not name stay
// correct.

import { type MessageResponse, sendMessage } from '#core/chat/contract.ts'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import type { ChatOutbox, ChatPorts, RequestResult } from '#web/chat/engine/chatPorts.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'
import { createMemoryOutboxStore } from '#web/platform/outbox/memoryStore.ts'
import type { Packet } from '#tests/simulator/sockets.ts'

interface Sent {
  endpoint: Endpoint
  params: Params
  body: unknown
  key: string
}

export interface BuggyPorts {
  /** Replaces the store of a tab's pending commands. */
  store?(store: OutboxStore): OutboxStore
  /** Changes one attempt to send a pending command. */
  changeRequest?(sent: Sent, newKey: () => string): Sent
  /** Runs just before a command is sent. */
  beforeSending?(key: string, store: OutboxStore): Promise<void>
  /** Changes the pending commands that the chat reads. */
  changeCommands?(commands: ReturnType<ChatOutbox['commands']>): ReturnType<ChatOutbox['commands']>
  /** Wraps the GET requests of a tab. */
  wrapAsk?(ask: ChatPorts['request']): ChatPorts['request']
  /** Changes or drops (null) the packets that one socket receives. */
  packetFilter?(): (packet: Packet) => Packet | null
}

const WEEK_MS = 7 * 24 * 3_600_000

export type InjectedBug = keyof typeof injectedBugs

export const injectedBugs = {
  /** Each attempt to send a message has a new key. */
  repeatsUnderNewKeys: {
    changeRequest({ endpoint, params, body }, newKey) {
      const key = newKey()
      const isMessage = endpoint.path === sendMessage.path
      return {
        endpoint,
        params,
        body: isMessage ? { ...(body as object), client_message_id: key } : body,
        key,
      }
    },
  },
  /** Pending commands are stored in the tab's memory only. */
  keepsItsOutboxInMemory: { store: () => createMemoryOutboxStore() },
  /** A pending command is removed from the store before the server has responded. */
  removesCommandsBeforeTheResponse: { beforeSending: (key, store) => store.remove(key) },
  /** The newest pending command is sent first. */
  sendsTheNewestCommandFirst: {
    store: (store) => ({ ...store, all: async () => (await store.all()).toReversed() }),
  },
  /** Commands that the store could not write before are written in the wrong order. */
  storesLaterCommandsFirst: {
    store: (store) => ({ ...store, add: (...commands) => store.add(...commands.toReversed()) }),
  },
  /** Commands that are a week older than the newest are not loaded any more. */
  forgetsCommandsAfterAWeek: {
    store: (store) => ({
      ...store,
      async all() {
        const commands = await store.all()
        const newest = Math.max(...commands.map(({ at }) => Date.parse(at)))
        return commands.filter(({ at }) => newest - Date.parse(at) < WEEK_MS)
      },
    }),
  },
  /** What is refused because the person is no longer in the conversation is not kept. */
  forgetsTheWorkOfRemovedPeople: {
    store: (store) => ({
      ...store,
      refuse: (key, refusal) =>
        [403, 404].includes(refusal.status) ? store.remove(key) : store.refuse(key, refusal),
    }),
  },
  /** Refused messages are not shown any more. */
  hidesRefusedMessages: { changeCommands: (commands) => commands.filter(({ state }) => state !== 'refused') },
  /** The client does not read the `last_seq` of `conversation_joined`. */
  ignoresMissedMessages: {
    packetFilter: () => (packet) => (packet.event === 'conversation_joined' ? null : packet),
  },
  /** A message gets the number after the last one that arrived, although messages between them are missing. */
  numbersMessagesByArrival: { packetFilter: numberingByArrival },
  /** The reactions that are pushed are not shown. */
  leavesOutReactions: { packetFilter: () => withoutReactions },
  /** The mentions of pushed messages are not shown, and count as none. */
  leavesOutMentions: { packetFilter: () => withoutMentions },
  /** The line about a change of a group counts as a message. */
  countsChangesOfGroups: { packetFilter: () => withoutSystemType },
  /** A page that was fetched once is never fetched again. */
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

function withoutReactions(packet: Packet): Packet {
  const { message } = packet.payload as { message?: object }
  if (packet.event !== 'message:reaction' || !message) return packet
  return { ...packet, payload: { ...(packet.payload as object), message: { ...message, reactions: [] } } }
}

function withoutSystemType(packet: Packet): Packet {
  const { message } = packet.payload as { message?: MessageResponse }
  return message?.message_type === 'system'
    ? { ...packet, payload: { ...(packet.payload as object), message: { ...message, message_type: 'text' } } }
    : packet
}

function withoutMentions(packet: Packet): Packet {
  const { message } = packet.payload as { message?: object }
  return message
    ? { ...packet, payload: { ...(packet.payload as object), message: { ...message, mentions: [] } } }
    : packet
}

function answeringFromACache(ask: ChatPorts['request']): ChatPorts['request'] {
  const answers = new Map<string, RequestResult<unknown>>()
  return async (endpoint, given) => {
    const asked = JSON.stringify([endpoint.path, given.params, given.query])
    const known = answers.get(asked)
    if (endpoint.method === 'GET' && known) return known as RequestResult<never>
    const got = await ask(endpoint, given)
    if (got.state === 'done') answers.set(asked, got)
    return got
  }
}
