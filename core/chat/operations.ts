// Every command of a conversation, whole. What follows from its facts it tells itself, so a repeat hears the same
// again; else the read side is asked, which shows it by the time the caller hears.

import type { Refusal } from '#core/kernel/decider.ts'
import { refuse } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { notFound } from '#core/kernel/refusals.ts'
import type { Operation, Request } from '#core/store/operate.ts'
import type { Reader } from '#core/store/reader.ts'
import { mayInConversation } from '#core/chat/access.ts'
import * as bodies from '#core/chat/bodies.ts'
import * as contract from '#core/chat/contract.ts'
import type { SendMessage, StartConversation } from '#core/chat/bodies.ts'
import type { ConversationCommand, ConversationState } from '#core/chat/decider.ts'
import { conversationKind } from '#core/chat/decider.ts'
import type { ConversationFact, Person, ReadFact } from '#core/chat/events.ts'
import type { ChatLookups } from '#core/chat/lookups.ts'
import type { Membership } from '#core/chat/membership.ts'
import { membershipKind } from '#core/chat/membership.ts'
import type { MessageRecord } from '#core/chat/present.ts'
import { editedMessage, newMessage, presentMessage, presentStarted } from '#core/chat/present.ts'
import type { ReadCommand, ReadState } from '#core/chat/read.ts'
import { readKey, readKind } from '#core/chat/read.ts'
import { unreadAfter } from '#core/chat/unread.ts'
import { tripKind } from '#core/trips/decider.ts'
import type { TripState } from '#core/trips/trip.ts'

/** The answer itself, or the id of what is to be shown. */
export type Told = { body: object } | { show: { id: string } }

export type ChatOperation<Type extends ConversationCommand['type'], Known, Body = undefined> = Operation<
  ConversationState,
  Extract<ConversationCommand, { type: Type }>,
  ConversationFact,
  Known,
  Body,
  Told
>

/** The trip of a trip chat, and the message a command speaks of. */
interface Known {
  trip: TripState | null
  message: MessageRecord | null
}

interface KnownToSend extends Known {
  messageId: string
  /** The same message of long ago. */
  earlier: MessageRecord | null
}

export function conversationOperations(lookups: ChatLookups) {
  const StartConversationOperation: ChatOperation<'StartConversation', Asked, StartConversation> = {
    kind: conversationKind,
    refusals: contract.chatRefusals,
    type: 'StartConversation',
    call: contract.startConversation,
    stream: conversationIdOf,
    known: asked,
    may: (_, { unknown }): Refusal | null => (unknown.length > 0 ? notFound('User not found') : null),
    body: () => bodies.StartConversationBody,
    command: (request, { others, conversations }) => ({
      id: conversationIdOf(request),
      body: request.body,
      by: me(request),
      others,
      conversations,
    }),
    answer({ by }, _, own, [started]) {
      if (started?.type !== 'DirectConversationStarted' && started?.type !== 'GroupStarted')
        return { show: { id: own.conversation!.id } }
      return { body: { conversation: presentStarted(started, by.id) } }
    },
  }

  const inConversation = {
    kind: conversationKind,
    refusals: contract.chatRefusals,
    stream: ({ params }: Request) => params['conversationId']!,
    may: ({ by }: Request, { trip }: Known, own: ConversationState) => mayInConversation(own, trip, by.id),
    mayRead: async ({ by, params }: Request, { trip }: Known, reader: Reader) =>
      mayInConversation(await reader.state(membershipKind, params['conversationId']!), trip, by.id),
  }

  const SendMessageOperation: ChatOperation<'SendMessage', KnownToSend, SendMessage> = {
    ...inConversation,
    type: 'SendMessage',
    call: contract.sendMessage,
    async known(request, reader, own) {
      const conversationId = request.params['conversationId']!
      const messageId = messageIdOf(request)
      const replyTo = rawOf(request)['reply_to']
      // What the state has forgotten the read side has had for 10,000 messages.
      const forgotten = own.sent.size < own.last.seq && !own.sent.has(messageId)
      const [trip, message, earlier] = await Promise.all([
        tripOf(own, reader),
        typeof replyTo === 'string' ? lookups.message(conversationId, replyTo) : null,
        forgotten ? lookups.messageShown(conversationId, messageId) : null,
      ])
      return { messageId, trip, message, earlier }
    },
    body: () => bodies.SendMessageBody,
    command: (request, { messageId, message, earlier }) => ({
      messageId,
      body: request.body,
      by: me(request),
      quote: message && { id: message.id, content: message.content, sender: message.sender },
      earlier,
      now: request.now,
    }),
    answer(_, { messageId }, __, [fact]) {
      if (fact?.type !== 'MessageSent') return { show: { id: messageId } }
      const { conversationId, message } = fact.data
      return { body: { message: presentMessage(conversationId, newMessage(message)) } }
    },
  }

  const EditMessageOperation: ChatOperation<'EditMessage', Known, { content: string }> = {
    ...inConversation,
    type: 'EditMessage',
    call: contract.editMessage,
    async known({ params }, reader, own) {
      const [trip, message] = await Promise.all([
        tripOf(own, reader),
        lookups.message(params['conversationId']!, params['messageId']!),
      ])
      return { trip, message }
    },
    may({ by }, { trip, message }, own) {
      const refusal = mayInConversation(own, trip, by.id)
      if (refusal) return refusal
      if (!message) return notFound()
      return message.sender.id === by.id ? null : refuse('NotYourMessage')
    },
    body: () => bodies.EditMessageBody,
    command: (request, { message }) => ({
      message,
      content: request.body.content,
      by: me(request),
      now: request.now,
    }),
    answer({ params }, { message }, _, [fact]) {
      if (fact?.type !== 'MessageEdited' || !message) return { show: { id: params['messageId']! } }
      const { conversationId } = fact.data
      return { body: { message: presentMessage(conversationId, editedMessage(message, fact.data)) } }
    },
  }

  return {
    StartConversationOperation,
    SendMessageOperation,
    EditMessageOperation,
    MarkConversationReadOperation: readOperation(lookups),
  }
}

