// The streams of a trip: its people and details, its itinerary and its money. The streams of its chats are beside them.

import { itineraryStreamType } from '#core/itinerary/decider.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import { tripStreamType } from '#core/trips/decider.ts'

/** Streams that exist only with the trip. */
export const tripParts = [itineraryStreamType, moneyStreamType]

/** The prefix of each stream's name, before the trip's id. */
export const tripPrefixes: readonly string[] = [tripStreamType, ...tripParts].map(({ prefix }) => prefix)
