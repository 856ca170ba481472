// A command that was refused met another state of things than the one on screen: what is there now is read.

import { useEffect } from 'react'
import type { Overlaid } from '#web/money/expenses/overlay.ts'
import { isUnderWay } from '#web/money/expenses/overlay.ts'
import { reloadDocuments } from '#web/platform/documents.ts'

export function useReloadWhenRefused(tripId: string, { rows, lost }: Overlaid): void {
  const marks = [...rows.flatMap((row) => row.marks), ...lost]
  const refused = marks
    .filter((mark) => !isUnderWay(mark))
    .map(({ key }) => key)
    .join()
  useEffect(() => {
    if (refused !== '') void reloadDocuments([`/trips/${tripId}`])
  }, [tripId, refused])
}
