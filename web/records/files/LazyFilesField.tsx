// The photos and files of a record in its form. Their code is loaded when the form is there; until then an empty tile keeps
// its place.

import { createElement } from 'react'
import type { FilesFieldProps } from '#web/records/files/FilesField.tsx'
import { loadSmallFiles } from '#web/records/files/RecordFiles.tsx'
import { createLazyCode } from '#web/ui/lazyCode.ts'

/** With what makes them small and shows them afterwards: without a network there is no other moment to load that. */
const useFilesField = createLazyCode(async () => {
  const loading = [
    import('#web/records/files/FilesField.tsx'),
    import('#web/records/files/addFiles.ts'),
    loadSmallFiles(),
  ] as const
  return (await Promise.all(loading))[0].FilesField
})

export function LazyFilesField(props: FilesFieldProps) {
  const Field = useFilesField()
  return Field ? createElement(Field, props) : <div className="min-h-24" />
}
