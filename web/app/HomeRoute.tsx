// The route of the home screen: the screen of the trips, with parts of other features in it and beside it.

import { GrowingCards } from '#web/app/GrowingCards.tsx'
import { HomeScreen } from '#web/trips/home/HomeScreen.tsx'

const loadAside = async () => (await import('#web/app/HomeAside.tsx')).HomeAside
const loadImport = async () => (await import('#web/app/loadTripImport.ts')).loadTripImport()
const loadTripRows = async () => (await import('#web/app/CurrentTripRows.tsx')).CurrentTripRows

export const HomeRoute = () => (
  <GrowingCards>
    <HomeScreen loadTripRows={loadTripRows} loadAside={loadAside} loadImport={loadImport} />
  </GrowingCards>
)
