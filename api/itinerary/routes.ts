// The calls of a trip's itinerary.

import * as contract from '#core/itinerary/contract.ts'
import { itineraryOperations } from '#core/itinerary/operations.ts'
import { byPlace, itemPresenter } from '#core/itinerary/present.ts'
import type { OperateDeps } from '#core/store/operate.ts'
import type { Reader } from '#core/store/reader.ts'
import { activities } from '#projections/itinerary/activities.ts'
import { itemsOf } from '#projections/platform/chunks.ts'
import { bind } from '#api/platform/bind.ts'
import { asParticipant } from '#api/platform/membership.ts'
import type { Reads } from '#api/platform/reads.ts'
import type { Route } from '#api/platform/route.ts'
import { signedIn } from '#api/platform/route.ts'

interface ItineraryRoutesDeps extends OperateDeps {
  reader: Reader
  reads: Reads
}

export function itineraryRoutes(deps: ItineraryRoutesDeps): Route[] {
  return [
    ...itineraryOperations.map((of) => bind(of, deps)),

    signedIn(contract.getItinerary, async ({ params, by }) => {
      const trip = await asParticipant(deps, params['tripId']!, by.id)
      const items = itemsOf(await deps.reads.get(activities, trip.id)).map(itemPresenter(trip))
      return { body: { itinerary: { id: trip.id, items: items.sort(byPlace) } } }
    }),
  ]
}
