// The truncations of all streams, read from their metadata events in $all: one filtered read instead of one for each
// stream, for a subscription that begins far back. A stream without metadata has all of its events.

import { START, streamNameFilter, type AllStreamRecordedEvent, type Position } from '@eventstore/db-client'
import { EsdbTimeout } from '#api/stores/eventstoredb/esdbErrors.ts'
import type { Link } from '#api/stores/eventstoredb/esdbLink.ts'
import type { EsdbReader } from '#api/stores/eventstoredb/esdbReader.ts'

export interface TruncationIndex {
  /**
   * Adds what was written since the last update.
   * @returns false when the server sends nothing for too long
   * @throws what a read of a stream throws
   */
  update(): Promise<boolean>
  /** The first remaining revision; null when only a read of the stream can tell. */
  firstOf(stream: string): number | null
}

export interface TruncationIndexOptions {
  link: Link
  reader: EsdbReader
  prefix: string
  signal: AbortSignal
  /** How long the server may send nothing, not even a checkpoint; default 15,000 ms. */
  silenceMs?: number | undefined
}

/** The server searches its whole log, and sends a checkpoint after every 32,000 events without a match. */
const CHECKPOINT_INTERVAL = 1000

export function createTruncationIndex({
  link,
  reader,
  prefix,
  signal,
  silenceMs = 15_000,
}: TruncationIndexOptions): TruncationIndex {
  const firsts = new Map<string, number | null>()
  let updatedTo: Position | undefined

  /**
   * The read has seen every earlier event when the log's newest event arrives, whose stream is part of the filter for this
   * purpose: the protocol does not mark the end of a filtered read on every version.
   */
  async function readUpTo(newest: AllStreamRecordedEvent): Promise<void> {
    const client = link.client()
    const ended = new AbortController()
    const subscription = client.subscribeToAll({
      fromPosition: updatedTo ?? START,
      filter: streamNameFilter({
        prefixes: [`$$${prefix}`, newest.streamId],
        checkpointInterval: CHECKPOINT_INTERVAL,
        checkpointReached: () => void timer.refresh(),
      }),
    })
    const timer = setTimeout(() => subscription.destroy(new EsdbTimeout(silenceMs)), silenceMs)
    signal.addEventListener('abort', () => subscription.destroy(), { signal: ended.signal })
    // An early error without a listener would end the process.
    subscription.on('error', () => undefined)
    link.onReplaced(
      client,
      () => subscription.destroy(new Error('its connection was replaced')),
      ended.signal,
    )
    try {
      for await (const { event } of subscription) {
        timer.refresh()
        if (event?.streamId.startsWith(`$$${prefix}`))
          firsts.set(event.streamId.slice(2), firstAfter(event.data))
        if (event && event.position.commit >= newest.position.commit) return
      }
      throw new Error('the read of the metadata ended early')
    } finally {
      clearTimeout(timer)
      ended.abort()
      subscription.unsubscribe().catch(() => undefined)
    }
  }

  return {
    firstOf: (stream) => firsts.get(stream) ?? (firsts.has(stream) ? null : 0),
    async update() {
      const [newest] = await reader.newest(1)
      if (newest === undefined || newest.position.commit === updatedTo?.commit) return true
      try {
        await readUpTo(newest)
      } catch (error) {
        if (error instanceof EsdbTimeout) return false
        throw error
      }
      updatedTo = newest.position
      return true
    },
  }
}

/** `$maxCount` and `$maxAge` hide events that only the stream's end or the time can tell. */
function firstAfter(metadata: unknown): number | null {
  const { $tb = 0, $maxCount, $maxAge } = (metadata ?? {}) as Readonly<Record<string, unknown>>
  return $maxCount === undefined && $maxAge === undefined && typeof $tb === 'number' ? $tb : null
}
