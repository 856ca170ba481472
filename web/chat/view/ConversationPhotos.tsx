// The photos of a conversation in full screen, from the one that was pressed.

import { type ComponentType, use, useEffect, useState } from 'react'
import type { MessageRow, Row } from '#web/chat/engine/timeline/timelineRows.ts'
import { type ChatPhoto, PhotoActions } from '#web/records/files/photoActions.ts'
import { type ViewedPhoto, PhotoViewer } from '#web/records/files/PhotoViewer.tsx'

interface ConversationPhotosProps {
  /** Null where the conversation belongs to no trip. */
  tripId: string | null
  rows: readonly Row[]
  /** Null: closed. */
  opened: OpenedPhoto | null
  onClose: () => void
}

export interface OpenedPhoto {
  row: MessageRow
  hash: string
}

export function ConversationPhotos({ tripId, rows, opened, onClose }: ConversationPhotosProps) {
  const load = use(PhotoActions)
  const [Actions, setActions] = useState<ComponentType<ChatPhoto> | null>(null)
  const isWanted = opened !== null && tripId !== null
  useEffect(() => {
    // Without them photos are seen all the same; the next one tries again.
    if (isWanted)
      load?.().then(
        (actions) => setActions(() => actions),
        () => undefined,
      )
  }, [isWanted, load])
  if (!opened) return null
  const photos = rows.flatMap((row) => (row.type === 'message' ? photosOf(row) : []))
  const startsAt = photos.findIndex(
    ({ group, file }) => group === opened.row.key && file.hash === opened.hash,
  )
  const actionsOf = ({ file, sent }: ViewedPhoto) =>
    Actions && tripId !== null && sent && <Actions {...{ tripId, file }} at={sent.at} sentBy={sent.by} />
  return (
    startsAt >= 0 && <PhotoViewer photos={photos} startsAt={startsAt} onClose={onClose} actions={actionsOf} />
  )
}

const photosOf = ({ key, files, sender, isOwn, at, content }: MessageRow): ViewedPhoto[] =>
  files
    .filter(({ type }) => type !== 'application/pdf')
    .map((file) => ({
      ...{ file, group: key, sent: { by: sender.id, at }, caption: content },
      title: sender.username,
      of: `from ${isOwn ? 'you' : sender.username}`,
    }))
