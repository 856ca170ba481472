// Photos and files that are pasted or dropped anywhere in the page.

import { useEffect, useEffectEvent } from 'react'

/** @param takes whether they are for this place now, such as while no dialog covers it */
export function useDroppedFiles(
  takes: () => boolean,
  accepted: RegExp,
  onAdd: (chosen: readonly File[]) => void,
): void {
  const add = useEffectEvent((data: DataTransfer | null, event: Event) => {
    const files = [...(data?.files ?? [])].filter(({ type }) => accepted.test(type))
    if (files.length === 0 || !takes()) return
    event.preventDefault()
    onAdd(files)
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('paste', (event) => add(event.clipboardData, event), { signal })
    document.addEventListener('drop', (event) => add(event.dataTransfer, event), { signal })
    // Otherwise the browser opens the file.
    const accept = (event: DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault()
    document.addEventListener('dragover', accept, { signal })
    return () => listening.abort()
  }, [])
}
