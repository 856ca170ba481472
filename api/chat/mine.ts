// The conversations somebody is in, and one of them: who may see them is decided by the streams, what they see is
// told from the views.

import { mayInConversation, mayOnTripChat } from '#core/chat/access.ts'
import * as contract from '#core/chat/contract.ts'
import type { ConversationAnswer } from '#core/chat/contract.ts'
import { membershipKind } from '#core/chat/membership.ts'
import { mayOnTrip } from '#core/trips/access.ts'
import { tripKind } from '#core/trips/decider.ts'
import type { Trip } from '#core/trips/trip.ts'
import { chatsOfTrip, conversationsOfPerson } from '#projections/chat/conversationsOf.ts'
import type { ConversationDoc } from '#projections/chat/conversations.ts'
import { conversations } from '#projections/chat/conversations.ts'
import { readMarks } from '#projections/chat/readMarks.ts'
import { tripsOfPerson } from '#projections/trips/tripsOfPerson.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { presentConversation } from '#api/chat/present.ts'
import { refused } from '#api/platform/bind.ts'

export interface Entered {
  doc: ConversationDoc
  /** Of a trip chat. */
  trip: Trip | null
}

/** A conversation for somebody in it. @throws HttpError 404 or 403 for anybody else. */
export async function enter({ reader, reads }: ChatDeps, id: string, userId: string): Promise<Entered> {
  const membership = await reader.lastKnown(membershipKind, id)
  const tripId = membership.conversation?.tripId
  const tripState = tripId ? await reader.lastKnown(tripKind, tripId) : null
  const refusal = mayInConversation(membership, tripState, userId)
  if (refusal) throw refused(refusal, contract.chatRefusals)
  const doc = (await reads.find(conversations, id)) ?? conversations.empty(id)
  // The reader goes on folding into its state.
  return { doc, trip: tripState?.trip ? { ...tripState.trip } : null }
}

/** The trip of a chat, for one of its participants. @throws HttpError 404 or 403 for anybody else. */
export async function enterTripChat(
  { reader }: ChatDeps,
  { tripId, chatId, userId }: { tripId: string; chatId: string; userId: string },
): Promise<Trip> {
  const [membership, trip] = await Promise.all([
    reader.lastKnown(membershipKind, chatId),
    reader.lastKnown(tripKind, tripId),
  ])
  const refusal = mayOnTripChat(membership, trip, { userId, tripId, toChange: false })
  if (refusal) throw refused(refusal, contract.chatRefusals)
  return { ...trip.trip! }
}

export async function showConversation(
  deps: ChatDeps,
  id: string,
  userId: string,
): Promise<ConversationAnswer> {
  const { doc, trip } = await enter(deps, id, userId)
  return presentConversation(doc, await deps.reads.get(readMarks, id), trip, userId)
}

/** All of somebody's conversations, newest first. */
export async function conversationsOf(deps: ChatDeps, userId: string): Promise<ConversationAnswer[]> {
  const { reads } = deps
  const [own, trips] = await Promise.all([reads.get(conversationsOfPerson, userId), tripsOf(deps, userId)])
  const chats = await reads.getMany(chatsOfTrip, [...trips.keys()])
  const ids = [...(own ?? []), ...chats.flatMap((of) => of ?? [])]
  const [docs, marks] = await Promise.all([reads.getMany(conversations, ids), reads.getMany(readMarks, ids)])
  return docs
    .flatMap((doc, index) => {
      if (!doc) return []
      const trip = doc.tripId ? (trips.get(doc.tripId) ?? null) : null
      return [presentConversation(doc, marks[index] ?? null, trip, userId)]
    })
    .sort(newestFirst)
}

/** Those that somebody is on: from the trips' own streams, because the view of a person's trips may lag. */
async function tripsOf({ reader, reads }: ChatDeps, userId: string): Promise<Map<string, Trip>> {
  const { tripIds } = (await reads.get(tripsOfPerson, userId)) ?? { tripIds: [] }
  const states = await Promise.all(tripIds.map((id) => reader.lastKnown(tripKind, id)))
  return new Map(
    states.flatMap((state) =>
      mayOnTrip(state, userId) || !state.trip ? [] : [[state.trip.id, { ...state.trip }]],
    ),
  )
}

export function newestFirst(a: ConversationAnswer, b: ConversationAnswer): number {
  if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1
  return a.id < b.id ? -1 : 1
}
