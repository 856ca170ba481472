// Copies a log into another store: at the same revisions, so that the hash chains stay valid, and in an order that
// changes no document (`copyStepsOf`). A target with a part of the log is continued, one with anything else is refused
// before anything is written.

import { MAX_APPEND_BYTES } from '#core/kernel/appendSize.ts'
import { WrongRevision, type EventStore, type NewEvent, type StoredEvent } from '#core/store/eventStore.ts'
import { bytesOf } from '#core/store/eventText.ts'
import type { DocumentKeys } from '#projections/platform/documentKeys.ts'
import { createChains, hashOf, wholeLog, type Chains } from '#api/stores/chains.ts'
import { idIn } from '#projections/platform/projection.ts'

export interface CopiedLog {
  events: number
  streams: number
  /** How many this run copied. */
  copied: number
  digest: string
}

export class CannotCopyLog extends Error {}

/** Replaces an event that the source has truncated, so that later events keep their revisions. */
const FILLER = 'Forgotten'
const BATCH = 200
/** Events that are read before they are copied: the more, the longer the appends. */
const WINDOW = 4000
/** An event store syncs its disk once for the appends that arrive together. */
const MAX_CONCURRENT_APPENDS = 32

/** A stream of the target. */
interface CopiedStream {
  /** Revision of the first remaining event. */
  first: number
  /** Revision of the last event. */
  revision: number
  hash: string
  type: string
}

/**
 * Nothing may write to either store. Safe to interrupt and to repeat.
 * @param onProgress events done so far, and their part of the source, from 0 to 1
 * @throws CannotCopyLog for a target with other events; BrokenChain for a damaged log; StoreUnavailable
 */
export async function copyLog(
  { from, to, keysOf }: { from: EventStore; to: EventStore; keysOf: DocumentKeys },
  onProgress: (events: number, part: number) => void = () => undefined,
): Promise<CopiedLog> {
  const chains = createChains()
  for await (const event of wholeLog(from)) chains.add(event)
  chains.assertWhole()
  const head = await from.head()
  const begun = await continueStreams({ from, to, source: chains })
  let seen = 0
  let copied = 0
  let missing: StoredEvent[] = []

  async function copyMissing(): Promise<void> {
    for (const step of copyStepsOf(missing, keysOf)) await copyStep(to, step, begun)
    copied += missing.length
    const last = missing.at(-1)
    if (last) onProgress(seen, Number(last.position) / Number(head))
    missing = []
  }

  for await (const event of wholeLog(from)) {
    seen++
    if (event.revision > (begun.get(event.stream) ?? -1)) missing.push(event)
    if (missing.length === WINDOW) await copyMissing()
  }
  await copyMissing()

  const digest = await sameDigest(to, chains)
  return { events: chains.events(), streams: chains.streams(), copied, digest }
}

/**
 * Compares the target with the source, and truncates in it what the source has truncated since.
 * @returns the last revision of each stream that both have a part of
 */
async function continueStreams({
  from,
  to,
  source,
}: {
  from: EventStore
  to: EventStore
  source: Chains
}): Promise<Map<string, number>> {
  const target = await streamsIn(to, source)
  const begun = new Map<string, number>()
  const truncations = new Map<string, number>()
  if (target.size === 0) return begun
  const seen = new Set<string>()
  for await (const event of wholeLog(from)) {
    const { stream, revision } = event
    const copy = target.get(stream)
    if (!copy) continue
    if (!seen.has(stream) && revision > copy.first) truncations.set(stream, revision)
    seen.add(stream)
    if (revision !== copy.revision) continue
    if (hashOf(event) !== copy.hash) throw differs(stream, revision)
    begun.set(stream, revision)
  }
  for (const [stream, { revision, type }] of target) {
    if (begun.has(stream)) continue
    if (type !== FILLER && !(await isTruncated(from, stream, revision))) throw differs(stream, revision)
    truncations.set(stream, revision + 1)
  }
  for (const [stream, before] of truncations) await to.truncate(stream, before)
  return begun
}

/** The hash of an event covers those before it. @throws CannotCopyLog for one that does not follow them */
async function streamsIn(store: EventStore, source: Chains): Promise<Map<string, CopiedStream>> {
  const streams = new Map<string, CopiedStream>()
  const chains = createChains()
  const afterFillers = new Set<string>()
  for await (const event of wholeLog(store)) {
    const { stream, revision, type } = event
    const before = streams.get(stream)
    if (before?.type === FILLER) afterFillers.add(`${stream} ${revision}`)
    chains.add(event)
    streams.set(stream, { first: before?.first ?? revision, revision, hash: hashOf(event), type })
  }
  // What relinks a link in the source may not be copied yet.
  for (const { event } of chains.broken()) {
    const { stream, revision } = event
    if (!afterFillers.has(`${stream} ${revision}`) && !source.isRelinked(stream, revision))
      throw differs(stream, revision)
  }
  return streams
}

