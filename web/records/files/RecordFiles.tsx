// The photos and PDF files of a record, small: each is a button that opens or saves it.

import { createElement } from 'react'
import type { AttachedFile } from '#core/kernel/files.ts'
import type { RecordInViewer } from '#web/records/files/useRecordPhotos.tsx'
import { createLazyCode } from '#web/ui/lazyCode.ts'

interface RecordFilesProps {
  files: readonly AttachedFile[]
  record: RecordInViewer
}

export const loadSmallFiles = () => import('#web/records/files/SmallFiles.tsx')

const useSmallFiles = createLazyCode(async () => (await loadSmallFiles()).SmallFiles)

export function RecordFiles(props: RecordFilesProps) {
  const SmallFiles = useSmallFiles()
  return <div className="mt-1.5 min-h-18">{SmallFiles && createElement(SmallFiles, props)}</div>
}
