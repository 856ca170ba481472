// What happened goes to the sockets of those it concerns, only after it is durable and readable: whoever is told can
// read it. One event after another, so order is the log's. Every process follows the log and tells its own sockets.

import { peopleIn } from '#core/chat/access.ts'
import type { ConversationEvent, ReadMarkerEvent } from '#core/chat/events.ts'
import { membershipStreamType } from '#core/chat/membership.ts'
import { toMessageResponse } from '#core/chat/toResponse.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { toParticipantResponse } from '#core/trips/toResponse.ts'
import type { TripEvent } from '#core/trips/events.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import { conversations } from '#projections/chat/conversations.ts'
import { chatsOfTrip } from '#projections/chat/conversationsOf.ts'
import { readMarkers } from '#projections/chat/readMarkers.ts'
import { idIn } from '#projections/platform/projection.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { findMessage } from '#api/chat/lookups.ts'
import { toTripChatResponse } from '#api/chat/toResponse.ts'
import type { Live } from '#api/live/live.ts'
import { devicesOf, devicesOfAll, roomOf } from '#api/live/rooms.ts'

type LiveFact = ConversationEvent | ReadMarkerEvent | TripEvent

type Tellings = {
  [Type in LiveFact['type']]?: (event: RecordedEventOf<Extract<LiveFact, { type: Type }>>) => Promise<void>
}

interface Deps {
  live: Live
  chat: ChatDeps
  codec: Codec
  /** Told of each event that was told. */
  onTold?: ((event: StoredEvent) => void) | undefined
}

const READABLE_WITHIN_MS = 10_000
/** In a larger conversation each message would bring a packet for each of its people. */
const STATUS_UP_TO_PEOPLE = 50
/** So many are told in one go; then the sockets get their turn to write. */
const AT_ONCE = 8

