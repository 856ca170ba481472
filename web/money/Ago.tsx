// How long ago something happened, kept true while it is looked at.

import { formatRelative } from '#web/platform/format.ts'
import { useNow } from '#web/platform/useNow.ts'

const MINUTE_MS = 60_000

/** @param at RFC 3339 */
export function Ago({ at }: { at: string }) {
  return <time dateTime={at}>{formatRelative(at, useNow(MINUTE_MS))}</time>
}
