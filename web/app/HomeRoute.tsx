// The home screen with what other features tell of the trip at hand.

import { HomeScreen } from '#web/trips/HomeScreen.tsx'

const loadTripRows = async () => (await import('#web/app/TripAtHandRows.tsx')).TripAtHandRows

export const HomeRoute = () => <HomeScreen loadTripRows={loadTripRows} />
