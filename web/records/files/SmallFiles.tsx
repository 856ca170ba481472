// The buttons of RecordFiles, with the code that loads photos.

import type { AttachedFile } from '#core/kernel/files.ts'
import { FileThumb } from '#web/records/files/ChosenFile.tsx'
import { sizeText } from '#web/records/files/pdf.ts'
import { type RecordInViewer, useRecordPhotos } from '#web/records/files/useRecordPhotos.tsx'

interface SmallFilesProps {
  files: readonly AttachedFile[]
  record: RecordInViewer
}

export function SmallFiles({ files, record }: SmallFilesProps) {
  const { openFile, viewer } = useRecordPhotos(files, record)
  return (
    <div className="flex flex-wrap gap-2">
      {files.map((file, index) => (
        <button
          key={file.hash}
          type="button"
          aria-label={
            file.type === 'application/pdf'
              ? `Save the PDF, ${sizeText(file.bytes)}`
              : `Open photo ${index + 1} of ${files.length}`
          }
          onClick={() => openFile(file)}
          className="size-18 overflow-hidden rounded-[14px] bg-surface-2"
        >
          <FileThumb file={file} label="" />
        </button>
      ))}
      {viewer}
    </div>
  )
}
