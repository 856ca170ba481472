// Subscribes to $all: the existing events, then new ones. After a lost connection it subscribes again from the last
// event it yielded, because the client never resumes a dropped subscription. The server's checkpoints are not used:
// they overtake events in the client's buffer.

import { setImmediate, setTimeout } from 'node:timers/promises'
import { streamNameFilter, type AllStreamRecordedEvent, type EventStoreDBClient } from '@eventstore/db-client'
import { START, StoreUnavailable, type StoredEvent } from '#core/store/eventStore.ts'
import { meaningOf } from '#api/stores/eventstoredb/esdbErrors.ts'
import { fromPosition, isOurs, positionOf, toStored } from '#api/stores/eventstoredb/esdbEvents.ts'
import {
  createTruncationFilter,
  type TruncationFilter,
} from '#api/stores/eventstoredb/esdbTruncationFilter.ts'
import { createTruncationIndex } from '#api/stores/eventstoredb/esdbTruncationIndex.ts'
import { backoff, type Link } from '#api/stores/eventstoredb/esdbLink.ts'
import type { EsdbReader } from '#api/stores/eventstoredb/esdbReader.ts'

export interface SubscriptionOptions {
  link: Link
  reader: EsdbReader
  /** Prefix of the product's streams. */
  prefix: string
  after: string
  signal: AbortSignal
  batch: number
  /** For the truncations of all streams. */
  silenceMs?: number | undefined
  /** Called when the subscription broke and will resume; once until the next event. */
  onError(error: Error): void
}

/** Events in the client's buffer; then the server waits. */
const BUFFER_SIZE = 512
/** After a slower batch, truncations are looked up again. */
const SLOW_MS = 500

export async function* subscribe(options: SubscriptionOptions): AsyncGenerator<StoredEvent[], void, void> {
  const { link, signal, onError } = options
  let { after } = options
  fromPosition(after)
  const truncation = createTruncationFilter(options.reader, {
    createIndex: () => createTruncationIndex(options),
    isFromStart: after === START,
  })
  for (let failures = 0; !signal.aborted;) {
    try {
      for await (const { events, last } of live({ ...options, after }, truncation)) {
        failures = 0
        after = last
        if (events.length > 0) yield events
        if (signal.aborted) return
      }
    } catch (error) {
      if (signal.aborted) return
      if (meaningOf(error) === 'bug') throw error
      const isOutage = error instanceof StoreUnavailable
      if (failures === 0 && !isOutage) onError(error as Error)
    }
    await link.whenReachable(signal)
    // Rejects when the signal aborts.
    await setTimeout(backoff(failures++), undefined, { signal }).catch(() => undefined)
  }
}

interface LiveBatch {
  /** Empty when all are truncated. */
  events: StoredEvent[]
  last: string
}

async function* live(
  { link, reader, prefix, after, signal, batch }: SubscriptionOptions,
  truncation: TruncationFilter,
): AsyncGenerator<LiveBatch, void, void> {
  // Later events were written during the subscription and are yielded at once; these and older ones may be truncated.
  let newestAtStart = await headPosition(reader)
  if (signal.aborted) return
  const client = link.client()
  const subscription = open(client, prefix, after)
  const stop = () => subscription.destroy()
  const ended = new AbortController()
  signal.addEventListener('abort', stop, { signal: ended.signal })
  // An early error without a listener would end the process.
  subscription.on('error', () => undefined)
  link.onReplaced(client, () => subscription.destroy(new Error('its connection was replaced')), ended.signal)
  try {
    let arrived: AllStreamRecordedEvent[] = []
    for await (const { event } of subscription) {
      if (event) arrived.push(event)
      // Yields the events that have arrived together, with those being read at this moment, without waiting for more.
      if (arrived.length < batch && subscription.readableLength === 0) await setImmediate()
      if (arrived.length === 0 || (arrived.length < batch && subscription.readableLength > 0)) continue
      const last = positionOf(arrived.at(-1)!)
      const ours = arrived.filter((event) => isOurs(event, prefix))
      arrived = []
      const isOld = ours.length > 0 && positionOf(ours[0]!) <= newestAtStart
      if (ours.length > 0 && !isOld) truncation.reset()
      const remaining = isOld ? await truncation.withoutTruncated(ours) : ours
      const yieldedAt = performance.now()
      yield { events: remaining.map((event) => toStored(event, prefix)), last }
      if (performance.now() - yieldedAt > SLOW_MS) {
        newestAtStart = await headPosition(reader)
        truncation.clearCache()
      }
    }
  } catch (error) {
    if (!signal.aborted && meaningOf(error) === 'unavailable' && !(error instanceof StoreUnavailable))
      link.reportBroken(client)
    throw error
  } finally {
    ended.abort()
    // Leaving the loop alone would not stop the server from sending.
    subscription.unsubscribe().catch(() => undefined)
  }
}

function open(client: EventStoreDBClient, prefix: string, after: string) {
  const checkpointInterval = 1000
  const filter =
    prefix === ''
      ? streamNameFilter({ regex: '^[^$]', checkpointInterval })
      : streamNameFilter({ prefixes: [prefix], checkpointInterval })
  return client.subscribeToAll({ fromPosition: fromPosition(after), filter }, { highWaterMark: BUFFER_SIZE })
}

async function headPosition(reader: EsdbReader): Promise<string> {
  const [newest] = await reader.newest(1)
  return newest ? positionOf(newest) : ''
}
