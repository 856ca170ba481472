// Opens the photos of a record in full screen and saves its PDF files.

import { useState } from 'react'
import type { AttachedFile } from '#core/kernel/files.ts'
import { LazyPhotoViewer } from '#web/records/files/LazyPhotoViewer.ts'
import type { ViewedPhoto } from '#web/records/files/PhotoViewer.tsx'
import { savePdf, sizeText } from '#web/records/files/pdf.ts'

/** What the viewer says of the record. */
export interface RecordInViewer extends Pick<ViewedPhoto, 'title' | 'caption'> {
  id: string
}

/** @returns `openFile` for the button of each, and the viewer */
export function useRecordPhotos(files: readonly AttachedFile[], { id, title, caption }: RecordInViewer) {
  const [opened, setOpened] = useState<{ startsAt: number; isOpen: boolean } | null>(null)
  const photos = files
    .filter(({ type }) => type !== 'application/pdf')
    .map((file) => ({
      ...{ file, group: id, title, of: `of ${title}`, caption },
      note: sizeText(file.bytes),
    }))
  return {
    openFile(file: AttachedFile) {
      if (file.type === 'application/pdf') return void savePdf(file)
      setOpened({ startsAt: photos.findIndex((photo) => photo.file.hash === file.hash), isOpen: true })
    },
    viewer: opened && (
      <LazyPhotoViewer
        open={opened.isOpen}
        onClose={() => setOpened({ ...opened, isOpen: false })}
        photos={photos}
        startsAt={opened.startsAt}
      />
    ),
  }
}
