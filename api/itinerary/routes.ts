// The routes of a trip's itinerary.

import * as contract from '#core/itinerary/contract.ts'
import { itineraryOperations } from '#core/itinerary/operations.ts'
import { compareItems, itemResponses } from '#core/itinerary/toResponse.ts'
import type { OperationDeps } from '#core/store/operation.ts'
import { activities } from '#projections/itinerary/activities.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import { operationRoute } from '#api/platform/operationRoute.ts'
import { tripForParticipant, type ReadDeps } from '#api/platform/membership.ts'
import { authenticatedRoute, type Route } from '#api/platform/route.ts'

export function itineraryRoutes(deps: OperationDeps & ReadDeps): Route[] {
  return [
    ...itineraryOperations.map((of) => operationRoute(of, deps)),

    authenticatedRoute(contract.getItinerary, async ({ params, by }) => {
      const trip = await tripForParticipant(deps, params['tripId']!, by.id)
      const items = flattenChunks(await deps.readModels.get(activities, trip.id)).map(itemResponses(trip))
      return { body: { itinerary: { id: trip.id, items: items.sort(compareItems) } } }
    }),
  ]
}
