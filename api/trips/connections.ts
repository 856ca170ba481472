// Finds the people who share a trip or a conversation with a user: with a limited directory the only ones they see.

import { conversations } from '#projections/chat/conversations.ts'
import { conversationsOfPerson } from '#projections/chat/conversationsOf.ts'
import { trips } from '#projections/trips/trips.ts'
import { tripsOfPerson } from '#projections/trips/tripsOfPerson.ts'
import type { ReadModels } from '#api/platform/readModels.ts'

export function connectionsOf(readModels: ReadModels): (userId: string) => Promise<Set<string>> {
  return async (userId) => {
    const [mine, talks] = await Promise.all([
      readModels.get(tripsOfPerson, userId),
      readModels.get(conversationsOfPerson, userId),
    ])
    const [shared, spoken] = await Promise.all([
      readModels.getMany(trips, mine?.tripIds ?? []),
      readModels.getMany(conversations, talks ?? []),
    ])
    const people = [
      ...shared.flatMap((trip) => trip?.participants ?? []),
      ...spoken.flatMap((conversation) => conversation?.people ?? []),
    ]
    return new Set(people.map(({ id }) => id))
  }
}
