// The photos of a record in full screen, loaded with the first press.

import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'

export const LazyPhotoViewer = lazyDialog(
  async () => (await import('#web/records/files/PhotoViewer.tsx')).PhotoViewerDialog,
)
