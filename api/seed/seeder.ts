// Runs the commands of the demo data, each with its own time and user.

import { noFiles } from '#core/kernel/lookups.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import { isInMoney } from '#core/money/parties.ts'
import { conversationOperations, directIdOf } from '#core/chat/operations.ts'
import type { PlanTripBody } from '#core/trips/bodies.ts'
import { invitationIdOf } from '#core/trips/decider.ts'
import { RespondToInvitationOperation } from '#core/trips/invitations.ts'
import { PlanTripOperation } from '#core/trips/operations.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import type { CommandOutcome } from '#core/store/command.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import { executeOperation, type AnyOperation, type Actor } from '#core/store/operation.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import { digestOf, idFrom, newIdOf } from '#core/kernel/ids.ts'
import { createAccounts } from '#api/people/accounts.ts'
import { createPasswords, type PasswordCost } from '#api/people/passwords.ts'
import { register } from '#core/people/contract.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { waitToRetry } from '#api/platform/waitToRetry.ts'
import type { Codec } from '#core/store/codec.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { ConversationEvent } from '#core/chat/events.ts'
import type { ChatLookups } from '#core/chat/lookups.ts'
import { newMessage } from '#core/chat/toResponse.ts'
import { conversationStreamType } from '#core/chat/decider.ts'

export interface Seeder {
  /** The time of the next commands: days from today (negative is past), at this hour and minute, UTC. */
  setTime(day: number, hour: number, minute?: number): void
  /** YYYY-MM-DD. */
  date(day: number): string
  signUp(username: string, options?: { isAdmin?: boolean }): Promise<Actor>
  acceptInvitation(by: Actor, tripId: string): Promise<void>
  /** Runs a command, unless an earlier start did. Returns the id of the entity it creates. */
  run(
    by: Actor,
    operation: AnyOperation,
    params: Record<string, string>,
    body?: unknown,
    key?: string,
  ): Promise<string>
  /** Returns the id of the trip. */
  planTrip(by: Actor, body: PlanTripBody, key?: string): Promise<string>
  /** Starts a group, or without one a direct conversation. Returns its id. */
  startConversation(
    by: Actor,
    others: readonly Actor[],
    group?: { name: string; description: string },
  ): Promise<string>
  /** Sends a message, a minute after the last command, as a reply if `replyTo` is a message id. Returns its id. */
  sendMessage(by: Actor, conversationId: string, content: string, replyTo?: string): Promise<string>
  markRead(by: Actor, conversationId: string, messageId: string): Promise<void>
}

/**
 * The idempotency key of a step. A seed with other steps needs another prefix: a log that an earlier release has seeded would
 * be taken for an interrupted one, and seeded again. Ids derive from it, and the odd cents and the plan of the demo trip from ids:
 * with this one they are those of its pictures.
 */
export const seedKey = (step: string): string => idFrom('seed 10', step)

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Retries a command on a busy stream: nodes that start together on an empty log run the same commands. */
async function retryWhileBusy<ResponseBody>(
  execute: () => Promise<CommandOutcome<ResponseBody>>,
): Promise<CommandOutcome<ResponseBody>> {
  for (;;) {
    const outcome = await execute()
    if (outcome.refusal?.refused !== 'Busy') return outcome
  }
}

