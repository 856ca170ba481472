// Finds the people who share a trip or a conversation with a user: with a limited directory the only ones they see.

import { conversations } from '#projections/chat/conversations.ts'
import { conversationsOfPerson } from '#projections/chat/conversationsOf.ts'
import { trips } from '#projections/trips/trips.ts'
import { tripsOfPerson } from '#projections/trips/tripsOfPerson.ts'
import type { ReadModels } from '#api/platform/readModels.ts'

export function connectionsOf(readModels: ReadModels): (userId: string) => Promise<Set<string>> {
  return async (userId) => {
    const [tripsOfUser, conversationIds] = await Promise.all([
      readModels.get(tripsOfPerson, userId),
      readModels.get(conversationsOfPerson, userId),
    ])
    const [sharedTrips, sharedConversations] = await Promise.all([
      readModels.getMany(trips, tripsOfUser?.tripIds ?? []),
      readModels.getMany(conversations, conversationIds ?? []),
    ])
    const people = [
      ...sharedTrips.flatMap((trip) => trip?.participants ?? []),
      ...sharedConversations.flatMap((conversation) => conversation?.people ?? []),
    ]
    return new Set(people.map(({ id }) => id))
  }
}
