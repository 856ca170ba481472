// Builds the responses of a trip's GET endpoints from its documents, for the server, the history and the devices. Who may
// read them is checked before. Those of money are in files of their own, because a device loads them later.

import type { ItineraryResponse } from '#core/itinerary/contract.ts'
import { compareActivities, activityResponses } from '#core/itinerary/toResponse.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { toTripResponse } from '#core/trips/toResponse.ts'
import type { Trip } from '#core/trips/trip.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import type { TripDocuments } from '#projections/replica/tripDocuments.ts'

/** Some documents of a trip that exists. */
export type ExistingTrip<Name extends keyof TripDocuments = keyof TripDocuments> = Pick<
  TripDocuments,
  Name
> & {
  trip: Trip
}

/** @param userId the reader, as in all functions below */
export const tripResponse = ({ trip, balances }: ExistingTrip<'balances'>, userId: string): TripResponse =>
  toTripResponse(trip, userId, balances.currency)

/** The documents that the response is made of. */
export const itineraryDocuments = ['activities'] as const
type ItineraryDocuments = ExistingTrip<(typeof itineraryDocuments)[number]>

export const itineraryResponse = ({ trip, activities }: ItineraryDocuments): ItineraryResponse => ({
  id: trip.id,
  items: flattenChunks(activities).map(activityResponses(trip)).sort(compareActivities),
})
