// The photos and PDF files of a record in its form: a dashed tile to choose them by, and what was chosen. They are made small
// on the device and uploaded while the form is filled in.

import { Camera, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { type AttachedFile, fileLimits, fileTypes } from '#core/kernel/files.ts'
import { deviceUploads, uploadProgress } from '#web/platform/outbox/deviceUploads.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import type { FileOwner } from '#web/records/files/addFiles.ts'
import { ChosenFile } from '#web/records/files/ChosenFile.tsx'
import { sizeText } from '#web/records/files/pdf.ts'
import { useDroppedFiles } from '#web/records/files/useDroppedFiles.ts'
import { type RecordInViewer, useRecordPhotos } from '#web/records/files/useRecordPhotos.tsx'
import { type Tray, useTray } from '#web/records/files/useTray.ts'

export interface FilesFieldProps {
  /** What they are called together: 'Receipts'. */
  label: string
  /** On the tile while there are none: 'Photo of the receipt'. */
  prompt: string
  owner: FileOwner
  files: readonly AttachedFile[]
  onFiles: (files: readonly AttachedFile[]) => void
  /** While it is true, the form cannot be sent. */
  onPreparing: (isPreparing: boolean) => void
  /** Hashes of those that the record has already. */
  stored: readonly string[]
  record: RecordInViewer
}

const tile =
  'grid place-content-center justify-items-center gap-1.5 rounded-field border-[1.5px] border-dashed border-line-strong p-2.5 text-center text-secondary text-muted hover:bg-surface-2'

export function FilesField({ label, prompt, stored, record, onPreparing, ...options }: FilesFieldProps) {
  const tray = useTray(options)
  const { items, ready, isPreparing, onAdd, onRemove } = tray
  const prepare = useEffectEvent(onPreparing)
  useEffect(() => {
    prepare(isPreparing)
    return () => prepare(false)
  }, [isPreparing])
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { openFile, viewer } = useRecordPhotos(ready, record)
  const isInFront = () => box.current!.offsetParent !== null && !box.current!.closest('[inert]')
  useDroppedFiles(isInFront, /^image\/|^application\/pdf$/, onAdd)
  const userId = useMyId()
  const chosenBefore = useEffectEvent(() => ready)
  useEffect(() => {
    for (const { hash } of chosenBefore()) void deviceUploads.upload(userId, hash)
  }, [userId])
  const choose = () => input.current!.click()
  return (
    <div ref={box} role="group" aria-label={label}>
      {items.length === 0 ? (
        <button type="button" onClick={choose} className={`${tile} min-h-24 w-full`}>
          <Camera aria-hidden className="size-6" />
          <span>
            <span className="block font-semibold text-primary">{prompt}</span>
            <span className="block">Take one, choose one, or paste</span>
          </span>
        </button>
      ) : (
        <div className="flex flex-wrap gap-2.5">
          <ul aria-label={label} className="contents">
            {items.map((item, index) => (
              <ChosenFile
                key={item.key}
                item={item}
                place={index + 1}
                isStored={item.file !== null && stored.includes(item.file.hash)}
                {...(item.file && { onOpen: () => openFile(item.file!) })}
                onRemove={() => onRemove(item.key)}
              />
            ))}
          </ul>
          {items.length < fileLimits.ofRecord && (
            <button type="button" onClick={choose} className={`${tile} size-24 p-1! max-[359px]:size-20`}>
              <Plus aria-hidden className="size-5" />
              <span>One more</span>
            </button>
          )}
          <Summary tray={tray} stored={stored} />
        </div>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={`image/*,${fileTypes.at(-1)}`}
        onChange={({ currentTarget }) => {
          onAdd([...(currentTarget.files ?? [])])
          // The same photo can be chosen again.
          currentTarget.value = ''
        }}
      />
      {viewer}
    </div>
  )
}

/** Of those that the record does not have yet. */
function Summary({ tray: { items, ready }, stored }: { tray: Tray; stored: readonly string[] }) {
  const progress = useSnapshot(uploadProgress)
  const added = ready.filter(({ hash }) => !stored.includes(hash))
  const refused = items.find(({ error }) => error !== null)
  const arePhotos = added.every(({ width }) => width !== null)
  const parts = added.map(({ hash }) => progress[hash])
  const title = parts.includes(undefined)
    ? 'Waits for a connection'
    : parts.every((part) => part === 1)
      ? 'Ready'
      : 'On its way'
  return (
    <div role="status" className="min-w-36 flex-1 self-center">
      {refused ? (
        <p className="text-secondary text-danger">{refused.error}</p>
      ) : (
        added.length > 0 && (
          <>
            <p className="text-secondary font-medium">{title}</p>
            <p className="text-meta text-muted">
              {`${sizeText(added.reduce((sum, { bytes }) => sum + bytes, 0))}${arePhotos ? ', made small on this device' : ''}. You can save now.`}
            </p>
          </>
        )
      )}
    </div>
  )
}
