// Photos in full screen, dark in both themes: a swipe or an arrow key to the next one, a pinch or a double tap to zoom, down,
// Escape and Back to close.

import { Dialog as HeadlessDialog, DialogPanel, DialogTitle } from '@headlessui/react'
import { ChevronLeft, ChevronRight, Download, Share, X, ZoomIn } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AttachedFile } from '#core/kernel/files.ts'
import { locale } from '#core/kernel/format.ts'
import { saveFile } from '#web/platform/page/saveFile.ts'
import { formatClock } from '#web/platform/time/format.ts'
import { photoBlob, usePhotoUrl } from '#web/records/files/usePhotoUrl.ts'
import { useZoom } from '#web/records/files/useZoom.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { Spinner } from '#web/ui/buttons/Spinner.tsx'
import { classes } from '#web/ui/classes.ts'
import { useAbovePanes } from '#web/ui/dialogs/layers.ts'
import { useBackCloses } from '#web/ui/dialogs/useBackCloses.ts'
import { useDialogFocus } from '#web/ui/dialogs/useDialogFocus.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

export interface ViewedPhoto {
  file: AttachedFile
  /** Of the message or record that it is in: those of one are counted together. */
  group: string
  /** Who sent it, or what it is a receipt of. */
  title: string
  /** For screen readers: 'from dave', 'of Dinner'. */
  of: string
  /** Of a message: the face stands before the title, and the time (RFC 3339) below it; else its place among the others does. */
  sent?: { by: string; at: string }
  caption: string
  /** Below the caption. */
  note?: string
}

interface PhotoViewerProps {
  /** In their order. A change while it is open has no effect. */
  photos: readonly ViewedPhoto[]
  /** Of the photo that it opens with. */
  startsAt: number
  onClose: () => void
  /** What can be done with the one that is shown. */
  actions?: (photo: ViewedPhoto) => ReactNode
}

/** Over 80 lines, because it connects the bar, the photos and the keys. */
export function PhotoViewer({ photos: given, startsAt, onClose, actions }: PhotoViewerProps) {
  const [photos] = useState(given)
  const [index, setIndex] = useState(startsAt)
  const [isZoomed, setZoomed] = useState(false)
  const track = useRef<HTMLDivElement>(null)
  const { shown, panel } = useDialogFocus(true)
  useAbovePanes(shown)
  useBackCloses(shown, onClose)
  const photo = photos[index]!
  const ofGroup = photos.filter(({ group }) => group === photo.group)
  const place = ofGroup.indexOf(photo)
  const title = `Photo ${place + 1} of ${ofGroup.length} ${photo.of}`

  const scrollTo = (to: number, behavior: ScrollBehavior) =>
    track.current?.scrollTo({ left: to * track.current.clientWidth, behavior })
  const go = (step: number) => {
    const to = Math.max(0, Math.min(photos.length - 1, index + step))
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    setZoomed(false)
    scrollTo(to, isCalm ? 'instant' : 'smooth')
  }
  // In its place before the first paint, and after the window is turned.
  const latest = useRef(index)
  useEffect(() => void (latest.current = index), [index])
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  useLayoutEffect(() => {
    if (!element) return undefined
    const place = () => scrollTo(latest.current, 'instant')
    const observer = new ResizeObserver(place)
    observer.observe(element)
    place()
    return () => observer.disconnect()
  }, [element])

  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      go(step)
    }
    if (event.key === '+' || event.key === '-') setZoomed(event.key === '+')
  }
  const name = `photo-${photo.sent?.at.slice(0, 16).replace(/\D/g, '-') ?? photo.file.hash.slice(0, 12)}.jpg`
  const blob = () =>
    photoBlob(photo.file.hash).catch(() => {
      toast.error('Network error occurred. Please try again.')
    })
  const save = async () => {
    const bytes = await blob()
    if (bytes) saveFile(name, photo.file.type, new Uint8Array(await bytes.arrayBuffer()))
  }
  const share = async () => {
    const bytes = await blob()
    const files = bytes && [new File([bytes], name, { type: photo.file.type })]
    // Closed again, or the browser shares none after all: it can be saved.
    if (files) await navigator.share({ files }).catch(() => undefined)
  }

  return (
    <HeadlessDialog open={shown} onClose={onClose} className="visible-area z-40">
      <DialogPanel
        ref={panel}
        onKeyDown={press}
        className="absolute inset-0 flex flex-col bg-[#0a0f10] pt-safe text-[#fff] scheme-dark"
      >
        <div className="flex min-h-15 shrink-0 items-center gap-1 px-1">
          <IconButton label="Close" icon={X} onClick={onClose} className={barButton} />
          {photo.sent && <Avatar id={photo.sent.by} name={photo.title} size="sm" />}
          <div className="min-w-0 flex-1 ps-2">
            <p className="truncate leading-5 font-semibold">
              <bdi>{photo.title}</bdi>
            </p>
            <p className="text-meta text-[#a9b7b5]">
              {photo.sent ? timeText(photo.sent.at) : `${place + 1} of ${ofGroup.length}`}
            </p>
          </div>
          <DialogTitle tabIndex={-1} className="sr-only" aria-live="polite">
            {title}
          </DialogTitle>
          <IconButton
            label={isZoomed ? 'Whole photo' : 'Zoom in'}
            icon={ZoomIn}
            onClick={() => setZoomed(!isZoomed)}
            className={classes(barButton, finePointer)}
          />
          {'share' in navigator && (
            <IconButton label="Share" icon={Share} onClick={() => void share()} className={barButton} />
          )}
          <IconButton label="Save" icon={Download} onClick={() => void save()} className={barButton} />
        </div>
        <div className="relative min-h-0 flex-1">
          <div
            ref={(box) => {
              track.current = box
              setElement(box)
            }}
            dir="ltr"
            role="group"
            aria-label="Photos"
            // Focusable, so that the arrow keys scroll it.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
              const next = Math.round(scrollLeft / clientWidth)
              if (next !== index && photos[next]) setIndex(next)
            }}
            className={classes(
              'flex size-full snap-x snap-mandatory scrollbar-none',
              isZoomed ? 'overflow-hidden' : 'overflow-x-auto',
            )}
          >
            {photos.map((one, at) => (
              <div
                key={`${one.group} ${one.file.hash}`}
                className="size-full shrink-0 snap-center snap-always"
              >
                {Math.abs(at - index) <= 1 && (
                  <Slide
                    photo={one}
                    isZoomed={isZoomed && at === index}
                    onZoom={setZoomed}
                    onClose={onClose}
                  />
                )}
              </div>
            ))}
          </div>
          {index > 0 && (
            <IconButton
              label="Previous photo"
              icon={ChevronLeft}
              onClick={() => go(-1)}
              className={classes(sideButton, finePointer, 'left-2')}
            />
          )}
          {index < photos.length - 1 && (
            <IconButton
              label="Next photo"
              icon={ChevronRight}
              onClick={() => go(1)}
              className={classes(sideButton, finePointer, 'right-2')}
            />
          )}
        </div>
        <div className="grid shrink-0 gap-3.5 px-4 pt-1 pb-safe-5">
          {ofGroup.length > 1 && <Dots count={ofGroup.length} at={place} />}
          {photo.caption !== '' && (
            <p className="max-h-24 overflow-y-auto leading-5.5 whitespace-pre-wrap wrap-anywhere">
              <bdi>{photo.caption}</bdi>
              {photo.note !== undefined && (
                <span className="block text-meta text-[#a9b7b5]">{photo.note}</span>
              )}
            </p>
          )}
          {actions?.(photo)}
        </div>
      </DialogPanel>
    </HeadlessDialog>
  )
}

