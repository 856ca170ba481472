// How long ago something happened, kept true while it is looked at.

import { useEffect, useState } from 'react'
import { formatRelative } from '#web/platform/format.ts'

const MINUTE_MS = 60_000

/** @param at RFC 3339 */
export function Ago({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return <time dateTime={at}>{formatRelative(at, now)}</time>
}
