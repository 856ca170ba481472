// A chosen photo or PDF file as a square: how far it is sent, whether it was refused, and a button that takes it out.

import { Check, CircleAlert, Clock, FileText, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { AttachedFile } from '#core/kernel/files.ts'
import { uploadProgress } from '#web/platform/outbox/deviceUploads.ts'
import { PartSent } from '#web/records/files/PartSent.tsx'
import { sizeText } from '#web/records/files/pdf.ts'
import type { TrayItem } from '#web/records/files/trayItem.ts'
import { usePhotoUrl } from '#web/records/files/usePhotoUrl.ts'
import { Spinner } from '#web/ui/buttons/Spinner.tsx'
import { classes } from '#web/ui/classes.ts'

interface ChosenFileProps {
  item: TrayItem
  /** From 1. */
  place: number
  /** The server has had it before: nothing is said of its upload. */
  isStored?: boolean
  onOpen?: () => void
  onRemove: () => void
}

export function ChosenFile({ item, place, isStored = false, onOpen, onRemove }: ChosenFileProps) {
  const { file, error } = item
  const label = `${file?.type === 'application/pdf' ? 'PDF' : 'Photo'} ${place}`
  return (
    <li className="relative size-24 shrink-0 overflow-hidden rounded-[14px] bg-surface-2 max-[359px]:size-20">
      {file && <Opened {...{ file, place, label, onOpen }} />}
      {error !== null ? (
        <State>
          <CircleAlert aria-hidden className="size-3.5" />
          <span>Not sent</span>
        </State>
      ) : file ? (
        !isStored && <Sent hash={file.hash} />
      ) : (
        <span className="flex size-full items-center justify-center text-muted">
          <Spinner />
          <span className="sr-only">{`Photo ${place} is made small`}</span>
        </span>
      )}
      <button
        type="button"
        aria-label={`Take ${label.replace(/^Photo/, 'photo')} out`}
        onClick={onRemove}
        className="absolute end-0 top-0 flex size-11 items-start justify-end p-1.5"
      >
        <span className="flex size-6 items-center justify-center rounded-full bg-[#0a1010]/75 text-[#fff]">
          <X aria-hidden className="size-3.5" strokeWidth={2.6} />
        </span>
      </button>
    </li>
  )
}

interface OpenedProps {
  file: AttachedFile
  place: number
  label: string
  onOpen: (() => void) | undefined
}

const Opened = ({ file, place, label, onOpen }: OpenedProps) =>
  onOpen ? (
    <button
      type="button"
      aria-label={
        file.type === 'application/pdf' ? `Save the PDF, ${sizeText(file.bytes)}` : `Open photo ${place}`
      }
      onClick={onOpen}
      className={classes(
        'block size-full focus-visible:outline-offset-[-3px]',
        file.type === 'application/pdf' && 'pb-5',
      )}
    >
      <FileThumb file={file} label="" />
    </button>
  ) : (
    <FileThumb file={file} label={label} />
  )

/** @param label '' where a button around it says more */
export function FileThumb({ file, label }: { file: AttachedFile; label: string }) {
  const isPdf = file.type === 'application/pdf'
  const { url } = usePhotoUrl(file.hash, !isPdf)
  if (isPdf)
    return (
      <span className="grid size-full content-center justify-items-center gap-1 text-meta text-muted">
        <FileText aria-hidden className="size-6" />
        <span>{`PDF, ${sizeText(file.bytes)}`}</span>
      </span>
    )
  const shown = url ?? file.thumb
  return shown !== null && <img src={shown} alt={label} className="size-full object-cover" />
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

function State({ children }: { children: ReactNode }) {
  return (
    <span className="pointer-events-none absolute start-1.5 bottom-1.5 flex min-h-5.5 max-w-[calc(100%-12px)] items-center gap-1 rounded-full bg-[#0a1010]/75 px-1.75 text-meta font-semibold text-[#fff] tabular-nums">
      {children}
    </span>
  )
}
