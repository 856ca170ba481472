// Conversations and messages in the shapes of api.md, for one of the people in them.

import type { ConversationAnswer, LastMessage, MessageAnswer, TripChatAnswer } from '#core/chat/contract.ts'
import type { Message } from '#core/chat/events.ts'
import { unreadAfter } from '#core/chat/unread.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { ConversationDoc } from '#projections/chat/conversations.ts'
import type { MessageRecord } from '#projections/chat/messages.ts'
import type { ReadMarks } from '#projections/chat/readMarks.ts'

/** @param trip whose chat it is; null for a direct or group one. */
export function presentConversation(
  doc: ConversationDoc,
  marks: ReadMarks | null,
  trip: Trip | null,
  userId: string,
): ConversationAnswer {
  const people = trip ? trip.participants : (doc.people ?? [])
  const participants = people.map(({ id, username }) => ({ id, username }))
  const other = participants.find(({ id }) => id !== userId)
  return {
    id: doc.id,
    type: doc.type,
    name: doc.type === 'direct' ? (other?.username ?? '') : (doc.name ?? ''),
    description: doc.description,
    avatar_url: null,
    participants,
    unread_count: unreadAfter(marks?.[userId], doc.lastSeq, doc.sent[userId] ?? 0),
    message_count: doc.lastSeq,
    updated_at: doc.updatedAt,
    last_message: doc.last && presentLast(doc.last),
    last_seq: doc.lastSeq,
  }
}

export function presentTripChat(
  doc: ConversationDoc,
  marks: ReadMarks | null,
  trip: Trip,
  userId: string,
): TripChatAnswer {
  return {
    ...presentConversation(doc, marks, trip, userId),
    participants: trip.participants.map(({ id, username, role }) => ({ id, username, role })),
    trip_id: trip.id,
    created_at: doc.createdAt,
  }
}

function presentLast({ id, content, messageType, sender, createdAt }: Message): LastMessage {
  return { id, content, message_type: messageType, sender, created_at: createdAt }
}

export function presentMessage(conversationId: string, message: MessageRecord): MessageAnswer {
  return {
    id: message.id,
    seq: message.seq,
    conversation_id: conversationId,
    client_message_id: message.clientMessageId,
    content: message.content,
    message_type: message.messageType,
    sender: message.sender,
    reply_to: message.replyTo,
    created_at: message.createdAt,
    updated_at: message.updatedAt,
    is_edited: message.isEdited,
  }
}
