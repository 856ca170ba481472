// The operations of a conversation. The response is built from the command's own events, so a retry returns the same
// body; otherwise it is read from the read models once they include the events.

import type { Refusal } from '#core/kernel/decider.ts'
import { refuse } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { notFound } from '#core/kernel/refusals.ts'
import type { Operation, OperationRequest } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { authorizeInConversation } from '#core/chat/access.ts'
import * as bodies from '#core/chat/bodies.ts'
import * as contract from '#core/chat/contract.ts'
import type { SendMessage, StartConversation } from '#core/chat/bodies.ts'
import type { ConversationCommand, ConversationState } from '#core/chat/decider.ts'
import { conversationStreamType } from '#core/chat/decider.ts'
import type { ConversationEvent, ChatPerson, ReadMarkerEvent } from '#core/chat/events.ts'
import type { ChatLookups } from '#core/chat/lookups.ts'
import type { Membership } from '#core/chat/membership.ts'
import { membershipStreamType } from '#core/chat/membership.ts'
import type { MessageRecord } from '#core/chat/toResponse.ts'
import { editedMessage, newMessage, toMessageResponse, toStartedConversation } from '#core/chat/toResponse.ts'
import type { ReadMarkerCommand, ReadMarkerState } from '#core/chat/readMarker.ts'
import { readMarkerStreamId, readMarkerStreamType } from '#core/chat/readMarker.ts'
import { unreadAfter } from '#core/chat/unread.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripState } from '#core/trips/trip.ts'

/** The response body, or the id of the item to read. */
export type ChatResponse = { body: object } | { id: string }

export type ChatOperation<Type extends ConversationCommand['type'], Context, Body = undefined> = Operation<
  ConversationState,
  Extract<ConversationCommand, { type: Type }>,
  ConversationEvent,
  Context,
  Body,
  ChatResponse
>

/** The trip of a trip chat, and the message that a command refers to. */
interface Context {
  trip: TripState | null
  message: MessageRecord | null
}

interface SendContext extends Context {
  messageId: string
  /** The message of the same id when it is older than the state remembers. */
  earlier: MessageRecord | null
}

export const conversationOperations = (lookups: ChatLookups) => ({
  StartConversationOperation,
  SendMessageOperation: sendOperation(lookups),
  EditMessageOperation: editOperation(lookups),
  MarkConversationReadOperation: readOperation(lookups),
})

const StartConversationOperation: ChatOperation<'StartConversation', StartContext, StartConversation> = {
  streamType: conversationStreamType,
  refusals: contract.chatRefusals,
  type: 'StartConversation',
  endpoint: contract.startConversation,
  streamId: conversationIdOf,
  load: loadStart,
  authorize: (_, { unknown }): Refusal | null => (unknown.length > 0 ? notFound('User not found') : null),
  schema: () => bodies.StartConversationBody,
  toCommand: (request, { others, conversations }) => ({
    id: conversationIdOf(request),
    body: request.body,
    by: senderOf(request),
    others,
    conversations,
  }),
  toResponse({ by }, _, own, [started]) {
    if (started?.type !== 'DirectConversationStarted' && started?.type !== 'GroupStarted')
      return { id: own.conversation!.id }
    return { body: { conversation: toStartedConversation(started, by.id) } }
  },
}

const inConversation = {
  streamType: conversationStreamType,
  refusals: contract.chatRefusals,
  streamId: ({ params }: OperationRequest) => params['conversationId']!,
  authorize: ({ by }: OperationRequest, { trip }: Context, own: ConversationState) =>
    authorizeInConversation(own, trip, by.id),
  authorizeRead: async ({ by, params }: OperationRequest, { trip }: Context, reader: StreamReader) =>
    authorizeInConversation(await reader.state(membershipStreamType, params['conversationId']!), trip, by.id),
}

const sendOperation = (lookups: ChatLookups): ChatOperation<'SendMessage', SendContext, SendMessage> => ({
  ...inConversation,
  type: 'SendMessage',
  endpoint: contract.sendMessage,
  async load(request, reader, own) {
    const conversationId = request.params['conversationId']!
    const messageId = messageIdOf(request)
    const replyTo = rawOf(request)['reply_to']
    // The read models have every message that the state has forgotten: it is 10,000 messages old.
    const forgotten = own.sent.size < own.last.seq && !own.sent.has(messageId)
    const [trip, message, earlier] = await Promise.all([
      tripOf(own, reader),
      typeof replyTo === 'string' ? lookups.message(conversationId, replyTo) : null,
      forgotten ? lookups.messageIfReadable(conversationId, messageId) : null,
    ])
    return { messageId, trip, message, earlier }
  },
  schema: () => bodies.SendMessageBody,
  toCommand: (request, { messageId, message, earlier }) => ({
    messageId,
    body: request.body,
    by: senderOf(request),
    quote: message && { id: message.id, content: message.content, sender: message.sender },
    earlier,
    now: request.now,
  }),
  toResponse(_, { messageId }, __, [event]) {
    if (event?.type !== 'MessageSent') return { id: messageId }
    const { conversationId, message } = event.data
    return { body: { message: toMessageResponse(conversationId, newMessage(message)) } }
  },
})

