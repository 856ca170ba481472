// Fetches a query again when its dialog or tab is opened again, and after a failure when the browser is online again.

import { useEffect, useEffectEvent } from 'react'
import type { QueryState } from '#web/platform/queries/queries.ts'

/** `useQuery` makes the first fetch itself. */
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
