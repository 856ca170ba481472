// The import of a file as a new trip, which belongs to the money, for the screens of the trips.

import { lazyDialog } from '#web/ui/lazyDialog.tsx'

export const ImportTrip = lazyDialog(
  async () => (await import('#web/money/imports/ImportTripDialog.tsx')).ImportTripDialog,
)
