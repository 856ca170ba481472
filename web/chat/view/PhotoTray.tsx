// The photos that were chosen for the next message, above its caption. Photos can also be pasted and dropped.

import { useEffect, useEffectEvent } from 'react'
import { formatCount } from '#core/kernel/format.ts'
import { deviceUploads } from '#web/platform/outbox/deviceUploads.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { ChosenFile } from '#web/records/files/ChosenFile.tsx'
import { sizeText } from '#web/records/files/pdf.ts'
import { type TrayItem, isPreparing, readyFiles } from '#web/records/files/trayItem.ts'
import { useDroppedFiles } from '#web/records/files/useDroppedFiles.ts'
import { classes } from '#web/ui/classes.ts'

interface PhotoTrayProps {
  items: readonly TrayItem[]
  onAdd: (chosen: readonly File[]) => void
  onRemove: (key: string) => void
}

export function PhotoTray({ items, onAdd, onRemove }: PhotoTrayProps) {
  useDroppedFiles(isInFront, /^image\//, onAdd)
  const userId = useMyId()
  const chosenBefore = useEffectEvent(() => readyFiles(items))
  useEffect(() => {
    for (const { hash } of chosenBefore()) void deviceUploads.upload(userId, hash)
  }, [userId])
  if (items.length === 0) return null
  const ready = readyFiles(items)
  const refused = items.find(({ error }) => error !== null)
  const sendable = items.some(isPreparing)
    ? `${ready.length} of ${formatCount(items.length, 'photo')} ready`
    : summaryOf(ready)
  return (
    <div className={classes('page-width gap-2 gutter pt-3 pb-1', items.length < 3 && 'flex')}>
      <ul aria-label={`${formatCount(items.length, 'photo')} chosen`} className="flex gap-2 overflow-x-auto">
        {items.map((item, index) => (
          <ChosenFile key={item.key} item={item} place={index + 1} onRemove={() => onRemove(item.key)} />
        ))}
      </ul>
      <p role="status" className="flex-1 self-end py-1 text-meta text-muted">
        {refused ? refused.error : sendable}
      </p>
    </div>
  )
}

// Not while a dialog is above the conversation.
const isInFront = () => !document.querySelector('[data-foot=composer]')?.closest('[inert]')

const summaryOf = (ready: readonly { bytes: number }[]) =>
  `${formatCount(ready.length, 'photo')}, ${sizeText(ready.reduce((sum, { bytes }) => sum + bytes, 0))}. You can send now, the rest follows by itself.`
