// Truncates streams of EventStoreDB through their metadata: `$maxCount` keeps the newest events, `$tb` hides those
// before a revision. Metadata is an event in a stream of its own, so it is written at the revision that was read, other
// entries stay, and a repeated write is harmless.

import { LRUCache } from 'lru-cache'
import { jsonEvent, NO_STREAM as ESDB_NO_STREAM } from '@eventstore/db-client'
import { actualRevision, nameMissingRight } from '#api/stores/eventstoredb/esdbErrors.ts'
import type { EsdbReader } from '#api/stores/eventstoredb/esdbReader.ts'
import type { Link } from '#api/stores/eventstoredb/esdbLink.ts'

export interface EsdbMetadata {
  /** The stream keeps only its newest events. @param isNew whether the stream was never written, as far as is known */
  keep(stream: string, count: number, isNew: boolean): Promise<void>
  /** Hides the events below this revision, which is at most the next one. */
  truncate(stream: string, before: number): Promise<void>
  /** The revision below which events are hidden by `truncate`; 0 for none. */
  truncatedBefore(stream: string, timeoutMs: number): Promise<number>
}

interface StreamMetadata {
  revision: number
  content: Readonly<Record<string, unknown>>
}

const MAX_CACHED_STREAMS = 20_000

export function createEsdbMetadata(link: Link, reader: EsdbReader, writeTimeoutMs: number): EsdbMetadata {
  /** The `$maxCount` of the streams used last, to save writing it with each append. */
  const maxCounts = new LRUCache<string, number>({ max: MAX_CACHED_STREAMS })

  /** @param update returns the new content, null when nothing changes */
  async function change(
    stream: string,
    update: (content: StreamMetadata['content']) => StreamMetadata['content'] | null,
    assumed?: StreamMetadata,
  ): Promise<void> {
    for (let metadata = assumed ?? (await read(stream)); ; metadata = await read(stream)) {
      const content = update(metadata.content)
      if (content === null || (await write(stream, { ...metadata, content }))) return
    }
  }

  async function read(stream: string, timeoutMs?: number): Promise<StreamMetadata> {
    const [newest] = await reader.stream(`$$${stream}`, { backward: true, limit: 1 }, timeoutMs)
    return newest
      ? { revision: Number(newest.revision), content: newest.data as StreamMetadata['content'] }
      : { revision: -1, content: {} }
  }

  /** false when another process wrote meanwhile. */
  async function write(stream: string, { revision, content }: StreamMetadata): Promise<boolean> {
    const event = jsonEvent({ type: '$metadata', data: content })
    const expectedRevision = revision < 0 ? ESDB_NO_STREAM : BigInt(revision)
    try {
      const appended = link.run(
        (client) =>
          client.appendToStream(`$$${stream}`, event, {
            expectedRevision,
            requiresLeader: true,
            deadline: writeTimeoutMs,
          }),
        writeTimeoutMs,
      )
      await nameMissingRight(`write the stream $$${stream}`, appended)
      return true
    } catch (error) {
      const actual = actualRevision(error)
      if (actual === null) throw error
      if (actual >= 0) await reader.untilShown(`$$${stream}`, actual, writeTimeoutMs)
      return false
    }
  }

  return {
    async keep(stream, count, isNew) {
      if (maxCounts.get(stream) === count) return
      await change(
        stream,
        (content) => (content['$maxCount'] === count ? null : { ...content, $maxCount: count }),
        isNew ? { revision: -1, content: {} } : undefined,
      )
      maxCounts.set(stream, count)
    },
    truncate: (stream, before) =>
      change(stream, (content) => (truncationIn(content) >= before ? null : { ...content, $tb: before })),
    truncatedBefore: async (stream, timeoutMs) => truncationIn((await read(stream, timeoutMs)).content),
  }
}

const truncationIn = (content: StreamMetadata['content']): number => Number(content['$tb'] ?? 0)