/** Takes each event of the log, in order. */
export function createFanOut({ live, chat, codec, onTold }: Deps): (event: StoredEvent) => Promise<void> {
  const { io } = live
  const { reader, readModels, lookups } = chat
  let inOneGo = 0

  const tellings: Tellings = {
    MessageSent: ({ data: { conversationId, message } }) =>
      tellMessage(conversationId, message.id, message.sender.id),
    MessageEdited: ({ data: { conversationId, messageId } }) => tellMessage(conversationId, messageId, null),
    ReadUpTo: ({ data: { conversationId, messageId, userId } }) =>
      tellRead(conversationId, messageId, userId),
    TripChatCreated: ({ data }) => tellChat('trip:chat:created', data.tripId, data.conversationId),
    TripChatChanged: ({ data }) => tellChat('trip:chat:updated', data.tripId, data.conversationId),
    async TripChatDeleted({ data: { tripId, conversationId } }) {
      const { trip } = await reader.state(tripStreamType, tripId)
      const people = devicesOfAll((trip?.participants ?? []).map(({ id }) => id))
      // Whoever has it on screen was let in; of a deleted trip the log may have no participants any more.
      const told = { trip_id: tripId, chat_id: conversationId }
      io.local.to([...people, roomOf(conversationId)]).emit('trip:chat:deleted', told)
      live.leave(conversationId)
    },
    ParticipantInvited: ({ stream, data }) => tellAdded(idIn(stream), data.user.id),
    JoinRequestAccepted: ({ stream, data }) => tellAdded(idIn(stream), data.user.id),
    InvitationDeclined: ({ stream, data }) => tellRemoved(idIn(stream), data.user.id),
    InvitationCancelled: ({ stream, data }) => tellRemoved(idIn(stream), data.user.id),
    ParticipantLeft: ({ stream, data }) => tellRemoved(idIn(stream), data.user.id),
    ParticipantRemoved: ({ stream, data }) => tellRemoved(idIn(stream), data.user.id),
  }

  return async (stored) => {
    const telling = tellings[stored.type as LiveFact['type']]
    if (!telling || io.sockets.sockets.size === 0) return
    if (!(await chat.reached(stored.position, READABLE_WITHIN_MS)))
      throw new Error('The read side is behind: what happened cannot be told yet')
    await telling(codec.decode(stored) as never)
    onTold?.(stored)
    inOneGo = (inOneGo + 1) % AT_ONCE
    if (inOneGo === 0) await new Promise((resolve) => setImmediate(resolve))
  }

  /** An edited message is told again under its number (docs/decisions/0011). @param senderId null for an edit */
  async function tellMessage(conversationId: string, messageId: string, senderId: string | null) {
    const [record, { people, tripId }] = await Promise.all([
      findMessage(readModels, conversationId, messageId),
      audienceOf(conversationId),
    ])
    if (!record) return
    const message = toMessageResponse(conversationId, record)
    const devices = io.local.to(devicesOfAll(people))
    if (tripId) devices.emit('trip:message', { conversation_id: conversationId, trip_id: tripId, message })
    else devices.emit('message:new', { conversation_id: conversationId, message })
    if (senderId === null || people.length > STATUS_UP_TO_PEOPLE) return
    for (const userId of people)
      if (userId !== senderId && io.sockets.adapter.rooms.has(devicesOf(userId)))
        tellStatus([senderId], messageId, userId, 'delivered')
  }

  /** All who may have written what was read; in a large conversation the author and the reader's other devices. */
  async function tellRead(conversationId: string, messageId: string, userId: string) {
    const { people } = await audienceOf(conversationId)
    if (people.length <= STATUS_UP_TO_PEOPLE) return tellStatus(people, messageId, userId, 'read')
    const author = (await findMessage(readModels, conversationId, messageId))?.sender.id
    const concerned = people.filter((id) => id === userId || id === author)
    tellStatus(concerned, messageId, userId, 'read')
  }

  function tellStatus(
    people: readonly string[],
    messageId: string,
    userId: string,
    status: 'delivered' | 'read',
  ) {
    const news = { message_id: messageId, user_id: userId, status }
    io.local.to(devicesOfAll(people)).emit('message:status', news)
    // That it was read stands in the log; where somebody has a socket only their node knows.
    if (status === 'delivered') live.relay({ rooms: devicesOfAll(people) }, 'message:status', news)
  }

  async function tellChat(event: 'trip:chat:created' | 'trip:chat:updated', tripId: string, chatId: string) {
    const [doc, marks, { trip }] = await Promise.all([
      readModels.get(conversations, chatId),
      readModels.get(readMarkers, chatId),
      reader.state(tripStreamType, tripId),
    ])
    if (!doc || !trip || trip.deleted) return
    // Each sees their own count of unread messages.
    for (const { id } of trip.participants)
      io.local.to(devicesOf(id)).emit(event, {
        trip_id: tripId,
        chat: toTripChatResponse(doc, marks, trip, id),
      })
  }

  async function tellAdded(tripId: string, userId: string): Promise<void> {
    const email = (await lookups.users([userId])).get(userId)?.email ?? null
    const { trip } = await reader.state(tripStreamType, tripId)
    const participant = trip?.participants.find(({ id }) => id === userId)
    if (!trip || trip.deleted || !participant) return
    io.local.to(devicesOfAll(trip.participants.map(({ id }) => id))).emit('trip:participant:added', {
      trip_id: tripId,
      participant: toParticipantResponse(participant, email),
    })
  }

  /** Whoever left hears it once, and then nothing more of the trip. */
  async function tellRemoved(tripId: string, userId: string): Promise<void> {
    const chatIds = (await readModels.get(chatsOfTrip, tripId)) ?? []
    const { trip } = await reader.state(tripStreamType, tripId)
    const remaining = (trip?.participants ?? []).map(({ id }) => id)
    if (!remaining.includes(userId)) for (const chatId of chatIds) live.leave(chatId, userId)
    io.local.to(devicesOfAll([...remaining, userId])).emit('trip:participant:removed', {
      trip_id: tripId,
      user_id: userId,
    })
  }

  /** Read from the streams: a view that lags must not tell somebody who has left. */
  async function audienceOf(conversationId: string): Promise<{ people: string[]; tripId: string | null }> {
    const membership = await reader.state(membershipStreamType, conversationId)
    const tripId = membership.conversation?.tripId ?? null
    const trip = tripId ? await reader.state(tripStreamType, tripId) : null
    return { people: peopleIn(membership, trip), tripId }
  }
}
