// Makes chosen photos and PDF files ready to be sent, and begins to upload them.

import { fileLimits } from '#core/kernel/files.ts'
import { UnusableFile, makeSmallPhoto, readPdf } from '#web/platform/files/makeSmall.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { deviceUploads } from '#web/platform/outbox/deviceUploads.ts'
import type { TrayItem } from '#web/records/files/trayItem.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

/** What they belong to: a message has photos only, which are smaller. */
export type FileOwner = 'message' | 'expense' | 'activity'

/** Of what is in the tray when it is called. */
export type UpdateTray = (change: (items: readonly TrayItem[]) => readonly TrayItem[]) => void

const limits = {
  message: { most: fileLimits.ofMessage, text: `A message has at most ${fileLimits.ofMessage} photos` },
  expense: { most: fileLimits.ofRecord, text: `An expense has at most ${fileLimits.ofRecord} receipts` },
  activity: { most: fileLimits.ofRecord, text: `An activity has at most ${fileLimits.ofRecord} files` },
}

interface Tray {
  owner: FileOwner
  userId: string
  /** How many are in it. */
  count: number
  update: UpdateTray
}

/** One after another, because a phone has the memory for one large photo. */
export async function addFiles(chosen: readonly File[], tray: Tray): Promise<void> {
  const { owner, userId, count, update } = tray
  const { most, text } = limits[owner]
  const room = most - count
  if (chosen.length > room) toast.info(text)
  const added = chosen.slice(0, room).map((one) => ({ one, key: newKey() }))
  update((items) => [...items, ...added.map(({ key }) => ({ key, file: null, error: null }))])
  for (const { one, key } of added) {
    const change = (changed: Partial<TrayItem>) =>
      update((items) => items.map((item) => (item.key === key ? { ...item, ...changed } : item)))
    try {
      const { file, bytes } = await (owner === 'message'
        ? makeSmallPhoto(one, 'chat')
        : isPdf(one)
          ? readPdf(one)
          : makeSmallPhoto(one, 'receipt'))
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

const isPdf = ({ type, name }: File): boolean => type === 'application/pdf' || /\.pdf$/i.test(name)
