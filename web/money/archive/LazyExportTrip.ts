// The dialog that exports a trip, loaded on demand.

import { lazyDialog } from '#web/ui/lazyDialog.tsx'

export const LazyExportTrip = lazyDialog(
  async () => (await import('#web/money/archive/ExportTripDialog.tsx')).ExportTripDialog,
)
