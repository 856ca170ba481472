// A dialog or a tab that is opened again shows at once what was known, and reads it again for what others did since;
// what could not be read without a network is read when that is back.

import { useEffect, useEffectEvent } from 'react'
import type { QueryState } from '#web/platform/queries.ts'

/** Reads the document again each time `open` becomes true; one that was never read is read by `useDocument` itself. */
export function useReloadOnOpen(open: boolean, { data, error, reload }: QueryState<object>): void {
  const opened = useEffectEvent(() => {
    if (data) void reload()
  })
  const online = useEffectEvent(() => {
    if (error) void reload()
  })
  useEffect(() => {
    if (!open) return undefined
    opened()
    const again = () => online()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [open])
}
