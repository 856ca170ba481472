// GET /trips/:tripId/replica: the documents of a trip that a participant may see, all at one position. A device continues
// from there with the change feed (changes.ts).

import type { EventStore } from '#core/store/eventStore.ts'
import { revisionsAt } from '#core/store/revisionsAt.ts'
import { relationOf } from '#core/trips/visibility.ts'
import { getReplica } from '#core/trips/contract.ts'
import {
  documentsVersion,
  expensesInSteps,
  toTripDocuments,
  tripProjections,
} from '#projections/replica/tripDocuments.ts'
import { selectVisibleDocuments } from '#projections/replica/tripReplica.ts'
import { etagOfSources } from '#api/platform/http/conditionalGet.ts'
import { jsonChunks, JsonParts } from '#api/platform/http/jsonChunks.ts'
import { tripForParticipant, type ReadDeps } from '#api/platform/membership.ts'
import { authenticatedRoute, type Route } from '#api/platform/http/route.ts'

interface Deps extends ReadDeps {
  store: EventStore
  /** The prefixes of all streams of a trip. */
  prefixes: readonly string[]
}

export function replicaRoute(deps: Deps): Route {
  const { store, readModels, prefixes } = deps
  return authenticatedRoute(getReplica, async ({ params, by }) => {
    const tripId = params['tripId']!
    await tripForParticipant(deps, tripId, by.id)
    const { position, docs } = await readModels.getTogether(tripProjections, tripId)
    const streams = prefixes.map((prefix) => prefix + tripId)
    const revisions = await revisionsAt(store, streams, position)
    // The documents may lack the newest events, even the one that added this participant: the change feed sends those,
    // and the trip as it is now decides what they may see. Read after the documents, it includes a handover that they do.
    const current = await tripForParticipant(deps, tripId, by.id)
    const documents = selectVisibleDocuments(toTripDocuments(docs, tripId), by.id, current)
    const { trip, balances, expenses, ...lists } = documents
    return {
      etag: etagOfSources(by.id, relationOf(current, by.id), revisions),
      chunks: jsonChunks(
        new JsonParts({
          position,
          revisions,
          version: documentsVersion,
          documents: new JsonParts({ trip, balances, expenses: expensesInSteps(expenses), ...lists }),
        }),
      ),
    }
  })
}
