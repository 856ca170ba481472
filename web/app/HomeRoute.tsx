// The home screen with what other features tell of the trip at hand and of all trips.

import { ImportTrip } from '#web/app/ImportTrip.ts'
import { HomeScreen } from '#web/trips/HomeScreen.tsx'

const loadAside = async () => (await import('#web/app/HomeAside.tsx')).HomeAside
const loadTripRows = async () => (await import('#web/app/TripAtHandRows.tsx')).TripAtHandRows

export const HomeRoute = () => (
  <HomeScreen loadTripRows={loadTripRows} loadAside={loadAside} ImportTrip={ImportTrip} />
)
