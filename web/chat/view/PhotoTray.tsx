// The photos that were chosen for the next message, above its caption. Photos can also be pasted and dropped.

import { Check, CircleAlert, Clock, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useSnapshot } from 'valtio'
import { PartSent, sizeText } from '#web/chat/view/PhotoGrid.tsx'
import { type TrayItem, isPreparing, readyFiles } from '#web/chat/view/trayItem.ts'
import { formatCount } from '#core/kernel/format.ts'
import { deviceUploads, uploadProgress } from '#web/platform/outbox/deviceUploads.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { classes } from '#web/ui/classes.ts'
import { Spinner } from '#web/ui/buttons/Spinner.tsx'
import { usePhotoUrl } from '#web/records/files/usePhotoUrl.ts'

interface PhotoTrayProps {
  items: readonly TrayItem[]
  onAdd: (chosen: readonly File[]) => void
  onRemove: (key: string) => void
}

export function PhotoTray({ items, onAdd, onRemove }: PhotoTrayProps) {
  useDroppedPhotos(onAdd)
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
          <li
            key={item.key}
            className="relative size-24 shrink-0 overflow-hidden rounded-[14px] bg-surface-2 max-[359px]:size-20"
          >
            <Chosen item={item} place={index + 1} />
            <button
              type="button"
              aria-label={`Take photo ${index + 1} out`}
              onClick={() => onRemove(item.key)}
              className="absolute end-0 top-0 flex size-11 items-start justify-end p-1.5"
            >
              <span className="flex size-6 items-center justify-center rounded-full bg-[#0a1010]/75 text-[#fff]">
                <X aria-hidden className="size-3.5" strokeWidth={2.6} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="flex-1 self-end py-1 text-meta text-muted">
        {refused ? refused.error : sendable}
      </p>
    </div>
  )
}

const summaryOf = (ready: readonly { bytes: number }[]) =>
  `${formatCount(ready.length, 'photo')}, ${sizeText(ready.reduce((sum, { bytes }) => sum + bytes, 0))}. You can send now, the rest follows by itself.`

function Chosen({ item: { file, error }, place }: { item: TrayItem; place: number }) {
  return (
    <>
      {file && <SmallPhoto hash={file.hash} label={`Photo ${place}`} />}
      {error !== null ? (
        <State>
          <CircleAlert aria-hidden className="size-3.5" />
          <span>Not sent</span>
        </State>
      ) : file ? (
        <Sent hash={file.hash} />
      ) : (
        <span className="flex size-full items-center justify-center text-muted">
          <Spinner />
          <span className="sr-only">{`Photo ${place} is made small`}</span>
        </span>
      )}
    </>
  )
}

function SmallPhoto({ hash, label }: { hash: string; label: string }) {
  const { url } = usePhotoUrl(hash, true)
  return url !== null && <img src={url} alt={label} className="size-full object-cover" />
}

function Sent({ hash }: { hash: string }) {
  const part = useSnapshot(uploadProgress)[hash]
  const isReady = part === 1
  return (
    <State>
      {part === undefined ? (
        <Clock aria-hidden className="size-3.5" />
      ) : isReady ? (
        <Check aria-hidden className="size-3.5" strokeWidth={2.6} />
      ) : (
        <PartSent part={part} />
      )}
      {(part === undefined || isReady) && <span>{isReady ? 'Ready' : 'Waiting'}</span>}
    </State>
  )
}

function State({ children }: { children: React.ReactNode }) {
  return (
    <span className="absolute start-1.5 bottom-1.5 flex min-h-5.5 max-w-[calc(100%-12px)] items-center gap-1 rounded-full bg-[#0a1010]/75 px-1.75 text-meta font-semibold text-[#fff] tabular-nums">
      {children}
    </span>
  )
}

/** Anywhere in the page while the conversation is open. */
function useDroppedPhotos(onAdd: (chosen: readonly File[]) => void): void {
  const add = useEffectEvent((data: DataTransfer | null, event: Event) => {
    const photos = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    // Not while a dialog is above the conversation.
    const isCovered = document.querySelector('[data-foot=composer]')?.closest('[inert]')
    if (photos.length === 0 || isCovered) return
    event.preventDefault()
    onAdd(photos)
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('paste', (event) => add(event.clipboardData, event), { signal })
    document.addEventListener('drop', (event) => add(event.dataTransfer, event), { signal })
    // Otherwise the browser opens the file.
    const accept = (event: DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault()
    document.addEventListener('dragover', accept, { signal })
    return () => listening.abort()
  }, [])
}
