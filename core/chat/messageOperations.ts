// The operations of messages: sending and editing.

import { refuse } from '#core/kernel/decider.ts'
import { personIn } from '#core/kernel/personName.ts'
import { notFound } from '#core/kernel/refusals.ts'
import type { OperationRequest } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { authorizeInConversation, mentionableBy } from '#core/chat/access.ts'
import type { ParsedSendMessage } from '#core/chat/bodies.ts'
import * as bodies from '#core/chat/bodies.ts'
import * as contract from '#core/chat/contract.ts'
import {
  type ChatOperation,
  type MessageContext,
  forConversationMembers,
  getUnparsedBody,
  senderOf,
  loadTrip,
  usableBy,
} from '#core/chat/conversationContext.ts'
import type { ConversationState } from '#core/chat/decider.ts'
import type { MessageQuote } from '#core/chat/events.ts'
import type { Mention } from '#core/chat/mentions.ts'
import type { ChatLookups } from '#core/chat/lookups.ts'
import {
  editedMessage,
  newMessage,
  quotingDeleted,
  toMessageResponse,
  type MessageRecord,
} from '#core/chat/toResponse.ts'
import { relationOf } from '#core/trips/visibility.ts'

interface SendContext extends MessageContext {
  messageId: string
  /** The message of the same id when it is older than the messages in the state. */
  earlier: MessageRecord | null
}

export const sendOperation = (
  lookups: ChatLookups,
): ChatOperation<'SendMessage', SendContext, ParsedSendMessage> => ({
  ...forConversationMembers,
  type: 'SendMessage',
  endpoint: contract.sendMessage,
  async load(request, reader, state) {
    const conversationId = request.params['conversationId']!
    const messageId = messageIdOf(request)
    const replyTo = getUnparsedBody(request)['reply_to']
    // The state has the messages among the newest 10,000 events; older ones are in the read models.
    const canBeOlder = state.contentKeys.size < state.last.seq && !state.contentKeys.has(messageId)
    const [trip, message, earlier] = await Promise.all([
      loadTrip(state, reader),
      typeof replyTo === 'string' ? lookups.findMessage(conversationId, replyTo) : null,
      canBeOlder ? lookups.findMessageIfReadable(conversationId, messageId) : null,
    ])
    return { messageId, trip, message: usableBy(request.by.id, state, message), earlier }
  },
  schema: () => bodies.SendMessageBody,
  toCommand: (request, { messageId, trip, message, earlier }, state) => ({
    mentionable: mentionableBy(state, trip, request.by.id),
    messageId,
    body: request.body,
    by: senderOf(request),
    quote: message && quoteOf(message),
    earlier,
    now: request.now,
  }),
  prepare: ({ body, by, params, lookups: { refuseFiles } }) =>
    refuseFiles(body.files ?? [], by.id, { conversationId: params['conversationId']! }),
  toResponse(_, { messageId, message: quoted }, __, [event]) {
    if (event?.type !== 'MessageSent') return { id: messageId }
    const { conversationId, message } = event.data
    const record = quoted?.isDeleted ? quotingDeleted(newMessage(message)) : newMessage(message)
    return { body: { message: toMessageResponse(conversationId, record) } }
  },
})

const quoteOf = ({ id, content, sender, messageType }: MessageRecord): MessageQuote => ({
  ...{ id, content, sender },
  ...(messageType !== 'text' && { messageType }),
})

export const editOperation = (
  lookups: ChatLookups,
): ChatOperation<
  'EditMessage',
  MessageContext,
  { content: string; mentions?: readonly Mention[] | null | undefined }
> => ({
  ...ofMessage(lookups),
  type: 'EditMessage',
  endpoint: contract.editMessage,
  authorize({ by }, { trip, message }, state) {
    const refusal = authorizeInConversation(state, trip, by.id)
    if (refusal) return refusal
    if (!message) return notFound()
    return message.sender.id === by.id ? null : refuse('NotYourMessage')
  },
  schema: (_, { message }) => (message?.files ? bodies.EditCaptionBody : bodies.EditMessageBody),
  toCommand: (request, { trip, message }, state) => ({
    mentionable: mentionableBy(state, trip, request.by.id),
    message,
    content: request.body.content,
    mentions: request.body.mentions ?? null,
    by: senderOf(request),
    now: request.now,
  }),
  toResponse({ params }, { message }, _, [event]) {
    if (event?.type !== 'MessageEdited' || !message) return { id: params['messageId']! }
    const { conversationId } = event.data
    return { body: { message: toMessageResponse(conversationId, editedMessage(message, event.data)) } }
  },
})

const ofMessage = (lookups: ChatLookups) => ({
  ...forConversationMembers,
  async load({ params, by }: OperationRequest, reader: StreamReader, state: ConversationState) {
    const [trip, message] = await Promise.all([
      loadTrip(state, reader),
      lookups.findMessage(params['conversationId']!, params['messageId']!),
    ])
    return { trip, message: usableBy(by.id, state, message) }
  },
})

export const deleteOperation = (lookups: ChatLookups): ChatOperation<'DeleteMessage', MessageContext> => ({
  ...ofMessage(lookups),
  type: 'DeleteMessage',
  endpoint: contract.deleteMessage,
  authorize({ by }, { trip, message }, state) {
    const refusal = authorizeInConversation(state, trip, by.id)
    if (refusal) return refusal
    if (!message) return notFound()
    const isOrganizer = trip?.trip && relationOf(trip.trip, by.id) === 'organizer'
    return message.sender.id === by.id || isOrganizer ? null : refuse('NotYoursToDelete')
  },
  toCommand: ({ now }, { message }) => ({ message, now }),
  toResponse: ({ params }) => ({ id: params['messageId']! }),
})

const reactionParts = (lookups: ChatLookups) => ({
  ...ofMessage(lookups),
  toCommand: ({ params, by, now }: OperationRequest, { message }: MessageContext) => ({
    message,
    emoji: params['emoji']!,
    by: personIn(by),
    now,
  }),
  // From the read models, so with the reactions of others that came between.
  toResponse: ({ params }: OperationRequest) => ({ id: params['messageId']! }),
})

export const addReactionOperation = (lookups: ChatLookups): ChatOperation<'AddReaction', MessageContext> => ({
  ...reactionParts(lookups),
  type: 'AddReaction',
  endpoint: contract.addReaction,
})

export const removeReactionOperation = (
  lookups: ChatLookups,
): ChatOperation<'RemoveReaction', MessageContext> => ({
  ...reactionParts(lookups),
  type: 'RemoveReaction',
  endpoint: contract.removeReaction,
})

/** The device chooses the id before the first attempt, so a retry names the same message. */
function messageIdOf(request: OperationRequest): string {
  const clientMessageId = getUnparsedBody(request)['client_message_id']
  return request.idOf(typeof clientMessageId === 'string' ? clientMessageId : request.key)
}
