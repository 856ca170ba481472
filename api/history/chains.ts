// The hash chains of a trip's streams: their ends, and, for who takes the history with them, all their links.

import { isChange } from '#core/history/facts.ts'
import type { ChainEnd, ExportedGap, ExportedStream } from '#core/history/contract.ts'
import { hashEvent } from '#core/kernel/ids.ts'
import type { Sha256 } from '#core/kernel/ids.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'

const PAGE = 1000

/** The newest link of each stream that has one. */
export async function endsOf(
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
 * A whole stream.
 * @param nOf the number of an event in the history, null for one whose content is not told: those become gaps
 */
export async function linksOf(
  store: EventStore,
  stream: string,
  nOf: (event: StoredEvent) => number | null,
  sha256: Sha256,
): Promise<ExportedStream | null> {
  const links: ExportedStream['links'] = []
  let last: StoredEvent | undefined
  let gap: (Omit<ExportedGap, 'hash'> & { end: StoredEvent }) | undefined
  const close = () => {
    if (gap) links.push({ from: gap.from, to: gap.to, prev: gap.prev, hash: hashEvent(gap.end, sha256) })
    gap = undefined
  }
  for (let from = 0, page = PAGE; page === PAGE; from += PAGE) {
    const events = await store.read(stream, { from, limit: PAGE })
    page = events.length
    for (const event of events) {
      const { type, data, meta, revision } = event
      const n = isChange(event) ? nOf(event) : null
      if (n === null)
        gap = gap
          ? { ...gap, to: revision, end: event }
          : { from: revision, to: revision, prev: meta.prev, end: event }
      else {
        close()
        links.push({ n, type, data, meta, revision })
      }
      last = event
    }
  }
  close()
  return last ? { ...endOf(last, sha256), links } : null
}

const endOf = (last: StoredEvent, sha256: Sha256): ChainEnd => ({
  stream: last.stream,
  revision: last.revision,
  hash: hashEvent(last, sha256),
})
