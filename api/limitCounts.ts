// Counts items that have a limit across streams, in the read models. Completed commands are included; while a read
// model is being built the count is unknown, and nothing is refused.

import { limits, type LimitName } from '#core/kernel/limits.ts'
import type { CountedLimit, Lookups } from '#core/kernel/lookups.ts'
import { chatsOfTrip, conversationsOfPerson } from '#projections/chat/conversationsOf.ts'
import { trips } from '#projections/trips/trips.ts'
import { tripsOfPerson } from '#projections/trips/tripsOfPerson.ts'
import type { ReadModels } from '#api/platform/readModels.ts'

export function createLimitCounts(readModels: Pick<ReadModels, 'getIfReady' | 'getMany'>): Lookups['counts'] {
  const count: Record<CountedLimit, (id: string) => Promise<number>> = {
    chatsOfTrip: async (tripId) => (await readModels.getIfReady(chatsOfTrip, tripId))?.length ?? 0,
    conversationsOfPerson: async (userId) =>
      (await readModels.getIfReady(conversationsOfPerson, userId))?.length ?? 0,
    tripsOfPerson: async (userId) =>
      countExisting('tripsOfPerson', (await readModels.getIfReady(tripsOfPerson, userId))?.tripIds),
    openInvitationsOfPerson: async (userId) =>
      countExisting(
        'openInvitationsOfPerson',
        (await readModels.getIfReady(tripsOfPerson, userId))?.pendingTripIds,
      ),
  }
  return async (name, ids) =>
    new Map(await Promise.all(ids.map(async (id) => [id, await count[name](id)] as const)))

  /** Deleted trips do not count, but are only looked up near the limit. */
  async function countExisting(name: LimitName, tripIds: readonly string[] = []): Promise<number> {
    if (tripIds.length < limits[name].max) return tripIds.length
    return (await readModels.getMany(trips, tripIds)).filter((trip) => trip !== null).length
  }
}
