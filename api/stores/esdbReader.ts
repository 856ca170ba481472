// Reads of one stream and of the whole log's end.

import { BACKWARDS, END, FORWARDS, START as BEGINNING, type EventStoreDBClient } from '@eventstore/db-client'
import type { AllStreamRecordedEvent, Position, RecordedEvent } from '@eventstore/db-client'
import { meaningOf } from '#api/stores/esdbErrors.ts'
import { gather } from '#api/stores/esdbGather.ts'
import type { Link } from '#api/stores/esdbLink.ts'

export interface EsdbReader {
  /** None for a stream that is not there, or whose events are all hidden. */
  stream(name: string, read: { from?: number; backward?: boolean; limit?: number }): Promise<RecordedEvent[]>
  /** Newest first, those before this place only; $all forgets nothing, whatever its streams do. */
  newest(limit: number, before?: Position): Promise<AllStreamRecordedEvent[]>
  /** The first revision from this one on that the stream still has; Infinity where it has none. */
  firstFrom(name: string, revision: number): Promise<number>
}

/** @param silenceMs how long an answer may stop coming */
export function createEsdbReader(link: Link, silenceMs: number): EsdbReader {
  const wholeMs = 20 * silenceMs

  async function stream(
    name: string,
    { from, backward = false, limit = Number.MAX_SAFE_INTEGER }: Parameters<EsdbReader['stream']>[1],
  ): Promise<RecordedEvent[]> {
    if (limit <= 0) return []
    const question = (client: EventStoreDBClient) =>
      gather(
        client.readStream(name, {
          direction: backward ? BACKWARDS : FORWARDS,
          fromRevision: from === undefined ? (backward ? END : BEGINNING) : BigInt(from),
          maxCount: limit,
          requiresLeader: true,
        }),
        silenceMs,
      )
    try {
      return await link.ask(question, wholeMs)
    } catch (error) {
      if (meaningOf(error) === 'nothing') return []
      throw error
    }
  }

  return {
    stream,
    newest: (limit, before) =>
      link.ask(
        (client) =>
          gather(
            client.readAll({
              direction: BACKWARDS,
              fromPosition: before ?? END,
              maxCount: limit,
              requiresLeader: true,
            }),
            silenceMs,
          ),
        wholeMs,
      ),
    async firstFrom(name, revision) {
      const [first] = await stream(name, { from: revision, limit: 1 })
      return first ? Number(first.revision) : Infinity
    },
  }
}
