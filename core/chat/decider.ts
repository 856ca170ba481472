// The rules of a conversation. Who may act was settled before (access.ts). A conversation grows for ever, so the
// state holds how it began and the ids of its newest messages, not the messages.

import type { Decider, Decision, RecordedOf } from '#core/kernel/decider.ts'
import { refuse } from '#core/kernel/decider.ts'
import { notFound } from '#core/kernel/refusals.ts'
import { sha256Hex } from '#core/kernel/ids.ts'
import type { StreamKind } from '#core/store/kept.ts'
import type { SendMessage, StartConversation } from '#core/chat/contract.ts'
import { chatLimits } from '#core/chat/contract.ts'
import type { ConversationFact, Message, Person, Quote } from '#core/chat/events.ts'

/** How it began. `people` is null for a trip chat: its people are the trip's. */
export interface Conversation {
  id: string
  type: 'direct' | 'group' | 'trip_chat'
  tripId: string | null
  people: Person[] | null
  /** Who made it; null for a direct one. */
  madeBy: string | null
}

export interface ConversationState {
  conversation: Conversation | null
  deleted: boolean
  lastSeq: number
  /** RFC 3339 of the newest message; '' before it. */
  lastAt: string
  /** Message id → what was sent under it, of the newest messages. */
  recent: Map<string, { seq: number; said: string }>
}

/** A message as it is known beyond the state: authors and places never change. */
export interface KnownMessage {
  id: string
  seq: number
  content: string
  sender: Person
}

export type ConversationCommand =
  | {
      type: 'Start'
      id: string
      body: StartConversation
      by: Person
      others: readonly Person[]
    }
  | {
      type: 'CreateTripChat'
      id: string
      tripId: string
      name: string
      description: string | null
      by: Person
    }
  | {
      type: 'ChangeTripChat'
      name: string
      description: string | null
      was: { name: string | null; description: string | null }
    }
  | { type: 'DeleteTripChat' }
  | { type: 'Send'; messageId: string; body: SendMessage; by: Person; quote: Quote | null; now: string }
  | { type: 'EditMessage'; message: KnownMessage | null; content: string; by: Person; now: string }

const REMEMBERED = 10_000

export const conversationKind: StreamKind<ConversationState, ConversationCommand, ConversationFact> &
  Decider<ConversationState, ConversationCommand, ConversationFact> = {
  prefix: 'conversation-',
  window: REMEMBERED,
  initial: () => ({ conversation: null, deleted: false, lastSeq: 0, lastAt: '', recent: new Map() }),
  evolve,
  decide,
}

function evolve(state: ConversationState, { type, data }: RecordedOf<ConversationFact>): void {
  switch (type) {
    case 'DirectConversationStarted':
      state.conversation = {
        id: data.conversationId,
        type: 'direct',
        tripId: null,
        people: data.people,
        madeBy: null,
      }
      return
    case 'GroupStarted':
      state.conversation = {
        id: data.conversationId,
        type: 'group',
        tripId: null,
        people: data.people,
        madeBy: data.startedBy.id,
      }
      return
    case 'TripChatCreated':
      state.conversation = {
        id: data.conversationId,
        type: 'trip_chat',
        tripId: data.tripId,
        people: null,
        madeBy: data.createdBy.id,
      }
      return
    case 'TripChatDeleted':
      state.deleted = true
      return
    case 'MessageSent': {
      const { message } = data
      state.lastSeq = message.seq
      state.lastAt = message.createdAt
      state.recent.set(message.id, { seq: message.seq, said: saidOf(message) })
      if (state.recent.size > REMEMBERED) state.recent.delete(state.recent.keys().next().value!)
      return
    }
    case 'TripChatChanged':
    case 'MessageEdited':
  }
}

/** What was said under an id: the same again is a repeat, anything else is another message. */
function saidOf({
  content,
  messageType,
  replyTo,
}: Pick<Message, 'content' | 'messageType' | 'replyTo'>): string {
  return sha256Hex(JSON.stringify([content, messageType, replyTo?.id ?? null]))
}

function decide(command: ConversationCommand, state: ConversationState): Decision<ConversationFact> {
  const { conversation } = state
  if (command.type === 'Start') return state.conversation ? [] : start(command)
  if (command.type === 'CreateTripChat') {
    const { id, tripId, name, description, by } = command
    if (conversation) return notFound('Trip chat not found')
    return [
      { type: 'TripChatCreated', data: { conversationId: id, tripId, name, description, createdBy: by } },
    ]
  }
  if (!conversation || state.deleted) return notFound()
  const conversationId = conversation.id
  switch (command.type) {
    case 'ChangeTripChat': {
      const { name, description, was } = command
      if (name === was.name && description === was.description) return []
      const { tripId } = conversation
      return [{ type: 'TripChatChanged', data: { conversationId, tripId: tripId!, name, description } }]
    }
    case 'DeleteTripChat':
      return [
        {
          type: 'TripChatDeleted',
          data: { conversationId, tripId: conversation.tripId!, lastSeq: state.lastSeq },
        },
      ]
    case 'Send':
      return sendMessage(command, state, conversationId)
    case 'EditMessage': {
      const { message, content, by, now } = command
      if (!message) return notFound()
      if (message.sender.id !== by.id) return refuse('NotYourMessage')
      if (message.content === content) return []
      const { id, seq } = message
      return [{ type: 'MessageEdited', data: { conversationId, messageId: id, seq, content, editedAt: now } }]
    }
  }
}

function start({
  id,
  body,
  by,
  others,
}: Extract<ConversationCommand, { type: 'Start' }>): Decision<ConversationFact> {
  const people = [by, ...others]
  if (body.type === 'direct') {
    if (others.length !== 1) return refuse('OneOtherPerson')
    return [{ type: 'DirectConversationStarted', data: { conversationId: id, people } }]
  }
  if (others.length === 0) return refuse('NobodyElse')
  if (others.length > chatLimits.group.others) return refuse('TooManyPeople')
  const { name, description } = body
  return [{ type: 'GroupStarted', data: { conversationId: id, name, description, people, startedBy: by } }]
}

function sendMessage(
  { messageId, body, by, quote, now }: Extract<ConversationCommand, { type: 'Send' }>,
  state: ConversationState,
  conversationId: string,
): Decision<ConversationFact> {
  if (body.message_type !== 'text') return refuse('OnlyTextIsSent')
  if (body.reply_to && !quote) return notFound()
  const sent = state.recent.get(messageId)
  const message: Message = {
    id: messageId,
    seq: state.lastSeq + 1,
    clientMessageId: body.client_message_id ?? null,
    content: body.content,
    messageType: body.message_type,
    sender: by,
    replyTo: quote,
    createdAt: now > state.lastAt ? now : state.lastAt,
  }
  if (sent) return sent.said === saidOf(message) ? [] : refuse('ClientIdReused')
  return [{ type: 'MessageSent', data: { conversationId, message } }]
}
