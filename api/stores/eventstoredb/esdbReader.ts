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
import { setTimeout as after } from 'node:timers/promises'
import { meaningOf, nameMissingRight } from '#api/stores/eventstoredb/esdbErrors.ts'
import { gather } from '#api/stores/eventstoredb/esdbGather.ts'
import { backoff, type Link } from '#api/stores/eventstoredb/esdbLink.ts'

export interface EsdbReader {
  /** Empty for a missing stream, and for one whose events are all hidden. @param timeoutMs of the whole reply */
  stream(
    name: string,
    read: { from?: number; backward?: boolean; limit?: number },
    timeoutMs?: number,
  ): Promise<RecordedEvent[]>
  /** Newest first, before this position; $all includes truncated events. */
  newest(limit: number, before?: Position): Promise<AllStreamRecordedEvent[]>
  /** The first remaining revision from this one on; Infinity for none. */
  firstFrom(name: string, revision: number): Promise<number>
  /**
   * Waits until a read shows the event of this revision, which the server named when it refused an append. The server
   * refuses by what its writer knows, and shows an event only once it is indexed and, in a cluster, replicated: measured up
   * to 0.2 s later, and never while most of the cluster is down.
   * @param isHidden whether the event is there and no read will ever show it
   * @returns false for a hidden event
   * @throws StoreUnavailable when the event is not shown within this time
   */
  untilShown(
    name: string,
    revision: number,
    withinMs: number,
    isHidden?: (withinMs: number) => Promise<boolean>,
  ): Promise<boolean>
}

/** ms. For an append that was refused late: less would take a slow reply for an outage. */
const LEAST_WAIT_MS = 500

/** @param replyTimeoutMs the longest time between two events of a reply */
export function createEsdbReader(link: Link, replyTimeoutMs: number): EsdbReader {
  const totalTimeoutMs = 20 * replyTimeoutMs

  async function stream(
    name: string,
    { from, backward = false, limit = Number.MAX_SAFE_INTEGER }: Parameters<EsdbReader['stream']>[1],
    timeoutMs = totalTimeoutMs,
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
      return await nameMissingRight(`read the stream ${name}`, link.run(call, timeoutMs))
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
    async untilShown(name, revision, withinMs, isHidden = async () => false) {
      const end = performance.now() + Math.max(withinMs, LEAST_WAIT_MS)
      const left = () => end - performance.now()
      for (let attempt = 1; left() > 0; attempt++) {
        const timeoutMs = Math.max(left(), LEAST_WAIT_MS)
        const [newest] = await stream(name, { backward: true, limit: 1 }, timeoutMs)
        if (newest && newest.revision >= revision) return true
        if (!newest && (await isHidden(timeoutMs))) return false
        await after(backoff(attempt) / 8)
      }
      const why = `it does not show event ${revision} of ${name}, because of which it refused an append`
      throw link.markUnavailable(new Error(why))
    },
  }
}
