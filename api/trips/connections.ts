// Who shares a trip with somebody: all they see of the directory where it is limited to connections.

import { trips } from '#projections/trips/trips.ts'
import { tripsOfPerson } from '#projections/trips/tripsOfPerson.ts'
import type { Reads } from '#api/platform/reads.ts'

export function connectionsOf(reads: Reads): (userId: string) => Promise<Set<string>> {
  return async (userId) => {
    const mine = await reads.get(tripsOfPerson, userId)
    const shared = await reads.getMany(trips, mine?.tripIds ?? [])
    return new Set(shared.flatMap((trip) => trip?.participants.map(({ id }) => id) ?? []))
  }
}
