// A relative time, updated every minute.

import { formatRelative } from '#web/platform/time/format.ts'
import { useNow } from '#web/platform/time/useNow.ts'

/** @param at RFC 3339 */
export function RelativeTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatRelative(at, useNow())}</time>
}
