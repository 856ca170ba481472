// Files that are saved instead of shown.

import type { AttachedFile } from '#core/kernel/files.ts'
import { saveFile } from '#web/platform/page/saveFile.ts'
import { photoBlob } from '#web/records/files/usePhotoUrl.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

/** '410 KB', '1.2 MB' */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

export async function savePdf({ hash, type }: Pick<AttachedFile, 'hash' | 'type'>): Promise<void> {
  try {
    const bytes = new Uint8Array(await (await photoBlob(hash)).arrayBuffer())
    saveFile(`${hash.slice(0, 12)}.pdf`, type, bytes)
  } catch {
    toast.error('Network error occurred. Please try again.')
  }
}
