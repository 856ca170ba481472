// Verifies the events of an archive: each event has the hash of the one before it in its stream, and the last hash is the
// end of the chain in the manifest. Left out events (messages, what concerns others) are bridged by their two hashes.

import * as v from 'valibot'
import { hashEvent, type Sha256 } from '#core/kernel/ids.ts'
import type { EventMetadata } from '#core/kernel/decider.ts'
import { parseJsonFile, parseOrNull } from '#core/imports/jsonText.ts'

interface ChainHead {
  stream: string
  revision: number
  hash: string
}

const prev = v.nullable(v.string())
const lineSchema = v.union([
  v.object({
    stream: v.string(),
    revision: v.number(),
    type: v.string(),
    data: v.unknown(),
    meta: v.looseObject({ prev }),
  }),
  v.object({ stream: v.string(), from: v.number(), to: v.number(), prev, hash: v.nullable(v.string()) }),
])

const NO_EVENT = 'a line that is no event'
type EventLine = Extract<v.InferOutput<typeof lineSchema>, { meta: unknown }>

/** null for an event that no log contains, such as one nested too deeply. */
function hashOf(event: EventLine, sha256?: Sha256): string | null {
  try {
    return hashEvent({ ...event, meta: event.meta as unknown as EventMetadata }, sha256)
  } catch {
    return null
  }
}

/** @returns the first event that does not follow from the others, in words; null when all do */
export function brokenEvent(text: string, heads: readonly ChainHead[], sha256?: Sha256): string | null {
  const ends = new Map<string, { next: number; hash: string | null }>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const link = parseOrNull(lineSchema, parseJsonFile(line))
    if (!link) return NO_EVENT
    const { next, hash } = ends.get(link.stream) ?? { next: 0, hash: null }
    const [first, last] = 'from' in link ? [link.from, link.to] : [link.revision, link.revision]
    const before = 'from' in link ? link.prev : link.meta.prev
    if (first !== next || before !== hash) return `event ${next} of ${link.stream}`
    const own = 'from' in link ? link.hash : hashOf(link, sha256)
    if (own === null && 'meta' in link) return NO_EVENT
    ends.set(link.stream, { next: last + 1, hash: own })
  }
  const broken = heads.find(({ stream, revision, hash }) => {
    const end = ends.get(stream)
    return !end || end.next !== revision + 1 || end.hash !== hash
  })
  return broken ? `event ${broken.revision} of ${broken.stream}` : null
}