/** For a dialog that is loaded late. */
export const PhotoViewerDialog = ({ open, ...props }: PhotoViewerProps & { open: boolean }) =>
  open && <PhotoViewer {...props} />

/** 'Thu 19 Nov, 15:12' */
function timeText(at: string): string {
  const date = new Date(at)
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' })
  return `${day.format(date)}, ${formatClock(date)}`
}

const barButton = 'text-[#fff]! hover:bg-[#fff]/10'
const sideButton = 'absolute top-[calc(50%-22px)] bg-[#0a1010]/70 text-[#fff]! hover:bg-[#0a1010]'
/** Fingers swipe and pinch; screen readers have the button all the same. */
const finePointer = 'pointer-coarse:sr-only'

function Dots({ count, at }: { count: number; at: number }): ReactNode {
  return (
    <div aria-hidden className="flex h-6 items-center justify-center gap-1.75">
      {Array.from({ length: count }, (_, index) => (
        <span
          key={index}
          className={classes('h-1.75 rounded-full', index === at ? 'w-5 bg-[#fff]' : 'w-1.75 bg-[#fff]/42')}
        />
      ))}
    </div>
  )
}

interface SlideProps {
  photo: ViewedPhoto
  isZoomed: boolean
  onZoom: (isZoomed: boolean) => void
  onClose: () => void
}

function Slide({ photo: { file, caption, of }, isZoomed, onZoom, onClose }: SlideProps) {
  const { state, url, retry } = usePhotoUrl(file.hash, true)
  const slide = useRef<HTMLDivElement>(null)
  useZoom(slide, { isZoomed, onZoom, onDown: onClose })
  const shown = url ?? file.thumb
  return (
    <div
      ref={slide}
      className={classes(
        'relative flex size-full items-center justify-center overflow-hidden',
        isZoomed ? 'touch-none' : 'touch-pan-x',
      )}
    >
      {shown !== null && (
        <img
          src={shown}
          alt={caption === '' ? `Photo ${of}` : caption}
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          draggable={false}
          className="max-h-full w-auto max-w-full object-contain select-none [-webkit-touch-callout:none]"
        />
      )}
      {state === 'loading' && (
        <span className="absolute">
          <Spinner />
        </span>
      )}
      {state === 'failed' && (
        <button
          type="button"
          onClick={retry}
          className="absolute min-h-11 rounded-full bg-[#0a1010]/80 px-4 font-semibold"
        >
          Load again
        </button>
      )}
    </div>
  )
}
