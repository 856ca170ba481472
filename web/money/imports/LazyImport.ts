// The dialog of an import, loaded on demand: it brings the readers of the other apps' files.

import { lazyDialog } from '#web/ui/lazyDialog.tsx'

export const LazyImport = lazyDialog(
  async () => (await import('#web/money/imports/ImportDialog.tsx')).ImportDialog,
)
