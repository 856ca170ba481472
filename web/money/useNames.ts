// Finds the names of the people that the records of a trip name.

import { type FindName, namesOf } from '#core/money/roster.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'

/** The same function until somebody comes, leaves or has another name. */
export const useNames = (tripId: string): FindName => useTripResponse(tripId, namesIn).data ?? unnamed

const namesIn = ({ trip }: ExistingTrip): FindName => namesOf(trip)

const unnamed: FindName = ({ type, id }) => ({ type, id, name: '' })
