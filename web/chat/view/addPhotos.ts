// Makes chosen photos ready for the next message, and begins to upload them.

import { fileLimits } from '#core/kernel/files.ts'
import type { TrayItem } from '#web/chat/view/trayItem.ts'
import { UnusableFile, makeSmallPhoto } from '#web/platform/files/makeSmall.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { deviceUploads } from '#web/platform/outbox/deviceUploads.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

/** Of what is in the tray when it is called. */
export type UpdateTray = (change: (items: readonly TrayItem[]) => readonly TrayItem[]) => void

/** One after another, because a phone has the memory for one large photo. */
export async function addPhotos(
  chosen: readonly File[],
  userId: string,
  count: number,
  update: UpdateTray,
): Promise<void> {
  const room = fileLimits.ofMessage - count
  if (chosen.length > room) toast.info(`A message has at most ${fileLimits.ofMessage} photos`)
  const added = chosen.slice(0, room).map((photo) => ({ photo, key: newKey() }))
  update((items) => [...items, ...added.map(({ key }) => ({ key, file: null, error: null }))])
  for (const { photo, key } of added) {
    const change = (changed: Partial<TrayItem>) =>
      update((items) => items.map((item) => (item.key === key ? { ...item, ...changed } : item)))
    try {
      const { file, bytes } = await makeSmallPhoto(photo, 'chat')
      await deviceUploads.add(userId, file, bytes)
      let isTwice = false
      update((items) => {
        isTwice = items.some((item) => item.file?.hash === file.hash)
        return isTwice ? items.filter((item) => item.key !== key) : items
      })
      change({ file })
      void deviceUploads.upload(userId, file.hash).then((result) => {
        if (result.state === 'refused') change({ error: result.refusal.message })
      })
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error
      change({ error: error.message })
    }
  }
}
