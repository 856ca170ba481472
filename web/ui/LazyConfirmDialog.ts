// The ConfirmDialog, loaded on demand.

import { lazyDialog } from '#web/ui/lazyDialog.tsx'

export const LazyConfirmDialog = lazyDialog(
  async () => (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog,
)
