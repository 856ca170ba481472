// The routes of a trip's itinerary.

import * as contract from '#core/itinerary/contract.ts'
import { itineraryOperations } from '#core/itinerary/operations.ts'
import type { OperationDeps } from '#core/store/operation.ts'
import { readTripDocuments } from '#projections/replica/tripDocuments.ts'
import { itineraryDocuments, itineraryResponse } from '#projections/replica/tripResponses.ts'
import { jsonChunks, JsonParts } from '#api/platform/http/jsonChunks.ts'
import { operationRoute } from '#api/platform/operationRoute.ts'
import { tripForParticipant, type ReadDeps } from '#api/platform/membership.ts'
import { authenticatedRoute, type Route } from '#api/platform/http/route.ts'

export function itineraryRoutes(deps: OperationDeps & ReadDeps): Route[] {
  return [
    ...itineraryOperations.map((of) => operationRoute(of, deps)),

    authenticatedRoute(contract.getItinerary, async ({ params, by }) => {
      const trip = await tripForParticipant(deps, params['tripId']!, by.id)
      const documents = await readTripDocuments(deps.readModels, trip.id, ...itineraryDocuments)
      // Activities with long texts are megabytes, which are serialized in slices.
      const itinerary = new JsonParts({ ...itineraryResponse({ ...documents, trip }) })
      return { chunks: jsonChunks(new JsonParts({ itinerary })) }
    }),
  ]
}
