// Reads the hash chains of a trip's streams: their newest events, and for an export all their events.

import { isChange } from '#core/history/events.ts'
import type { ChainHead, ExportedEvent, OmittedRange } from '#core/history/contract.ts'
import { hashEvent, type Sha256 } from '#core/kernel/ids.ts'
import { CHAIN_RELINKED, type ChainRelinked } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { readThrough } from '#core/store/foldedStream.ts'

/** The newest event of each stream that has events. */
export async function chainHeadsOf(
  store: EventStore,
  streams: readonly string[],
  sha256: Sha256,
): Promise<ChainHead[]> {
  const heads = await Promise.all(
    streams.map(async (stream): Promise<ChainHead[]> => {
      const [newest] = await store.read(stream, { backward: true, limit: 1 })
      return newest ? [headOf(newest, sha256)] : []
    }),
  )
  return heads.flat()
}

/**
 * All events of a stream up to its head.
 * @param changeNumberOf the number of an event in the history; null for an event that the export omits
 */
export async function* chainLinksOf(
  store: EventStore,
  { stream, revision: newestRevision }: ChainHead,
  changeNumberOf: (event: StoredEvent) => number | null,
  sha256: Sha256,
): AsyncGenerator<ExportedEvent | OmittedRange> {
  let omitted: OmittedRange | undefined
  let relinked: ReadonlyMap<number, string> | undefined
  let before: string | undefined
  for await (const event of readThrough(store, stream, newestRevision)) {
    const { type, data, meta, revision } = event
    if (before !== undefined && meta.prev !== before) {
      relinked ??= await relinkedIn(store, stream, newestRevision)
      if (relinked.get(revision) === before) {
        if (omitted) yield omitted
        omitted = undefined
        yield { from: revision, to: revision - 1, prev: before, hash: meta.prev }
      }
    }
    const hash = (before = hashEvent(event, sha256))
    const n = isChange(event) ? changeNumberOf(event) : null
    if (n === null) {
      const { from, prev } = omitted ?? { from: revision, prev: meta.prev }
      omitted = { from, to: revision, prev, hash }
      continue
    }
    if (omitted) yield omitted
    omitted = undefined
    yield { n, type, data, meta, revision }
  }
  if (omitted) yield omitted
}

/** Revision → the hash of the event before it, of the links that later events of the stream have relinked. */
async function relinkedIn(
  store: EventStore,
  stream: string,
  newestRevision: number,
): Promise<ReadonlyMap<number, string>> {
  const relinked = new Map<number, string>()
  for await (const { type, data } of readThrough(store, stream, newestRevision))
    if (type === CHAIN_RELINKED)
      for (const { revision, prev } of (data as ChainRelinked['data']).links) relinked.set(revision, prev)
  return relinked
}

const headOf = (newest: StoredEvent, sha256: Sha256): ChainHead => ({
  stream: newest.stream,
  revision: newest.revision,
  hash: hashEvent(newest, sha256),
})
