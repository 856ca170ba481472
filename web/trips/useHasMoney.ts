// Whether the currency of a trip is fixed, which the first money record does, even if it was removed (docs/decisions).

import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'

/** False until the trip is loaded. */
export const useHasMoney = (tripId: string): boolean => useTripResponse(tripId, hasMoney).data ?? false

const hasMoney = ({ balances }: ExistingTrip): boolean => balances.currency !== null
