// Builds the responses of messages and conversations, for a participant.

import { shownName } from '#core/kernel/personName.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { ConversationResponse, LastMessage, MessageResponse } from '#core/chat/contract.ts'
import type { ConversationStarted, Message, ChatPerson } from '#core/chat/events.ts'
import { type Reaction, withReaction } from '#core/chat/reactions.ts'

/** A message as it reads now. */
export interface MessageRecord extends Message {
  /** Of its newest version: an edit, a reaction, its deletion. */
  updatedAt: string
  isEdited: boolean
  /** Absent: none. */
  reactions?: readonly Reaction[]
  /** Its text is gone, and its reactions with it. */
  isDeleted?: true
  /** What it quotes is deleted. */
  isQuoteDeleted?: true
}

export const newMessage = (message: Message): MessageRecord => ({
  ...message,
  updatedAt: message.createdAt,
  isEdited: false,
})

export const editedMessage = (
  message: MessageRecord,
  { content, mentions, editedAt }: Pick<Message, 'content' | 'mentions'> & { editedAt: string },
): MessageRecord => {
  const { mentions: _, ...rest } = message
  return { ...rest, content, ...(mentions && { mentions }), updatedAt: editedAt, isEdited: true }
}

export const deletedMessage = (
  { reactions: _, files: __, mentions: ___, ...message }: MessageRecord,
  { at }: { at: string },
): MessageRecord => ({ ...message, content: '', updatedAt: at, isEdited: false, isDeleted: true })

export const quotingDeleted = (message: MessageRecord): MessageRecord =>
  message.replyTo
    ? { ...message, replyTo: { ...message.replyTo, content: '' }, isQuoteDeleted: true }
    : message

export function reactedMessage(
  message: MessageRecord,
  change: { emoji: string; userId: string; at: string },
  isSet: boolean,
): MessageRecord {
  const { reactions: before = [], ...rest } = message
  const reactions = withReaction(before, change, isSet)
  return { ...rest, updatedAt: change.at, ...(reactions.length > 0 && { reactions }) }
}

/** As others see the person: `username` is the shown name. */
export const toPersonResponse = (person: ChatPerson) => ({ id: person.id, username: shownName(person) })

/** Times are RFC 3339 UTC. */
export function toMessageResponse(conversationId: string, message: MessageRecord): MessageResponse {
  return {
    id: message.id,
    seq: message.seq,
    conversation_id: conversationId,
    client_message_id: message.clientMessageId,
    content: message.content,
    message_type: message.messageType,
    sender: toPersonResponse(message.sender),
    reply_to: message.replyTo && {
      id: message.replyTo.id,
      content: message.replyTo.content,
      sender: toPersonResponse(message.replyTo.sender),
      ...(message.isQuoteDeleted && { deleted: true }),
      ...(message.replyTo.messageType && { message_type: message.replyTo.messageType }),
    },
    created_at: message.createdAt,
    updated_at: message.updatedAt,
    is_edited: message.isEdited,
    deleted: message.isDeleted ?? false,
    reactions: message.reactions ?? [],
    files: message.files ?? [],
    mentions: message.mentions ?? [],
  }
}

/** The last message for a row of the list. */
export function toLastMessage({
  id,
  content,
  messageType,
  sender,
  createdAt,
  isDeleted,
}: Omit<Message, 'files'> & Pick<MessageRecord, 'isDeleted'>): LastMessage {
  return {
    id,
    content,
    message_type: messageType,
    sender: toPersonResponse(sender),
    created_at: createdAt,
    ...(isDeleted && { deleted: true }),
  }
}

/** A direct or group conversation just after its start. */
export function toStartedConversation(
  { type, data, meta }: RecordedEventOf<ConversationStarted>,
  userId: string,
): ConversationResponse {
  const ofGroup = type === 'GroupStarted'
  return {
    id: data.conversationId,
    type: ofGroup ? 'group' : 'direct',
    trip_id: null,
    trip: null,
    name: ofGroup ? data.name : nameOfDirect(data.people, userId),
    description: ofGroup ? data.description : null,
    avatar_url: null,
    participants: data.people.map((person) => ({
      ...toPersonResponse(person),
      ...(ofGroup && person.id === data.startedBy.id && { role: 'organizer' }),
    })),
    unread_count: 0,
    mention_count: 0,
    message_count: 0,
    updated_at: meta.at,
    last_message: null,
    last_seq: 0,
  }
}

/** The other person's shown name. */
export function nameOfDirect(people: readonly ChatPerson[], userId: string): string {
  const other = people.find(({ id }) => id !== userId)
  return other ? shownName(other) : ''
}
