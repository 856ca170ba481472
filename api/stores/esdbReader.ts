// Reads one stream, and the end of the whole log.

import {
  BACKWARDS,
  END,
  FORWARDS,
  START as BEGINNING,
  type EventStoreDBClient,
  type AllStreamRecordedEvent,
  type Position,
  type RecordedEvent,
} from '@eventstore/db-client'
import { meaningOf, nameMissingRight } from '#api/stores/esdbErrors.ts'
import { gather } from '#api/stores/esdbGather.ts'
import type { Link } from '#api/stores/esdbLink.ts'

export interface EsdbReader {
  /** Empty for a missing stream, and for one whose events are all hidden. */
  stream(name: string, read: { from?: number; backward?: boolean; limit?: number }): Promise<RecordedEvent[]>
  /** Newest first, before this position; $all includes truncated events. */
  newest(limit: number, before?: Position): Promise<AllStreamRecordedEvent[]>
  /** The first remaining revision from this one on; Infinity for none. */
  firstFrom(name: string, revision: number): Promise<number>
}

/** @param replyTimeoutMs the longest time between two events of a reply */
export function createEsdbReader(link: Link, replyTimeoutMs: number): EsdbReader {
  const totalTimeoutMs = 20 * replyTimeoutMs

  async function stream(
    name: string,
    { from, backward = false, limit = Number.MAX_SAFE_INTEGER }: Parameters<EsdbReader['stream']>[1],
  ): Promise<RecordedEvent[]> {
    if (limit <= 0) return []
    const call = (client: EventStoreDBClient) =>
      gather(
        client.readStream(name, {
          direction: backward ? BACKWARDS : FORWARDS,
          fromRevision: from === undefined ? (backward ? END : BEGINNING) : BigInt(from),
          maxCount: limit,
          requiresLeader: true,
        }),
        replyTimeoutMs,
      )
    try {
      return await nameMissingRight(`read the stream ${name}`, link.run(call, totalTimeoutMs))
    } catch (error) {
      if (meaningOf(error) === 'stream not found') return []
      throw error
    }
  }

  return {
    stream,
    newest(limit, before) {
      const call = (client: EventStoreDBClient) =>
        gather(
          client.readAll({
            direction: BACKWARDS,
            fromPosition: before ?? END,
            maxCount: limit,
            requiresLeader: true,
          }),
          replyTimeoutMs,
        )
      return nameMissingRight('read $all', link.run(call, totalTimeoutMs))
    },
    async firstFrom(name, revision) {
      const [first] = await stream(name, { from: revision, limit: 1 })
      return first ? Number(first.revision) : Infinity
    },
  }
}
