// What happened goes to the sockets of those it concerns, only after it is durable and readable: whoever is told can
// read it. One event after another, so order is the log's.

import type { ConversationFact, ReadFact } from '#core/chat/events.ts'
import type { Recorded, RecordedOf } from '#core/kernel/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { presentParticipant } from '#core/trips/present.ts'
import type { TripFact } from '#core/trips/events.ts'
import { tripKind } from '#core/trips/decider.ts'
import { conversationKind } from '#core/chat/decider.ts'
import { conversations } from '#projections/chat/conversations.ts'
import { chatsOfTrip } from '#projections/chat/conversationsOf.ts'
import { readMarks } from '#projections/chat/readMarks.ts'
import { idIn } from '#projections/platform/view.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { findMessage } from '#api/chat/lookups.ts'
import { presentMessage, presentTripChat } from '#api/chat/present.ts'
import type { Live } from '#api/live/live.ts'
import { devicesOf, roomOf } from '#api/live/rooms.ts'

type LiveFact = ConversationFact | ReadFact | TripFact

type Tellings = {
  [Type in LiveFact['type']]?: (event: RecordedOf<Extract<LiveFact, { type: Type }>>) => Promise<void>
}

interface Deps {
  live: Live
  chat: ChatDeps
  codec: Codec
}

const READABLE_WITHIN_MS = 10_000

/** Takes each event of the log, in order. */
export function createFanOut({ live: { io }, chat, codec }: Deps): (event: StoredEvent) => Promise<void> {
  const { reader, reads, world } = chat

  const tellings: Tellings = {
    MessageSent: ({ data: { conversationId, message } }) =>
      tellMessage(conversationId, message.id, message.sender.id),
    MessageEdited: ({ data: { conversationId, messageId } }) => tellMessage(conversationId, messageId, null),
    async ReadUpTo({ data: { conversationId, messageId, userId } }) {
      const { ids } = await peopleOf(conversationId)
      const told = { message_id: messageId, user_id: userId, status: 'read' } as const
      io.to(ids.map(devicesOf)).emit('message:status', told)
    },
    TripChatCreated: ({ data }) => tellChat('trip:chat:created', data.tripId, data.conversationId),
    TripChatChanged: ({ data }) => tellChat('trip:chat:updated', data.tripId, data.conversationId),
    async TripChatDeleted({ data: { tripId, conversationId } }) {
      const told = { trip_id: tripId, chat_id: conversationId }
      io.to((await onTrip(tripId)).map(devicesOf)).emit('trip:chat:deleted', told)
      io.in(roomOf(conversationId)).socketsLeave(roomOf(conversationId))
    },
    ParticipantInvited: ({ stream, data }) => tellAdded(idIn(stream), data.user.id),
    InvitationDeclined: ({ stream, data }) => tellRemoved(idIn(stream), data.user.id),
    InvitationCancelled: ({ stream, data }) => tellRemoved(idIn(stream), data.user.id),
    ParticipantLeft: ({ stream, data }) => tellRemoved(idIn(stream), data.user.id),
    ParticipantRemoved: ({ stream, data }) => tellRemoved(idIn(stream), data.user.id),
  }

  return async (stored) => {
    const telling = tellings[stored.type as LiveFact['type']] as
      ((event: Recorded) => Promise<void>) | undefined
    if (!telling) return
    await chat.reached(stored.position, READABLE_WITHIN_MS)
    await telling(codec.decode(stored))
  }

  /** An edited message is told again under its number, with `is_edited`. */
  async function tellMessage(
    conversationId: string,
    messageId: string,
    senderId: string | null,
  ): Promise<void> {
    const record = await findMessage(reads, conversationId, messageId)
    if (!record) return
    const { ids, tripId } = await peopleOf(conversationId)
    const message = presentMessage(conversationId, record)
    const devices = io.to(ids.map(devicesOf))
    if (tripId) devices.emit('trip:message', { conversation_id: conversationId, trip_id: tripId, message })
    else devices.emit('message:new', { conversation_id: conversationId, message })
    if (senderId === null) return
    for (const userId of ids)
      if (userId !== senderId && io.sockets.adapter.rooms.has(devicesOf(userId)))
        io.to(devicesOf(senderId)).emit('message:status', {
          message_id: messageId,
          user_id: userId,
          status: 'delivered',
        })
  }

  async function tellChat(
    event: 'trip:chat:created' | 'trip:chat:updated',
    tripId: string,
    chatId: string,
  ): Promise<void> {
    const [doc, marks, { trip }] = await Promise.all([
      reads.get(conversations, chatId),
      reads.get(readMarks, chatId),
      reader.state(tripKind, tripId),
    ])
    if (!doc || !trip || trip.deleted) return
    // Each sees their own count of unread messages.
    for (const { id } of trip.participants)
      io.to(devicesOf(id)).emit(event, {
        trip_id: tripId,
        chat: presentTripChat(doc, marks, trip, id),
      })
  }

  async function tellAdded(tripId: string, userId: string): Promise<void> {
    const { trip } = await reader.state(tripKind, tripId)
    const participant = trip?.participants.find(({ id }) => id === userId)
    if (!trip || trip.deleted || !participant) return
    const email = (await world.users([userId])).get(userId)?.email ?? null
    io.to(trip.participants.map(({ id }) => devicesOf(id))).emit('trip:participant:added', {
      trip_id: tripId,
      participant: presentParticipant(participant, email),
    })
  }

  /** Whoever left hears it once, and then nothing more of the trip. */
  async function tellRemoved(tripId: string, userId: string): Promise<void> {
    const remaining = await onTrip(tripId)
    io.to([...remaining, userId].map(devicesOf)).emit('trip:participant:removed', {
      trip_id: tripId,
      user_id: userId,
    })
    if (remaining.includes(userId)) return
    for (const chatId of (await reads.get(chatsOfTrip, tripId)) ?? [])
      io.in(devicesOf(userId)).socketsLeave(roomOf(chatId))
  }

  async function onTrip(tripId: string): Promise<string[]> {
    const { trip } = await reader.state(tripKind, tripId)
    return trip?.participants.map(({ id }) => id) ?? []
  }

  /** Read from the streams: a view that lags must not tell somebody who has left. */
  async function peopleOf(conversationId: string): Promise<{ ids: string[]; tripId: string | null }> {
    const { conversation } = await reader.state(conversationKind, conversationId)
    if (!conversation) return { ids: [], tripId: null }
    const { tripId, people } = conversation
    return { ids: tripId ? await onTrip(tripId) : (people ?? []).map(({ id }) => id), tripId }
  }
}