const editOperation = (lookups: ChatLookups): ChatOperation<'EditMessage', Context, { content: string }> => ({
  ...inConversation,
  type: 'EditMessage',
  endpoint: contract.editMessage,
  async load({ params }, reader, own) {
    const [trip, message] = await Promise.all([
      tripOf(own, reader),
      lookups.message(params['conversationId']!, params['messageId']!),
    ])
    return { trip, message }
  },
  authorize({ by }, { trip, message }, own) {
    const refusal = authorizeInConversation(own, trip, by.id)
    if (refusal) return refusal
    if (!message) return notFound()
    return message.sender.id === by.id ? null : refuse('NotYourMessage')
  },
  schema: () => bodies.EditMessageBody,
  toCommand: (request, { message }) => ({
    message,
    content: request.body.content,
    by: senderOf(request),
    now: request.now,
  }),
  toResponse({ params }, { message }, _, [event]) {
    if (event?.type !== 'MessageEdited' || !message) return { id: params['messageId']! }
    const { conversationId } = event.data
    return { body: { message: toMessageResponse(conversationId, editedMessage(message, event.data)) } }
  },
})

interface ReadContext extends Context {
  membership: Membership
  counts: { lastSeq: number; sent: number }
  /** The read marker after this command. */
  marker: ReadMarkerState
}

function readOperation(
  lookups: ChatLookups,
): Operation<
  ReadMarkerState,
  ReadMarkerCommand,
  ReadMarkerEvent,
  ReadContext,
  { message_id: string },
  { unread_count: number }
> {
  return {
    streamType: readMarkerStreamType,
    refusals: contract.chatRefusals,
    type: 'MarkConversationRead',
    endpoint: contract.markRead,
    streamId: ({ params, by }) => readMarkerStreamId(params['conversationId']!, by.id),
    async load({ params, by, ...request }, reader, own) {
      const conversationId = params['conversationId']!
      const messageId = rawOf(request)['message_id']
      const membership = await reader.state(membershipStreamType, conversationId)
      const [trip, message, current] = await Promise.all([
        tripOf(membership, reader),
        typeof messageId === 'string' ? lookups.message(conversationId, messageId) : null,
        reader.state(readMarkerStreamType, readMarkerStreamId(conversationId, by.id)),
      ])
      const counts = await lookups.counts(conversationId, by.id)
      // Within a batch the own state is ahead of the log; for a retry it is behind.
      const before = own.seq < current.seq ? { ...current } : own
      const seq = message?.seq ?? 0
      const marker =
        seq <= before.seq
          ? { ...before }
          : { seq, own: await lookups.ownUpTo(conversationId, by.id, seq, before) }
      return { membership, trip, message, counts, marker }
    },
    authorize: ({ by }, { membership, trip }) => authorizeInConversation(membership, trip, by.id),
    authorizeRead: ({ by }, { membership, trip }) => authorizeInConversation(membership, trip, by.id),
    schema: () => bodies.ReadBody,
    toCommand: ({ params, by, body }, { message, marker }) => ({
      conversationId: params['conversationId']!,
      userId: by.id,
      messageId: body.message_id,
      seq: message?.seq ?? null,
      own: marker.own,
    }),
    toResponse: (_, { counts: { lastSeq, sent }, marker }) => ({
      unread_count: unreadAfter(marker, lastSeq, sent),
    }),
  }
}

const senderOf = ({ by }: OperationRequest): ChatPerson => ({ id: by.id, username: by.username })

/** The unparsed body, only to look up what its rules will need. */
function rawOf({ raw }: Pick<OperationRequest, 'raw'>): Record<string, unknown> {
  return typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {}
}

/** Two people have one direct conversation. */
export const directIdOf = (one: string, other: string): string =>
  idFrom('direct', [one, other].sort().join(' '))

function conversationIdOf(request: OperationRequest): string {
  const { type, participant_ids: ids } = rawOf(request)
  const other: unknown = Array.isArray(ids) ? ids.find((id) => id !== request.by.id) : undefined
  return type === 'direct' && typeof other === 'string' ? directIdOf(request.by.id, other) : request.newId
}

/** The device chooses the id before the first attempt, so a retry names the same message. */
function messageIdOf(request: OperationRequest): string {
  const texts = rawOf(request)['client_message_id']
  return request.idOf(typeof texts === 'string' ? texts : request.key)
}

async function tripOf({ conversation }: Membership, reader: StreamReader): Promise<TripState | null> {
  return conversation?.tripId ? reader.state(tripStreamType, conversation.tripId) : null
}

interface StartContext {
  others: ChatPerson[]
  unknown: string[]
  /** The highest count among them. */
  conversations: number
}

async function loadStart(request: OperationRequest): Promise<StartContext> {
  const ids: unknown = rawOf(request)['participant_ids']
  const texts = Array.isArray(ids)
    ? ids.filter((id): id is string => typeof id === 'string').slice(0, 100)
    : []
  const others = [...new Set(texts)].filter((id) => id !== request.by.id)
  const found = await request.lookups.users(others)
  const people = others.flatMap((id) => found.get(id) ?? []).map(({ id, username }) => ({ id, username }))
  const ofEach = await request.lookups.counts('conversationsOfPerson', [request.by.id, ...found.keys()])
  return {
    others: people,
    unknown: others.filter((id) => !found.has(id)),
    conversations: Math.max(...ofEach.values(), 0),
  }
}
