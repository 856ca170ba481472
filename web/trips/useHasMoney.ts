// Whether the currency of a trip is fixed, which the first money record does, even if it was removed (docs/decisions).

import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { useTripView } from '#web/platform/replica/useTripView.ts'

/** False until the trip is loaded. */
export const useHasMoney = (tripId: string): boolean => useTripView(tripId, hasMoney).data ?? false

const hasMoney = ({ balances }: ExistingTrip): boolean => balances.currency !== null
