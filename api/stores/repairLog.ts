// Repairs hash chains that were broken by two nodes at one EventStoreDB (docs/operations.md, "When a hash chain is broken").
// No event is changed or removed: each broken stream gets one that names the links and the hashes they should have, and
// the events that correct what was doubled.

import { randomUUID } from 'node:crypto'
import { MAX_APPEND_BYTES } from '#core/kernel/appendSize.ts'
import type { DomainEvent, RecordedEvent } from '#core/kernel/decider.ts'
import { hashEvent } from '#core/kernel/ids.ts'
import { CHAIN_RELINKED, STREAM_ERASED, type ChainRelinked, type Codec } from '#core/store/codec.ts'
import { WrongRevision, type EventStore, type NewEvent, type StoredEvent } from '#core/store/eventStore.ts'
import { bytesOf } from '#core/store/eventText.ts'
import { sha256 } from '#api/platform/sha256.ts'
import { type BrokenLink, createChains, hashOf, wholeLog } from '#api/stores/chains.ts'

export interface RepairedStream {
  stream: string
  /** In the order of the stream. */
  relinked: BrokenLink[]
  /** Events are missing before these, or were changed: only a backup helps. */
  lost: BrokenLink[]
  /** What was doubled or hidden, a sentence each. */
  findings: string[]
  /** How many events were appended, or would be. */
  events: number
}

interface Deps {
  store: EventStore
  codec: Codec
  /** What a feature must append to the events of a stream. */
  correctionsOf(events: readonly RecordedEvent[]): { events: DomainEvent[]; findings: string[] }
  /** RFC 3339 UTC. */
  at: string
}

/**
 * Safe to interrupt, to repeat, and beside running servers of this release.
 * @param writes false: only says what it would do
 * @returns the streams with a broken link, in the order of the log
 * @throws StoreUnavailable
 */
export async function repairLog(deps: Deps, writes: boolean): Promise<RepairedStream[]> {
  const chains = createChains()
  for await (const event of wholeLog(deps.store)) chains.add(event)
  const streams = new Set(chains.broken().map(({ event }) => event.stream))
  const repaired: RepairedStream[] = []
  for (const stream of streams) {
    const result = await repairStream(deps, stream, writes)
    // Another repair was quicker, or the stream was erased meanwhile.
    if (result.relinked.length + result.lost.length > 0) repaired.push(result)
  }
  return repaired
}

async function repairStream(deps: Deps, stream: string, writes: boolean): Promise<RepairedStream> {
  const { store, codec, correctionsOf, at } = deps
  for (;;) {
    const events = await store.read(stream)
    // An erased stream takes no more events; what is before its last one goes away.
    const isErased = events.some(({ type }) => type === STREAM_ERASED)
    const { relinked, lost } = isErased ? { relinked: [], lost: [] } : brokenIn(events)
    const repaired = { stream, relinked, lost, findings: [], events: 0 }
    if (relinked.length === 0) return repaired
    const corrections = correctionsOf(events.map((event) => codec.decode(event)))
    const links = relinked.map(({ event: { revision }, prev }) => ({ revision, prev: prev! }))
    const relinking: ChainRelinked = { type: CHAIN_RELINKED, data: { links } }
    const appended = chained([...corrections.events, relinking], events.at(-1)!, codec, at)
    if (!writes || (await append(store, events.at(-1)!, appended)))
      return { ...repaired, findings: corrections.findings, events: appended.length }
  }
}

/**
 * An event that a node wrote without knowing the newest one follows an older one, or none. An event that follows nothing
 * in the stream comes after one that was changed.
 */
function brokenIn(events: readonly StoredEvent[]): Pick<RepairedStream, 'relinked' | 'lost'> {
  const chains = createChains()
  const following = new Set<number>()
  const hashes = new Set<string | null>([null])
  for (const event of events) {
    chains.add(event)
    if (hashes.has(event.meta.prev)) following.add(event.revision)
    hashes.add(hashOf(event))
  }
  const broken = chains.broken()
  const isRelinked = ({ event, prev }: BrokenLink) => prev !== null && following.has(event.revision)
  return { relinked: broken.filter(isRelinked), lost: broken.filter((link) => !isRelinked(link)) }
}

/** The events with their metadata and their hashes. */
function chained(events: readonly DomainEvent[], last: StoredEvent, codec: Codec, at: string): NewEvent[] {
  const command = { actor: 'system', at, key: randomUUID(), digest: sha256('repair'), requestId: 'repair' }
  let [prev, revision] = [hashOf(last), last.revision]
  return events.map(({ type, data }) => {
    const event = { type, data, meta: { ...command, v: codec.version(type), prev } }
    prev = hashEvent({ ...event, revision: ++revision }, sha256)
    return event
  })
}

/**
 * In as few appends as their size allows. The event that relinks is the last, so an interrupted repair is found again.
 * @returns false when a server has written meanwhile
 */
async function append(store: EventStore, last: StoredEvent, events: readonly NewEvent[]): Promise<boolean> {
  let expected = last.revision
  let batch: NewEvent[] = []
  const write = async () => {
    if (batch.length === 0) return
    await store.append(last.stream, expected, batch)
    expected += batch.length
    batch = []
  }
  try {
    for (const event of events) {
      if (bytesOf([...batch, event]) > MAX_APPEND_BYTES) await write()
      batch.push(event)
    }
    await write()
    return true
  } catch (error) {
    if (error instanceof WrongRevision) return false
    throw error
  }
}
