// Reads a person's conversations. Streams decide the access, read models give the content.

import { authorizeInConversation, authorizeOnTripChat } from '#core/chat/access.ts'
import * as contract from '#core/chat/contract.ts'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { firstSeqFor, membershipStreamType } from '#core/chat/membership.ts'
import { compareNewestFirst } from '#core/chat/newestFirst.ts'
import { authorizeOnTrip } from '#core/trips/access.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { Trip } from '#core/trips/trip.ts'
import { chatsOfTrip, conversationsOfPerson } from '#projections/chat/conversationsOf.ts'
import { conversations, type ConversationDoc } from '#projections/chat/conversations.ts'
import { mutesOfPerson } from '#projections/chat/mutesOfPerson.ts'
import { readMarkers } from '#projections/chat/readMarkers.ts'
import { tripsOfPerson } from '#projections/trips/tripsOfPerson.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { mentionCount, toConversationResponse, unreadCount } from '#api/chat/toResponse.ts'
import { toHttpError } from '#api/platform/operationRoute.ts'

export interface AccessedConversation {
  doc: ConversationDoc
  /** The trip of a trip chat. */
  trip: Trip | null
  /** The first message that this person may read. */
  firstSeq: number
}

/** A conversation for somebody in it. @throws HttpError 404 or 403 for anybody else. */
export async function accessConversation(
  deps: ChatDeps,
  id: string,
  userId: string,
): Promise<AccessedConversation> {
  const { refusal, tripState, firstSeq } = await authorizeReading(deps, id, userId)
  if (refusal) throw toHttpError(refusal, contract.chatRefusals)
  const doc = (await deps.readModels.find(conversations, id)) ?? conversations.empty(id)
  // Copied, because the reader keeps folding into its state.
  return { doc, trip: tripState?.trip ? { ...tripState.trip } : null, firstSeq }
}

/** Whether and from which message on this person may read the conversation, and the trip of a trip chat. */
export async function authorizeReading({ reader }: ChatDeps, id: string, userId: string) {
  const membership = await reader.lastKnown(membershipStreamType, id)
  const tripId = membership.conversation?.tripId
  const tripState = tripId ? await reader.lastKnown(tripStreamType, tripId) : null
  const refusal = authorizeInConversation(membership, tripState, userId)
  return { refusal, tripState, firstSeq: firstSeqFor(membership, userId) }
}

/** The trip of a chat, for one of its participants. @throws HttpError 404 or 403 for anybody else. */
export async function accessTripChat(
  { reader }: ChatDeps,
  { tripId, chatId, userId }: { tripId: string; chatId: string; userId: string },
): Promise<Trip> {
  const [membership, trip] = await Promise.all([
    reader.lastKnown(membershipStreamType, chatId),
    reader.lastKnown(tripStreamType, tripId),
  ])
  const refusal = authorizeOnTripChat(membership, trip, { userId, tripId, toChange: false })
  if (refusal) throw toHttpError(refusal, contract.chatRefusals)
  return { ...trip.trip! }
}

export async function readConversationResponse(
  deps: ChatDeps,
  id: string,
  userId: string,
): Promise<ConversationResponse> {
  const { doc, trip } = await accessConversation(deps, id, userId)
  const markers = await deps.readModels.get(readMarkers, id)
  const mutes = await deps.readModels.get(mutesOfPerson, userId)
  return toConversationResponse(doc, markers, trip, userId, mutes?.mutes[id])
}

interface ListedConversation extends Pick<
  ConversationResponse,
  'id' | 'updated_at' | 'trip_id' | 'unread_count' | 'mention_count' | 'notifications'
> {
  type: ConversationDoc['type']
  lastSeq: number
  /** Takes time with the people of a trip, so it is called for a page only, or to search. */
  response(): ConversationResponse
}

/** All of somebody's conversations, newest first. */
export async function readConversations(deps: ChatDeps, userId: string): Promise<ListedConversation[]> {
  const { readModels } = deps
  const [own, muted, trips] = await Promise.all([
    readModels.get(conversationsOfPerson, userId),
    readModels.get(mutesOfPerson, userId),
    currentTripsOf(deps, userId),
  ])
  const chats = await readModels.getMany(chatsOfTrip, [...trips.keys()])
  const ids = [...(own ?? []), ...chats.flatMap((of) => of ?? [])]
  const [docs, markers] = await Promise.all([
    readModels.getMany(conversations, ids),
    readModels.getMany(readMarkers, ids),
  ])
  return docs
    .flatMap((doc, index) => {
      if (!doc) return []
      const trip = doc.tripId ? (trips.get(doc.tripId) ?? null) : null
      const ofDoc = markers[index] ?? null
      const mute = muted?.mutes[doc.id]
      return [
        {
          id: doc.id,
          type: doc.type,
          lastSeq: doc.lastSeq,
          updated_at: doc.updatedAt,
          trip_id: trip?.id ?? null,
          unread_count: unreadCount(doc, ofDoc, userId),
          mention_count: mentionCount(doc, ofDoc, userId),
          ...(mute && { notifications: mute }),
          response: () => toConversationResponse(doc, ofDoc, trip, userId, mute),
        },
      ]
    })
    .sort(compareNewestFirst)
}

/** The trips that the person is on, from the trips' own streams, because the read model may lag. */
async function currentTripsOf({ reader, readModels }: ChatDeps, userId: string): Promise<Map<string, Trip>> {
  const { tripIds } = (await readModels.get(tripsOfPerson, userId)) ?? { tripIds: [] }
  const states = await Promise.all(tripIds.map((id) => reader.lastKnown(tripStreamType, id)))
  return new Map(
    states.flatMap((state) =>
      authorizeOnTrip(state, userId) || !state.trip ? [] : [[state.trip.id, { ...state.trip }]],
    ),
  )
}
