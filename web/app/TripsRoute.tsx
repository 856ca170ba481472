// The trips with the tabs of the features, in one chunk.

import { tripTabs } from '#web/app/tripTabs.ts'
import { TravelScreen } from '#web/trips/TravelScreen.tsx'

/** @param id of the trip that is open above its list */
export const TripsRoute = ({ id }: { id?: string }) => (
  <TravelScreen {...(id !== undefined && { tripId: id })} tabs={tripTabs} />
)
