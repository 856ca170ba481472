// Reads the hash chains of a trip's streams: their ends, and for an export all their links.

import { isChange } from '#core/history/events.ts'
import type { ChainEnd, ExportedEvent, ExportedGap } from '#core/history/contract.ts'
import { hashEvent } from '#core/kernel/ids.ts'
import type { Sha256 } from '#core/kernel/ids.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'

/** Few enough events that reading them does not block other requests. */
const PAGE = 100

/** The newest link of each stream that has one. */
export async function chainEndsOf(
  store: EventStore,
  streams: readonly string[],
  sha256: Sha256,
): Promise<ChainEnd[]> {
  const ends = await Promise.all(
    streams.map(async (stream): Promise<ChainEnd[]> => {
      const [last] = await store.read(stream, { backward: true, limit: 1 })
      return last ? [endOf(last, sha256)] : []
    }),
  )
  return ends.flat()
}

/**
 * All links of a stream up to this end.
 * @param nOf the number of an event in the history, null for an event that becomes part of a gap
 */
export async function* chainLinksOf(
  store: EventStore,
  { stream, revision: end }: ChainEnd,
  nOf: (event: StoredEvent) => number | null,
  sha256: Sha256,
): AsyncGenerator<ExportedEvent | ExportedGap> {
  let gap: { from: number; prev: string | null; last: StoredEvent } | undefined
  const closed = ({ from, prev, last }: NonNullable<typeof gap>): ExportedGap => ({
    from,
    to: last.revision,
    prev,
    hash: hashEvent(last, sha256),
  })
  for (let from = 0; from <= end; from += PAGE) {
    for (const event of await store.read(stream, { from, limit: Math.min(PAGE, end - from + 1) })) {
      const { type, data, meta, revision } = event
      const n = isChange(event) ? nOf(event) : null
      if (n === null) {
        gap = { from: gap?.from ?? revision, prev: gap ? gap.prev : meta.prev, last: event }
        continue
      }
      if (gap) yield closed(gap)
      gap = undefined
      yield { n, type, data, meta, revision }
    }
  }
  if (gap) yield closed(gap)
}

const endOf = (last: StoredEvent, sha256: Sha256): ChainEnd => ({
  stream: last.stream,
  revision: last.revision,
  hash: hashEvent(last, sha256),
})