const differs = (stream: string, revision: number) =>
  new CannotCopyLog(`The target differs from the source: ${stream} at revision ${revision} is another event`)

/** Whether the source has truncated an event that was copied before. */
async function isTruncated(from: EventStore, stream: string, revision: number): Promise<boolean> {
  const [first] = await from.read(stream, { from: revision, limit: 1 })
  return (first?.revision ?? (await lastRevision(from, stream)) + 1) > revision
}

/** Also for a stream whose events are all truncated: this append always expects a wrong revision, so it only reads. */
async function lastRevision(store: EventStore, stream: string): Promise<number> {
  const unreachedRevision = 2 ** 50
  const meta = { actor: 'system', at: '', key: '', digest: '', requestId: '', v: 1, prev: null }
  try {
    const { revision } = await store.append(stream, unreachedRevision, [{ type: FILLER, data: {}, meta }])
    throw new Error(`${stream} was at ${revision}`)
  } catch (error) {
    if (error instanceof WrongRevision) return error.actual
    throw error
  }
}

/** @param begun the streams that the target has a part of; those of the step are added */
async function copyStep(
  to: EventStore,
  step: readonly StoredEvent[][],
  begun: Map<string, number>,
): Promise<void> {
  const next = step.values()
  const done = await Promise.allSettled(
    Array.from({ length: Math.min(MAX_CONCURRENT_APPENDS, step.length) }, async () => {
      for (const events of next) await copy(to, events, begun)
    }),
  )
  // After a failure no append is under way any more.
  for (const result of done) if (result.status === 'rejected') throw result.reason
}

/** @param events of one stream, in order */
async function copy(
  to: EventStore,
  events: readonly StoredEvent[],
  begun: Map<string, number>,
): Promise<void> {
  const [first] = events
  const { stream, revision } = first!
  const isFirst = !begun.has(stream)
  if (isFirst && revision > 0) await fillUpTo(to, first!)
  let expected = revision - 1
  for (const batch of appendsOf(events)) {
    await to.append(stream, expected, batch)
    expected += batch.length
  }
  if (isFirst && revision > 0) await to.truncate(stream, revision)
  begun.set(stream, expected)
}

/** As many events in each append as it may hold. */
function appendsOf(events: readonly StoredEvent[]): NewEvent[][] {
  const appends: NewEvent[][] = []
  let bytes = Infinity
  for (const { type, data, meta } of events) {
    const event = { type, data, meta }
    const size = bytesOf([event])
    bytes += size
    if (bytes <= MAX_APPEND_BYTES && appends.at(-1)!.length < BATCH) appends.at(-1)!.push(event)
    else {
      appends.push([event])
      bytes = size
    }
  }
  return appends
}

async function fillUpTo(to: EventStore, { stream, revision, meta }: StoredEvent): Promise<void> {
  for (let next = (await lastRevision(to, stream)) + 1; next < revision;) {
    const count = Math.min(BATCH, revision - next)
    const fillers = Array.from({ length: count }, () => ({
      type: FILLER,
      data: {},
      meta: { ...meta, actor: 'system' },
    }))
    await to.append(stream, next - 1, fillers)
    next += count
  }
}

/** Reads the whole target again. */
async function sameDigest(to: EventStore, source: Chains): Promise<string> {
  const target = createChains()
  for await (const event of wholeLog(to)) target.add(event)
  target.assertWhole()
  if (target.digest() !== source.digest())
    throw new CannotCopyLog('The copy differs from the source: nothing may write to either log meanwhile')
  return target.digest()
}

/** Events of one stream each, in order; no document is folded from two of these runs. */
export type CopyStep = StoredEvent[][]

/**
 * Plans a fast copy. Events that are folded into one document keep their order, and so do the events of a stream and of all
 * streams with one id, which a history shows together.
 * @param events in the order of the log
 */
export function copyStepsOf(events: readonly StoredEvent[], keysOf: DocumentKeys): CopyStep[] {
  const steps: Map<string, StoredEvent[]>[] = []
  /** The last step with an event of this key, and the only stream in it that has some. */
  const last = new Map<string, { step: number; stream: string }>()
  for (const event of events) {
    const { stream } = event
    const keys = [stream, idIn(stream), ...keysOf(event)]
    let step = 0
    for (const key of keys) {
      const before = last.get(key)
      if (before) step = Math.max(step, before.stream === stream ? before.step : before.step + 1)
    }
    for (const key of keys) last.set(key, { step, stream })
    const runs = (steps[step] ??= new Map<string, StoredEvent[]>())
    const run = runs.get(stream)
    if (run) run.push(event)
    else runs.set(stream, [event])
  }
  return steps.map((runs) => [...runs.values()])
}
