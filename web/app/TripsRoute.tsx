// The trips, each with the tabs that the features bring to it: one file, so that both come at once.

import { tripTabs } from '#web/app/tripTabs.ts'
import { TravelScreen } from '#web/trips/TravelScreen.tsx'

/** @param id of the trip that is open over its list */
export const TripsRoute = ({ id }: { id?: string }) => (
  <TravelScreen {...(id !== undefined && { tripId: id })} tabs={tripTabs} />
)
