// The photos and files that are chosen for what is being written, and what becomes of each. The code that makes them small
// is loaded with the first.

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AttachedFile } from '#core/kernel/files.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import type { FileOwner } from '#web/records/files/addFiles.ts'
import { type TrayItem, isPreparing, readyFiles } from '#web/records/files/trayItem.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

export const loadAddFiles = () => import('#web/records/files/addFiles.ts')

interface TrayOptions {
  owner: FileOwner
  /** Those that it begins with. A later change, as by a form that starts over, replaces what is in it. */
  files: readonly AttachedFile[]
  /** Called with those that can be sent. */
  onFiles: (files: readonly AttachedFile[]) => void
}

export type Tray = ReturnType<typeof useTray>

export function useTray({ owner, files, onFiles }: TrayOptions) {
  const userId = useMyId()
  const [items, setItems] = useState(() => itemsOf(files))
  const ready = readyFiles(items)
  const [given, inTray] = [hashesOf(files), hashesOf(ready)]
  const [known, setKnown] = useState(given)
  if (given !== known) {
    setKnown(given)
    if (given !== inTray) setItems(itemsOf(files))
  }
  const handed = useRef(given)
  const hand = useEffectEvent(() => {
    if (handed.current !== inTray && known !== inTray) onFiles(ready)
    handed.current = inTray
  })
  useEffect(() => hand(), [inTray])
  return {
    items,
    ready,
    isPreparing: items.some(isPreparing),
    onAdd(chosen: readonly File[]) {
      loadAddFiles().then(
        ({ addFiles }) => addFiles(chosen, { owner, userId, count: items.length, update: setItems }),
        () => toast.error('Network error occurred. Please try again.'),
      )
    },
    onRemove: (key: string) => setItems((all) => all.filter((item) => item.key !== key)),
    sent: () => setItems((all) => all.filter(({ error }) => error !== null)),
  }
}

const itemsOf = (files: readonly AttachedFile[]): readonly TrayItem[] =>
  files.map((file) => ({ key: file.hash, file, error: null }))

const hashesOf = (files: readonly AttachedFile[]): string => files.map(({ hash }) => hash).join()
