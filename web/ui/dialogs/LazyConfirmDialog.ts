// The ConfirmDialog, loaded on demand.

import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'

export const LazyConfirmDialog = lazyDialog(
  async () => (await import('#web/ui/dialogs/ConfirmDialog.tsx')).ConfirmDialog,
)