/** @param today milliseconds since 1970. One closure, because all steps share the clock and the keys. */
export function createSeeder(store: EventStore, password: string, cost: PasswordCost, today: number): Seeder {
  const midnight = Math.floor(today / DAY_MS) * DAY_MS
  let now = midnight
  let step = 0
  // No event is later than the start of the server.
  const clock = () => Math.min(now, today)
  const codec = createProductCodec()
  const reader = createStreamReader(store, codec)
  const handleCommand = createCommandHandler({ store, codec, reader, waitToRetry })
  const accounts = createAccounts({ handleCommand, reader, clock, passwords: createPasswords({ cost }) })
  const conversations = conversationOperations(createLogChatLookups(store, codec))
  const entities = new Map<string, { tripId: string; id: string }>()
  const deps = {
    handleCommand,
    clock,
    findEntity: async (entityId: string) => entities.get(entityId) ?? null,
    // Each step has its own key.
    streamOfKey: async () => null,
    lookups: {
      users: accounts.findActiveByIds,
      currencyInUse: async (tripId: string) => (await reader.state(moneyStreamType, tripId)).currency,
      hasMoney: async (tripId: string, personId: string) =>
        isInMoney(await reader.state(moneyStreamType, tripId), personId),
      // The seed is far below the limits.
      counts: async () => new Map<string, number>(),
      ...noFiles,
    },
  }
  // A step has the same key at every start, so completed steps are recognized.
  const nextKey = () => seedKey(String(++step))

  return {
    setTime(day, hour, minute = 0) {
      now = midnight + day * DAY_MS + (hour * 60 + minute) * MINUTE_MS
    },
    date: (day) => new Date(midnight + day * DAY_MS).toISOString().slice(0, 10),

    async signUp(username, { isAdmin = false } = {}) {
      const email = `${username}@example.com`
      const key = nextKey()
      const digest = digestOf(register.method, register.path, { username, email })
      const by = { key, digest, requestId: 'seed' }
      const outcome = await retryWhileBusy(() => accounts.addUser({ username, email, isAdmin, password }, by))
      if (outcome.refusal) throw new Error(`The seed cannot add ${username}: ${outcome.refusal.refused}`)
      return { id: outcome.response.id, username }
    },

    async run(by, operation, params, body, key = nextKey()) {
      const request = { params, body, by, key, requestId: 'seed' }
      const { refusal } = await retryWhileBusy(() => executeOperation(deps, operation, request))
      // A start that was interrupted on another day sent other dates under the same key.
      if (refusal && refusal.refused !== 'KeyReused')
        throw new Error(
          `The seed stops at ${operation.endpoint.method} ${operation.endpoint.path}: ${JSON.stringify(refusal)}`,
        )
      const id = newIdOf(operation.endpoint, params, by.id, key)
      if (params['tripId']) entities.set(id, { tripId: params['tripId'], id })
      now += MINUTE_MS
      return id
    },

    planTrip(by, body, key) {
      return this.run(by, PlanTripOperation, {}, body, key)
    },

    async acceptInvitation(by, tripId) {
      const invitationId = invitationIdOf(by.id, tripId)
      entities.set(invitationId, { tripId, id: invitationId })
      await this.run(by, RespondToInvitationOperation, { invitationId }, { response: 'accepted' })
    },

    async startConversation(by, others, group) {
      const ids = others.map(({ id }) => id)
      const body = { ...(group ? { type: 'group', ...group } : { type: 'direct' }), participant_ids: ids }
      const conversationId = await this.run(by, conversations.StartConversationOperation, {}, body)
      return group ? conversationId : directIdOf(by.id, ids[0]!)
    },

    sendMessage(by, conversationId, content, replyTo) {
      const body = { content, ...(replyTo !== undefined && { reply_to: replyTo }) }
      return this.run(by, conversations.SendMessageOperation, { conversationId }, body)
    },

    async markRead(by, conversationId, messageId) {
      await this.run(
        by,
        conversations.MarkConversationReadOperation,
        { conversationId },
        { message_id: messageId },
      )
    },
  }
}

/** For commands that run before there are read models: reads the few messages from the log each time. */
export function createLogChatLookups(store: EventStore, codec: Codec): ChatLookups {
  async function messagesOf(conversationId: string) {
    const events = await store.read(conversationStreamType.prefix + conversationId)
    return events.flatMap((stored) => {
      const event = codec.decode(stored) as RecordedEventOf<ConversationEvent>
      return event.type === 'MessageSent' ? newMessage(event.data.message) : []
    })
  }
  const message: ChatLookups['findMessage'] = async (conversationId, messageId) =>
    (await messagesOf(conversationId)).find(({ id }) => id === messageId) ?? null
  return {
    connectionsOf: async () => new Set(),
    findMessage: message,
    findMessageIfReadable: message,
    async countMessages(conversationId, userId) {
      const messages = await messagesOf(conversationId)
      return {
        lastSeq: messages.length,
        sentCount: messages.filter(({ sender }) => sender.id === userId).length,
      }
    },
    async countOwnMessagesUpTo(conversationId, userId, seq) {
      const messages = await messagesOf(conversationId)
      return messages.filter((message) => message.seq <= seq && message.sender.id === userId).length
    },
  }
}
