// The route of an invite link, with what opens once somebody has joined.

import { JoinScreen } from '#web/trips/joining/JoinScreen.tsx'

/** While the person types. */
const prefetchTrip = () => {
  Promise.all([
    import('#web/app/TripsRoute.tsx'),
    import('#web/trips/trip/TripDialog.tsx'),
    import('#web/app/TripAtHand.tsx'),
    import('#web/app/FirstMinute.tsx'),
  ]).catch(() => undefined)
}

export const JoinRoute = () => <JoinScreen prefetchTrip={prefetchTrip} />
