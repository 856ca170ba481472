// Plays a story through the real commands, each on the day it happened and by the person who did it.

import { chatUpcasts } from '#core/chat/events.ts'
import { conversationOperations, directIdOf } from '#core/chat/operations.ts'
import { itineraryUpcasts } from '#core/itinerary/events.ts'
import { moneyUpcasts } from '#core/money/events.ts'
import { peopleUpcasts } from '#core/people/events.ts'
import { invitationIdOf } from '#core/trips/decider.ts'
import { tripUpcasts } from '#core/trips/events.ts'
import { RespondToInvitationOperation } from '#core/trips/invitations.ts'
import { createCodec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import type { CommandOutcome } from '#core/store/commandHandler.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import type { AnyOperation, Actor } from '#core/store/operation.ts'
import { executeOperation } from '#core/store/operation.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import { idFrom, newIdOf } from '#core/kernel/ids.ts'
import { createAccounts } from '#api/people/accounts.ts'
import type { PasswordCost } from '#api/people/passwords.ts'
import { createPasswords } from '#api/people/passwords.ts'
import { digestFor } from '#api/people/runCommand.ts'
import { registerEndpoint } from '#core/people/contract.ts'
import { currencyInUse } from '#api/money/currencyInUse.ts'
import { createLogChatLookups } from '#api/seed/logChatLookups.ts'

export interface Seeder {
  /** The moment the next commands happen at: days from today (negative is past), at this hour, UTC. */
  setTime(day: number, hour: number): void
  /** The calendar date so many days from today. */
  date(day: number): string
  signUp(username: string, options?: { isAdmin?: boolean }): Promise<Actor>
  /** Answers the invitation that came with the trip's planning. */
  acceptInvitation(by: Actor, tripId: string): Promise<void>
  /** Does a command; one that was done in an earlier play is not done again. Answers the id of what it made. */
  run(
    by: Actor,
    of: AnyOperation,
    params: Record<string, string>,
    body?: unknown,
    key?: string,
  ): Promise<string>
  /** Begins a conversation with these, a group where it has a name. Answers its id. */
  startConversation(
    by: Actor,
    others: readonly Actor[],
    group?: { name: string; description: string },
  ): Promise<string>
  /** Says something, a minute after what was done last. Answers the message's id. */
  sendMessage(by: Actor, conversationId: string, content: string, answered?: string): Promise<string>
  /** Reads up to a message. */
  markRead(by: Actor, conversationId: string, messageId: string): Promise<void>
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Nodes that start together on an empty log play together; whoever is overtaken too often asks again. */
async function patiently<ResponseBody>(
  act: () => Promise<CommandOutcome<ResponseBody>>,
): Promise<CommandOutcome<ResponseBody>> {
  for (;;) {
    const outcome = await act()
    if (outcome.refusal?.refused !== 'Busy') return outcome
  }
}

/** @param today milliseconds since 1970. */
export function createSeeder(store: EventStore, password: string, cost: PasswordCost, today: number): Seeder {
  const midnight = Math.floor(today / DAY_MS) * DAY_MS
  let now = midnight
  let step = 0
  // Nothing in the story has happened later than today's first start.
  const clock = () => Math.min(now, today)
  const codec = createCodec(peopleUpcasts, tripUpcasts, itineraryUpcasts, moneyUpcasts, chatUpcasts)
  const reader = createStreamReader(store, codec)
  const handleCommand = createCommandHandler({ store, codec, reader })
  const accounts = createAccounts({ handleCommand, reader, clock, passwords: createPasswords({ cost }) })
  const talk = conversationOperations(createLogChatLookups(store, codec))
  const places = new Map<string, { tripId: string; id: string }>()
  const deps = {
    handleCommand,
    clock,
    locateItem: async (thingId: string) => places.get(thingId) ?? null,
    // Each step has a key of its own.
    madeIn: async () => null,
    lookups: {
      users: accounts.inUse,
      currencyInUse: (tripId: string) => currencyInUse(store, codec, tripId),
      // The story is short.
      counts: async () => new Map<string, number>(),
    },
  }
  // The same step has the same key in every play, so what was done is recognised.
  const nextKey = () => idFrom('seed', String(++step))

  return {
    setTime(day, hour) {
      now = midnight + day * DAY_MS + hour * HOUR_MS
    },
    date: (day) => new Date(midnight + day * DAY_MS).toISOString().slice(0, 10),

    async signUp(username, { isAdmin = false } = {}) {
      const email = `${username}@example.com`
      const key = nextKey()
      const by = { key, digest: digestFor(registerEndpoint, { username, email }), requestId: 'seed' }
      const outcome = await patiently(() => accounts.addUser({ username, email, isAdmin, password }, by))
      if (outcome.refusal)
        throw new Error(`The seed story cannot add ${username}: ${outcome.refusal.refused}`)
      return { id: outcome.response.id, username }
    },

    async run(by, of, params, body, key = nextKey()) {
      const asked = { params, body, by, key, requestId: 'seed' }
      const { refusal } = await patiently(() => executeOperation(deps, of, asked))
      // An earlier play, broken off on another day, did it with other dates.
      if (refusal && refusal.refused !== 'KeyReused')
        throw new Error(
          `The seed story stops at ${of.endpoint.method} ${of.endpoint.path}: ${JSON.stringify(refusal)}`,
        )
      const id = newIdOf(of.endpoint, params, by.id, key)
      if (params['tripId']) places.set(id, { tripId: params['tripId'], id })
      now += 60_000
      return id
    },

    async acceptInvitation(by, tripId) {
      const invitationId = invitationIdOf(by.id, tripId)
      places.set(invitationId, { tripId, id: invitationId })
      await this.run(by, RespondToInvitationOperation, { invitationId }, { response: 'accepted' })
    },

    async startConversation(by, others, group) {
      const ids = others.map(({ id }) => id)
      const body = { ...(group ? { type: 'group', ...group } : { type: 'direct' }), participant_ids: ids }
      const made = await this.run(by, talk.StartConversationOperation, {}, body)
      return group ? made : directIdOf(by.id, ids[0]!)
    },

    sendMessage(by, conversationId, content, answered) {
      const body = { content, ...(answered !== undefined && { reply_to: answered }) }
      return this.run(by, talk.SendMessageOperation, { conversationId }, body)
    },

    async markRead(by, conversationId, messageId) {
      await this.run(by, talk.MarkConversationReadOperation, { conversationId }, { message_id: messageId })
    },
  }
}