interface ReadKnown extends Known {
  membership: Membership
  counts: { lastSeq: number; sent: number }
  /** How far they have read once this is done. */
  mark: ReadState
}

function readOperation(
  lookups: ChatLookups,
): Operation<ReadState, ReadCommand, ReadFact, ReadKnown, { message_id: string }, { unread_count: number }> {
  return {
    kind: readKind,
    refusals: contract.chatRefusals,
    type: 'MarkConversationRead',
    call: contract.markRead,
    stream: ({ params, by }) => readKey(params['conversationId']!, by.id),
    async known({ params, by, ...request }, reader, own) {
      const conversationId = params['conversationId']!
      const messageId = rawOf(request)['message_id']
      const membership = await reader.state(membershipKind, conversationId)
      const [trip, message, present] = await Promise.all([
        tripOf(membership, reader),
        typeof messageId === 'string' ? lookups.message(conversationId, messageId) : null,
        reader.state(readKind, readKey(conversationId, by.id)),
      ])
      const counts = await lookups.counts(conversationId, by.id)
      // Commands of the same batch are ahead of the log, a repeat is behind it.
      const before = own.seq < present.seq ? { ...present } : own
      const seq = message?.seq ?? 0
      const mark =
        seq <= before.seq
          ? { ...before }
          : { seq, own: await lookups.ownUpTo(conversationId, by.id, seq, before) }
      return { membership, trip, message, counts, mark }
    },
    may: ({ by }, { membership, trip }) => mayInConversation(membership, trip, by.id),
    mayRead: ({ by }, { membership, trip }) => mayInConversation(membership, trip, by.id),
    body: () => bodies.ReadBody,
    command: ({ params, by, body }, { message, mark }) => ({
      conversationId: params['conversationId']!,
      userId: by.id,
      messageId: body.message_id,
      seq: message?.seq ?? null,
      own: mark.own,
    }),
    answer: (_, { counts: { lastSeq, sent }, mark }) => ({
      unread_count: unreadAfter(mark, lastSeq, sent),
    }),
  }
}

const me = ({ by }: Request): Person => ({ id: by.id, username: by.username })

/** The body before its schema saw it: only to look things up that its rules will need. */
function rawOf({ raw }: Pick<Request, 'raw'>): Record<string, unknown> {
  return typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {}
}

/** One direct conversation for a pair, whoever begins it and how often. */
export const directIdOf = (one: string, other: string): string =>
  idFrom('direct', [one, other].sort().join(' '))

function conversationIdOf(request: Request): string {
  const { type, participant_ids: ids } = rawOf(request)
  const other: unknown = Array.isArray(ids) ? ids.find((id) => id !== request.by.id) : undefined
  return type === 'direct' && typeof other === 'string' ? directIdOf(request.by.id, other) : request.newId
}

/** The device names a message before its first try; the same name again is the same message. */
function messageIdOf(request: Request): string {
  const given = rawOf(request)['client_message_id']
  return request.idOf(typeof given === 'string' ? given : request.key)
}

async function tripOf({ conversation }: Membership, reader: Reader): Promise<TripState | null> {
  return conversation?.tripId ? reader.state(tripKind, conversation.tripId) : null
}

interface Asked {
  others: Person[]
  unknown: string[]
  /** The highest count among them. */
  conversations: number
}

async function asked(request: Request): Promise<Asked> {
  const ids: unknown = rawOf(request)['participant_ids']
  const given = Array.isArray(ids)
    ? ids.filter((id): id is string => typeof id === 'string').slice(0, 100)
    : []
  const others = [...new Set(given)].filter((id) => id !== request.by.id)
  const found = await request.world.users(others)
  const people = others.flatMap((id) => found.get(id) ?? []).map(({ id, username }) => ({ id, username }))
  const ofEach = await request.world.counted('conversationsOfPerson', [request.by.id, ...found.keys()])
  return {
    others: people,
    unknown: others.filter((id) => !found.has(id)),
    conversations: Math.max(...ofEach.values(), 0),
  }
}
