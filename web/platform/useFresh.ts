// A dialog or a tab that is opened again shows at once what was known, and reads it again for what others did since.

import { useEffect, useEffectEvent } from 'react'
import type { Document } from '#web/platform/documents.ts'

/** Reads the document again each time `open` becomes true; one that was never read is read by `useDocument` itself. */
export function useFresh(open: boolean, { data, reload }: Document<object>): void {
  const again = useEffectEvent(() => {
    if (data) void reload()
  })
  useEffect(() => {
    if (open) again()
  }, [open])
}
