// What has a limit across streams, counted in the views. Every answered command is shown there; while a view is being
// built nobody can say, and nothing is refused.

import type { LimitName } from '#core/kernel/limits.ts'
import { limits } from '#core/kernel/limits.ts'
import type { CountedName, World } from '#core/kernel/world.ts'
import { chatsOfTrip, conversationsOfPerson } from '#projections/chat/conversationsOf.ts'
import { trips } from '#projections/trips/trips.ts'
import { tripsOfPerson } from '#projections/trips/tripsOfPerson.ts'
import type { Reads } from '#api/platform/reads.ts'

export function createCounted(reads: Pick<Reads, 'known' | 'getMany'>): World['counted'] {
  const count: Record<CountedName, (id: string) => Promise<number>> = {
    chatsOfTrip: async (tripId) => (await reads.known(chatsOfTrip, tripId))?.length ?? 0,
    conversationsOfPerson: async (userId) => (await reads.known(conversationsOfPerson, userId))?.length ?? 0,
    tripsOfPerson: async (userId) =>
      existing('tripsOfPerson', (await reads.known(tripsOfPerson, userId))?.tripIds),
    openInvitationsOfPerson: async (userId) =>
      existing('openInvitationsOfPerson', (await reads.known(tripsOfPerson, userId))?.open),
  }
  return async (what, ids) =>
    new Map(await Promise.all(ids.map(async (id) => [id, await count[what](id)] as const)))

  /** Deleted trips do not count, but only who is near the limit is worth looking at them. */
  async function existing(name: LimitName, tripIds: readonly string[] = []): Promise<number> {
    if (tripIds.length < limits[name].most) return tripIds.length
    return (await reads.getMany(trips, tripIds)).filter((trip) => trip !== null).length
  }
}
