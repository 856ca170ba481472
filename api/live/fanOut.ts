// Publishes events of the log to the sockets of this process, one after another in the order of the log, and only once
// the read models include them, so that a client which receives an event can read its data.

import { peopleIn } from '#core/chat/access.ts'
import type { ChatPerson, ConversationEvent, GroupEvent, ReadMarkerEvent } from '#core/chat/events.ts'
import { membershipStreamType } from '#core/chat/membership.ts'
import type { MutesSet } from '#core/chat/mutes.ts'
import { toMessageResponse } from '#core/chat/toResponse.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { toParticipantResponse } from '#core/trips/toResponse.ts'
import type { TripEvent, TripUserEvent } from '#core/trips/events.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import { conversations } from '#projections/chat/conversations.ts'
import { chatsOfTrip } from '#projections/chat/conversationsOf.ts'
import { readMarkers } from '#projections/chat/readMarkers.ts'
import { idIn } from '#projections/platform/projection.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { findMessage } from '#api/chat/lookups.ts'
import { toTripChatResponse } from '#api/chat/toResponse.ts'
import { READ_MODELS_TIMEOUT_MS } from '#api/platform/readModels.ts'
import type { SocketServer } from '#api/live/socketServer.ts'
import { roomOfUser, roomsOfUsers, roomOfConversation } from '#api/live/rooms.ts'

type LiveEvent = ConversationEvent | MutesSet | ReadMarkerEvent | TripEvent

type Handlers = {
  [Type in LiveEvent['type']]?: (event: RecordedEventOf<Extract<LiveEvent, { type: Type }>>) => Promise<void>
}

interface Deps {
  live: SocketServer
  chat: ChatDeps
  codec: Codec
  onPublished?: ((event: StoredEvent) => void) | undefined
}

/** In a larger conversation the statuses of one message would be a packet for each of its people. */
const STATUS_UP_TO_PEOPLE = 50
/** Events published before the sockets get a turn to write. */
const MAX_PUBLISHED_AT_ONCE = 8

/**
 * Handled even without open sockets, because handling them reads the trip's stream: if the log becomes unreachable later,
 * the cached state already lacks the person who left (docs/decisions/0110).
 */
const ACCESS_ENDING_EVENTS = new Set<string>([
  'InvitationDeclined',
  'InvitationCancelled',
  'ParticipantLeft',
  'ParticipantRemoved',
  'GroupChanged',
] satisfies (TripEvent | GroupEvent)['type'][])

