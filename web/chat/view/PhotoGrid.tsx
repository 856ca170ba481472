// The photos of a message as a grid: each is a button that opens it.

import { Clock, FileText, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { AttachedFile } from '#core/kernel/files.ts'
import type { MessageRow } from '#web/chat/engine/timeline/timelineRows.ts'
import { whenInView } from '#web/chat/view/photosInView.ts'
import { uploadProgress } from '#web/platform/outbox/deviceUploads.ts'
import { PartSent } from '#web/records/files/PartSent.tsx'
import { savePdf, sizeText } from '#web/records/files/pdf.ts'
import { usePhotoUrl } from '#web/records/files/usePhotoUrl.ts'
import { classes } from '#web/ui/classes.ts'

export interface PhotoGridProps {
  row: MessageRow
  isTabStop: boolean
  onOpenPhoto: (row: MessageRow, hash: string) => void
}

const MAX_SHOWN = 4

const grids = [
  '',
  '',
  'grid-cols-2',
  'grid-cols-[1.62fr_1fr] grid-rows-2 *:first:row-span-2',
  'grid-cols-2 grid-rows-2',
]

export function PhotoGrid({ row, isTabStop, onOpenPhoto }: PhotoGridProps) {
  const { files } = row
  const rest = files.length - MAX_SHOWN
  return (
    <div
      className={classes(
        'grid size-full gap-0.75 *:min-h-0 *:min-w-0',
        grids[Math.min(files.length, MAX_SHOWN)],
      )}
    >
      {files.slice(0, MAX_SHOWN).map((file, index) => (
        <Tile
          key={file.hash}
          row={row}
          file={file}
          label={`${placeOf(index, files.length)} from ${row.isOwn ? 'you' : row.sender.username}`}
          rest={index === MAX_SHOWN - 1 ? rest : 0}
          isTabStop={isTabStop}
          onOpen={() => onOpenPhoto(row, file.hash)}
        />
      ))}
    </div>
  )
}

const placeOf = (index: number, count: number) => (count === 1 ? 'Photo' : `Photo ${index + 1} of ${count}`)

interface TileProps {
  row: MessageRow
  file: AttachedFile
  label: string
  /** How many more there are. */
  rest: number
  isTabStop: boolean
  onOpen: () => void
}

function Tile({ row, file, label, rest, isTabStop, onOpen }: TileProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isWanted, setWanted] = useState(false)
  const { state, url, retry } = usePhotoUrl(file.hash, isWanted)
  const isPending = row.seq === null
  useEffect(
    // What waits on this device costs nothing.
    () => whenInView(button.current!, isPending ? 0 : file.bytes, () => setWanted(true)),
    [file, isPending],
  )
  const isPdf = file.type === 'application/pdf'
  const hasFailed = isWanted && state === 'failed'
  return (
    <button
      ref={button}
      type="button"
      data-photo
      tabIndex={isTabStop ? 0 : -1}
      aria-label={
        isPdf
          ? `Save the PDF, ${sizeText(file.bytes)}`
          : hasFailed
            ? `${label}. Load again`
            : `${label}. Open`
      }
      onClick={isPdf ? () => void savePdf(file) : hasFailed ? retry : onOpen}
      className="relative overflow-hidden focus-visible:outline-offset-[-3px]"
    >
      {file.thumb !== null && url === null && (
        <img src={file.thumb} alt="" draggable={false} className="size-full scale-105 object-cover blur-xs" />
      )}
      {url !== null && !isPdf && (
        <img src={url} alt="" draggable={false} className="size-full object-cover" />
      )}
      {isPdf && (
        <span className="flex items-center justify-center gap-2 px-3">
          <FileText aria-hidden className="size-5" />
          <span>{`PDF, ${sizeText(file.bytes)}`}</span>
        </span>
      )}
      {hasFailed && (
        <span className="absolute inset-0 flex items-center justify-center">
          <span className="flex min-h-8 items-center gap-1.5 rounded-full bg-[#0a1010]/80 px-3 text-secondary font-semibold text-[#fff]">
            <RotateCw aria-hidden className="size-4" />
            <span>Load</span>
          </span>
        </span>
      )}
      {isPending && row.status !== 'refused' && (
        <OnItsWay hash={file.hash} isWaiting={row.status === 'waiting'} />
      )}
      {rest > 0 && (
        <span className="absolute inset-0 flex items-center justify-center bg-[#0a1010]/55 text-section font-semibold text-[#fff]">
          {`+${rest}`}
        </span>
      )}
    </button>
  )
}

/** Over a photo that the server does not have yet. */
function OnItsWay({ hash, isWaiting }: { hash: string; isWaiting: boolean }) {
  const part = useSnapshot(uploadProgress)[hash]
  if (part === 1 || (part === undefined && !isWaiting)) return null
  return (
    <span className="absolute inset-0 flex items-center justify-center bg-[#0a1010]/40">
      <span className="flex min-h-8 items-center gap-1.5 rounded-full bg-[#0a1010]/80 px-3 text-secondary font-semibold text-[#fff] tabular-nums">
        {part === undefined ? (
          <>
            <Clock aria-hidden className="size-4" />
            <span>Waiting</span>
          </>
        ) : (
          <PartSent part={part} />
        )}
      </span>
    </span>
  )
}
