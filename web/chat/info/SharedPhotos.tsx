// The photos of a conversation among the messages that this device holds, the newest first; a press opens them in full
// screen.

import { createElement, useState } from 'react'
import { type FoundPhoto, usePhotosOnDevice } from '#web/chat/state/messagesOnDevice.ts'
import { formatCount } from '#web/platform/time/format.ts'
import type { ViewedPhoto } from '#web/records/files/PhotoViewer.tsx'
import { usePhotoUrl } from '#web/records/files/usePhotoUrl.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { createLazyCode } from '#web/ui/lazyCode.ts'

const usePhotoViewer = createLazyCode(
  async () => (await import('#web/records/files/PhotoViewer.tsx')).PhotoViewer,
)

interface SharedPhotosProps {
  conversationId: string
  myId: string
  /** In a dialog they are loaded when it opens; in a column, which is always open, when the pointer or focus is there. */
  isOnCards: boolean
}

/** A row in a dialog, two in a column. */
const [IN_ROW, IN_COLUMN] = [4, 8]

export function SharedPhotos({ conversationId, myId, isOnCards }: SharedPhotosProps) {
  const photos = usePhotosOnDevice(conversationId)
  const [showsAll, setShowsAll] = useState(false)
  const [isWanted, setWanted] = useState(isOnCards)
  const [opened, setOpened] = useState<FoundPhoto | null>(null)
  const Viewer = usePhotoViewer()
  const atFirst = isOnCards ? IN_ROW : IN_COLUMN
  const want = () => setWanted(true)
  return (
    <div onPointerEnter={want} onFocus={want}>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
        <h2 className="font-semibold">Photos</h2>
        {photos.length > atFirst && (
          <Button variant="quiet" size="sm" className="-me-3" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'See fewer' : `All ${photos.length}`}
          </Button>
        )}
      </div>
      {photos.length === 0 ? (
        <p className="text-secondary text-muted">Photos you send stand here</p>
      ) : (
        <ul
          aria-label={formatCount(photos.length, 'photo')}
          className="mt-1.5 grid grid-cols-4 gap-1.5 [content-visibility:auto]"
        >
          {(showsAll ? photos : photos.slice(0, atFirst)).map((photo) => (
            <li key={`${photo.message.id} ${photo.file.hash}`} className="flex">
              <Thumb {...{ photo, myId, isWanted }} onOpen={() => setOpened(photo)} />
            </li>
          ))}
        </ul>
      )}
      {opened &&
        Viewer &&
        createElement(Viewer, {
          photos: photos.toReversed().map((photo) => toViewed(photo, myId)),
          startsAt: photos.length - 1 - photos.indexOf(opened),
          onClose: () => setOpened(null),
        })}
    </div>
  )
}

const toViewed = ({ message, file }: FoundPhoto, myId: string): ViewedPhoto => ({
  file,
  group: message.id,
  title: message.sender.username,
  of: fromWhom(message, myId),
  sent: { by: message.sender.id, at: message.created_at },
  caption: message.content,
})

const fromWhom = ({ sender: { id, username } }: FoundPhoto['message'], myId: string): string =>
  `from ${id === myId ? 'you' : username}`

interface ThumbProps {
  photo: FoundPhoto
  myId: string
  isWanted: boolean
  onOpen: () => void
}

function Thumb({ photo: { message, file }, myId, isWanted, onOpen }: ThumbProps) {
  const { url } = usePhotoUrl(file.hash, isWanted)
  const shown = url ?? file.thumb
  return (
    <button
      type="button"
      aria-label={`Photo ${fromWhom(message, myId)}. Open`}
      onClick={onOpen}
      className="aspect-square w-full overflow-hidden rounded-field bg-surface-2"
    >
      {shown !== null && (
        <img
          src={shown}
          alt=""
          draggable={false}
          className={classes('size-full object-cover', url === null && 'scale-105 blur-xs')}
        />
      )}
    </button>
  )
}
