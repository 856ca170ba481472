// The home screen with what other features tell of the trip at hand and of all trips.

import { HomeScreen } from '#web/trips/HomeScreen.tsx'

const loadAside = async () => (await import('#web/app/HomeAside.tsx')).HomeAside
const loadImport = async () => (await import('#web/app/loadTripImport.ts')).loadTripImport()
const loadTripRows = async () => (await import('#web/app/TripAtHandRows.tsx')).TripAtHandRows

export const HomeRoute = () => (
  <HomeScreen loadTripRows={loadTripRows} loadAside={loadAside} loadImport={loadImport} />
)
