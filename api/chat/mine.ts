// The conversations somebody is in, and one of them, decided by the streams, told from the views.

import { mayInConversation } from '#core/chat/access.ts'
import * as contract from '#core/chat/contract.ts'
import type { ConversationAnswer } from '#core/chat/contract.ts'
import { conversationKind } from '#core/chat/decider.ts'
import { tripKind } from '#core/trips/decider.ts'
import type { Trip } from '#core/trips/trip.ts'
import { chatsOfTrip, conversationsOfPerson } from '#projections/chat/conversationsOf.ts'
import type { ConversationDoc } from '#projections/chat/conversations.ts'
import { conversations } from '#projections/chat/conversations.ts'
import { readMarks } from '#projections/chat/readMarks.ts'
import { trips } from '#projections/trips/trips.ts'
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
  const state = await reader.state(conversationKind, id)
  const tripId = state.conversation?.tripId
  const tripState = tripId ? await reader.state(tripKind, tripId) : null
  const refusal = mayInConversation(state, tripState, userId)
  if (refusal) throw refused(refusal, contract.chatRefusals)
  const doc = (await reads.find(conversations, id)) ?? conversations.empty(id)
  return { doc, trip: tripState?.trip ? { ...tripState.trip } : null }
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
export async function conversationsOf({ reads }: ChatDeps, userId: string): Promise<ConversationAnswer[]> {
  const [own, mine] = await Promise.all([
    reads.get(conversationsOfPerson, userId),
    reads.get(tripsOfPerson, userId),
  ])
  const tripIds = mine?.tripIds ?? []
  const [chatIds, tripDocs] = await Promise.all([
    reads.getMany(chatsOfTrip, tripIds),
    reads.getMany(trips, tripIds),
  ])
  const ids = [...(own ?? []), ...chatIds.flatMap((chats) => chats ?? [])]
  const [docs, marks] = await Promise.all([reads.getMany(conversations, ids), reads.getMany(readMarks, ids)])
  const tripById = new Map(tripDocs.flatMap((trip) => (trip ? [[trip.id, trip]] : [])))
  return docs
    .flatMap((doc, index) => {
      if (!doc) return []
      const trip = doc.tripId ? (tripById.get(doc.tripId) ?? null) : null
      // The views may lag: a chat of a trip somebody has just left is theirs no more.
      if (doc.tripId && !trip?.participants.some(({ id }) => id === userId)) return []
      return [presentConversation(doc, marks[index] ?? null, trip, userId)]
    })
    .sort((a, b) =>
      a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : a.id < b.id ? -1 : 1,
    )
}
