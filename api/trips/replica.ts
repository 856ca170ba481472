// GET /trips/:tripId/replica: the documents of a trip as a participant may see them, at one position.

import { hash } from 'node:crypto'
import { NO_STREAM, type EventStore } from '#core/store/eventStore.ts'
import { relationOf } from '#core/trips/access.ts'
import { getReplica } from '#core/trips/contract.ts'
import {
  documentsVersion,
  toTripDocuments,
  tripProjections,
  type TripDocuments,
} from '#projections/replica/tripDocuments.ts'
import { visibleDocuments } from '#projections/replica/tripReplica.ts'
import { jsonChunks, JsonParts } from '#api/platform/jsonChunks.ts'
import { tripForParticipant, type ReadDeps } from '#api/platform/membership.ts'
import { authenticatedRoute, type Route } from '#api/platform/route.ts'

interface Deps extends ReadDeps {
  store: EventStore
  /** Prefixes of the streams of a trip. */
  prefixes: readonly string[]
}

export function replicaRoute(deps: Deps): Route {
  const { store, readModels, prefixes } = deps
  return authenticatedRoute(getReplica, async ({ params, by }) => {
    const tripId = params['tripId']!
    const present = await tripForParticipant(deps, tripId, by.id)
    const { position, docs } = await readModels.getTogether(tripProjections, tripId)
    const revisions: Record<string, number> = {}
    for (const stream of prefixes.map((prefix) => prefix + tripId))
      revisions[stream] = await lastRevision(store, stream, position)
    // The documents may lack the newest events, the person's own joining included: the change feed sends them.
    const documents = visibleDocuments(toTripDocuments(docs, tripId), by.id, present)
    const { trip, balances, activities, expenses, contributions, payments } = documents
    const state = JSON.stringify([by.id, relationOf(present, by.id), documentsVersion, revisions])
    return {
      etag: `W/"${hash('sha256', state, 'base64url').slice(0, 22)}"`,
      chunks: jsonChunks(
        new JsonParts({
          position,
          revisions,
          version: documentsVersion,
          // Lists are written chunk by chunk.
          documents: new JsonParts({
            trip,
            balances,
            activities: activities.values(),
            expenses: expenses.values(),
            contributions: contributions.values(),
            payments: payments.values(),
          } satisfies Record<keyof TripDocuments, unknown>),
        }),
      ),
    }
  })
}

/** The revision of the last event of a stream up to a position. */
async function lastRevision(store: EventStore, stream: string, position: string): Promise<number> {
  for (let limit = 1; ; limit *= 8) {
    const events = await store.read(stream, { backward: true, limit })
    const last = events.find((event) => event.position <= position)
    if (last) return last.revision
    if (events.length < limit) return NO_STREAM
  }
}
