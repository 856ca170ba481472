// Builds the responses of conversations from their read models, for a participant.

import type { ConversationResponse } from '#core/chat/contract.ts'
import { EVERYBODY } from '#core/chat/mentions.ts'
import type { GroupMember } from '#core/chat/events.ts'
import type { Mute } from '#core/chat/mutes.ts'
import type { TripChatResponse } from '#core/chat/tripChatContract.ts'
import { nameOfDirect, toLastMessage, toPersonResponse } from '#core/chat/toResponse.ts'
import { unreadAfter } from '#core/chat/unread.ts'
import { toUserResponse } from '#core/trips/toResponse.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { ConversationDoc } from '#projections/chat/conversations.ts'
import type { ReadMarkers } from '#projections/chat/readMarkers.ts'

export const unreadCount = (doc: ConversationDoc, markers: ReadMarkers | null, userId: string): number =>
  unreadAfter(markerIn(doc, markers, userId), doc.lastSeq, sentCountOf(doc, userId))

/** Who was added begins to read there. */
export function markerIn(
  { joined }: Pick<ConversationDoc, 'joined'>,
  markers: ReadMarkers | null,
  userId: string,
) {
  const [own, first] = [markers?.[userId], joined[userId]]
  return first && first.seq > (own?.seq ?? 0) ? first : own
}

/** How many unread messages mention this person. */
export function mentionCount(doc: ConversationDoc, markers: ReadMarkers | null, userId: string): number {
  const seq = markerIn(doc, markers, userId)?.seq ?? 0
  return doc.mentioning.filter(
    (one) =>
      one.seq > seq && one.by !== userId && one.userIds.some((id) => id === userId || id === EVERYBODY),
  ).length
}

/** How many messages this person has sent, or the system. */
export const sentCountOf = (doc: Pick<ConversationDoc, 'sent' | 'systemCount'>, userId: string): number =>
  (doc.sent[userId] ?? 0) + doc.systemCount

/** @param trip of a trip chat; null for a direct or group conversation */
export function toConversationResponse(
  doc: ConversationDoc,
  markers: ReadMarkers | null,
  trip: Trip | null,
  userId: string,
  mute?: Mute,
): ConversationResponse {
  const people: readonly (GroupMember & { role?: string })[] = trip ? peopleOf(trip) : (doc.people ?? [])
  const participants = people.map((person) => {
    const role = person.id === doc.organizerId ? 'organizer' : person.role
    const { since } = person
    return { ...toPersonResponse(person), ...(role && { role }), ...(since !== undefined && { since }) }
  })
  return {
    id: doc.id,
    type: doc.type,
    trip_id: trip?.id ?? null,
    trip: trip && { title: trip.details.title, destination: trip.details.destination },
    name: doc.type === 'direct' ? nameOfDirect(participants, userId) : (doc.name ?? ''),
    description: doc.description,
    avatar_url: null,
    participants,
    unread_count: unreadCount(doc, markers, userId),
    mention_count: mentionCount(doc, markers, userId),
    message_count: doc.lastSeq,
    updated_at: doc.updatedAt,
    last_message: doc.last && toLastMessage(doc.last),
    last_seq: doc.lastSeq,
    ...(mute && { notifications: mute }),
  }
}

const peopleOf = (trip: Trip) =>
  trip.participants.map((user) => ({ ...toUserResponse(user, trip), role: user.role }))

export function toTripChatResponse(
  doc: ConversationDoc,
  markers: ReadMarkers | null,
  trip: Trip,
  userId: string,
): TripChatResponse {
  return {
    ...toConversationResponse(doc, markers, trip, userId),
    participants: peopleOf(trip),
    trip_id: trip.id,
    created_at: doc.createdAt,
    created_by: toPersonResponse(doc.createdBy!),
  }
}