/** Takes each event of the log, in order. */
export function createFanOut(deps: Deps): (event: StoredEvent) => Promise<void> {
  const { live, chat, codec, onPublished } = deps
  const handlers: Handlers = { ...messageHandlers(deps), ...tripHandlers(deps) }
  let published = 0

  return async (stored) => {
    const handle = handlers[stored.type as LiveEvent['type']]
    if (!handle || (live.io.sockets.sockets.size === 0 && !ACCESS_ENDING_EVENTS.has(stored.type))) return
    if (!(await chat.waitForPosition(stored.position, READ_MODELS_TIMEOUT_MS)))
      throw new Error('The read models are behind: the event cannot be published yet')
    await handle(codec.decode(stored) as never)
    onPublished?.(stored)
    published = (published + 1) % MAX_PUBLISHED_AT_ONCE
    if (published === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}

function messageHandlers({ live, chat: { reader, readModels } }: Deps): Handlers {
  const { io } = live

  /** An edited message is published again under its number (docs/decisions/0011). @param senderId null for an edit */
  async function publishMessage(conversationId: string, messageId: string, senderId: string | null) {
    const record = await findMessage(readModels, conversationId, messageId)
    const { people, tripId } = await audienceOf(conversationId, record?.seq)
    if (!record) return
    const message = toMessageResponse(conversationId, record)
    const devices = io.local.to(roomsOfUsers(people))
    if (tripId) devices.emit('trip:message', { conversation_id: conversationId, trip_id: tripId, message })
    else devices.emit('message:new', { conversation_id: conversationId, message })
    if (senderId === null || people.length > STATUS_UP_TO_PEOPLE) return
    for (const userId of people)
      if (userId !== senderId && io.sockets.adapter.rooms.has(roomOfUser(userId)))
        publishStatus([senderId], messageId, userId, 'delivered')
  }

  async function publishChange(
    event: 'message:deleted' | 'message:reaction',
    { conversationId, messageId }: { conversationId: string; messageId: string },
  ) {
    const record = await findMessage(readModels, conversationId, messageId)
    const { people } = await audienceOf(conversationId, record?.seq)
    if (!record) return
    const message = toMessageResponse(conversationId, record)
    io.local.to(roomsOfUsers(people)).emit(event, { conversation_id: conversationId, message })
  }

  /** To everybody, as all may be authors; in a large conversation to the author and the reader's other devices. */
  async function publishRead(conversationId: string, messageId: string, userId: string) {
    const { people } = await audienceOf(conversationId)
    if (people.length <= STATUS_UP_TO_PEOPLE) return publishStatus(people, messageId, userId, 'read')
    const author = (await findMessage(readModels, conversationId, messageId))?.sender.id
    const concerned = people.filter((id) => id === userId || id === author)
    publishStatus(concerned, messageId, userId, 'read')
  }

  function publishStatus(
    people: readonly string[],
    messageId: string,
    userId: string,
    status: 'delivered' | 'read',
  ) {
    const payload = { message_id: messageId, user_id: userId, status }
    io.local.to(roomsOfUsers(people)).emit('message:status', payload)
    // Other nodes read 'read' from the log; that somebody has a socket here only this node knows.
    if (status === 'delivered') live.relay({ rooms: roomsOfUsers(people) }, 'message:status', payload)
  }

  function publishStarted({ conversationId, people }: { conversationId: string; people: ChatPerson[] }) {
    const rooms = roomsOfUsers(people.map(({ id }) => id))
    io.local.to(rooms).emit('conversation:started', { conversation_id: conversationId })
  }

  /** The line for those who stay, and one event for those who left; not for somebody who is back by then. */
  async function publishGroup({
    data: { conversationId, removed, message },
  }: RecordedEventOf<Extract<GroupEvent, { type: 'GroupChanged' }>>) {
    const { people } = await audienceOf(conversationId)
    for (const userId of removed) {
      if (people.includes(userId)) continue
      live.removeFromRoom(conversationId, userId)
      io.local.to(roomOfUser(userId)).emit('conversation:changed', { conversation_id: conversationId })
    }
    await publishMessage(conversationId, message.id, null)
  }

  /**
   * From the streams: a read model that lags must not reach somebody who has left.
   * @param seq of a message, which those who came later may not read
   */
  async function audienceOf(
    conversationId: string,
    seq?: number,
  ): Promise<{ people: string[]; tripId: string | null }> {
    const membership = await reader.state(membershipStreamType, conversationId)
    const tripId = membership.conversation?.tripId ?? null
    const trip = tripId ? await reader.state(tripStreamType, tripId) : null
    return { people: peopleIn(membership, trip, seq), tripId }
  }

  return {
    DirectConversationStarted: async ({ data }) => publishStarted(data),
    GroupStarted: async ({ data }) => publishStarted(data),
    GroupChanged: publishGroup,
    MessageSent: ({ data: { conversationId, message } }) =>
      publishMessage(conversationId, message.id, message.sender.id),
    MessageEdited: ({ data: { conversationId, messageId } }) =>
      publishMessage(conversationId, messageId, null),
    MessageDeleted: ({ data }) => publishChange('message:deleted', data),
    ReactionAdded: ({ data }) => publishChange('message:reaction', data),
    ReactionRemoved: ({ data }) => publishChange('message:reaction', data),
    async MutesSet({ data: { userId, conversationId } }) {
      const payload = { conversation_id: conversationId }
      io.local.to(roomOfUser(userId)).emit('conversation:changed', payload)
    },
    ReadUpTo: ({ data: { conversationId, messageId, userId } }) =>
      publishRead(conversationId, messageId, userId),
  }
}

function tripHandlers({ live, chat: { reader, readModels, lookups } }: Deps): Handlers {
  const { io } = live

  async function publishChat(
    event: 'trip:chat:created' | 'trip:chat:updated',
    { tripId, conversationId }: { tripId: string; conversationId: string },
  ) {
    const [doc, markers, { trip }] = await Promise.all([
      readModels.get(conversations, conversationId),
      readModels.get(readMarkers, conversationId),
      reader.state(tripStreamType, tripId),
    ])
    if (!doc || !trip || trip.deleted) return
    // Each sees their own count of unread messages.
    for (const { id } of trip.participants)
      io.local.to(roomOfUser(id)).emit(event, {
        trip_id: tripId,
        chat: toTripChatResponse(doc, markers, trip, id),
      })
  }

  /** Its chats show the trip's name and cover. */
  async function publishChats(tripId: string): Promise<void> {
    for (const conversationId of (await readModels.get(chatsOfTrip, tripId)) ?? [])
      await publishChat('trip:chat:updated', { tripId, conversationId })
  }

  type UserEvent = RecordedEventOf<Extract<TripUserEvent, { data: { user: unknown } }>>

  async function publishAdded({ stream, data: { user } }: UserEvent): Promise<void> {
    const tripId = idIn(stream)
    const email = (await lookups.users([user.id])).get(user.id)?.email ?? null
    const { trip } = await reader.state(tripStreamType, tripId)
    const participant = trip?.participants.find(({ id }) => id === user.id)
    if (!trip || trip.deleted || !participant) return
    io.local.to(roomsOfUsers(trip.participants.map(({ id }) => id))).emit('trip:participant:added', {
      trip_id: tripId,
      participant: toParticipantResponse(trip, participant, email),
    })
  }

  /**
   * The person who left receives this one event, and then nothing more of the trip. It can be published late, as one that
   * failed is tried again a minute later; for somebody who is back by then it would be wrong.
   */
  async function publishRemoved({ stream, data: { user } }: UserEvent): Promise<void> {
    const tripId = idIn(stream)
    const chatIds = (await readModels.get(chatsOfTrip, tripId)) ?? []
    const { trip } = await reader.state(tripStreamType, tripId)
    const remaining = (trip?.participants ?? []).map(({ id }) => id)
    if (remaining.includes(user.id)) return
    for (const chatId of chatIds) live.removeFromRoom(chatId, user.id)
    io.local.to(roomsOfUsers([...remaining, user.id])).emit('trip:participant:removed', {
      trip_id: tripId,
      user_id: user.id,
    })
  }

  return {
    TripChatCreated: ({ data }) => publishChat('trip:chat:created', data),
    TripChatChanged: ({ data }) => publishChat('trip:chat:updated', data),
    async TripChatDeleted({ data: { tripId, conversationId } }) {
      const { trip } = await reader.state(tripStreamType, tripId)
      const people = roomsOfUsers((trip?.participants ?? []).map(({ id }) => id))
      // The room as well: of a deleted trip the log may have no participants any more.
      const payload = { trip_id: tripId, chat_id: conversationId }
      io.local.to([...people, roomOfConversation(conversationId)]).emit('trip:chat:deleted', payload)
      live.removeFromRoom(conversationId)
    },
    async TripDetailsChanged({ stream, data: { details, was } }) {
      if (details.title !== was.title || details.destination !== was.destination)
        await publishChats(idIn(stream))
    },
    ParticipantInvited: publishAdded,
    JoinRequestAccepted: publishAdded,
    JoinedByLink: publishAdded,
    InvitationDeclined: publishRemoved,
    InvitationCancelled: publishRemoved,
    ParticipantLeft: publishRemoved,
    ParticipantRemoved: publishRemoved,
  }
}
