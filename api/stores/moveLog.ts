// Copies a log into another store: in its order, at the same revisions, so that the hash chains stay valid. A target
// with the beginning of the log is continued, one with anything else is refused before anything is written.

import {
  MAX_APPEND_BYTES,
  WrongRevision,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from '#core/store/eventStore.ts'
import { bytesOf } from '#core/store/eventText.ts'
import { createChains, hashOf, wholeLog, type Chains } from '#api/stores/chains.ts'

export interface Moved {
  events: number
  streams: number
  /** How many this run copied. */
  copied: number
  digest: string
}

export class CannotMove extends Error {}

/** Replaces an event that the source has truncated, so that later events keep their revisions. */
const FILLER = 'Forgotten'
const BATCH = 200

/**
 * Nothing may write to either store. Safe to interrupt and to repeat.
 * @param onProgress events done so far, and their part of the source, from 0 to 1
 * @throws CannotMove for a target with other events; BrokenChain for a damaged log; StoreUnavailable
 */
export async function moveLog(
  { from, to }: { from: EventStore; to: EventStore },
  onProgress: (events: number, part: number) => void = () => undefined,
): Promise<Moved> {
  const head = await from.head()
  const chains = createChains()
  const rest = wholeLog(from)
  const firstMissing = await skipCopied({ from, to }, rest, chains)
  const copiedBefore = chains.events()
  let batch: StoredEvent[] = []
  let bytes = 0

  async function flush(): Promise<void> {
    if (batch.length > 0) await copy(to, batch, chains)
    const last = batch.at(-1)
    if (last) onProgress(chains.events(), Number(last.position) / Number(head))
    batch = []
    bytes = 0
  }

  async function add(event: StoredEvent): Promise<void> {
    const isOtherStream = batch.length > 0 && batch[0]!.stream !== event.stream
    const size = bytesOf([event])
    if (isOtherStream || batch.length === BATCH || bytes + size > MAX_APPEND_BYTES) await flush()
    batch.push(event)
    bytes += size
  }

  if (firstMissing) await add(firstMissing)
  for await (const event of rest) await add(event)
  await flush()

  const digest = await sameDigest(to, chains)
  return {
    events: chains.events(),
    streams: chains.streams(),
    copied: chains.events() - copiedBefore,
    digest,
  }
}

/** Reads both logs side by side, and returns the first event of the source that the target lacks. */
async function skipCopied(
  { from, to }: { from: EventStore; to: EventStore },
  source: AsyncGenerator<StoredEvent, void, void>,
  chains: Chains,
): Promise<StoredEvent | undefined> {
  let next = (await source.next()).value ?? undefined
  const truncated = new Map<string, number>()
  for await (const event of wholeLog(to)) {
    if (next && isSame(next, event)) {
      chains.add(next)
      next = (await source.next()).value ?? undefined
    } else if (event.type === FILLER || (await isTruncated(from, event))) {
      truncated.set(event.stream, event.revision + 1)
    } else {
      throw new CannotMove(
        `The target differs from the source: ${event.stream} at revision ${event.revision} is another event`,
      )
    }
  }
  for (const [stream, before] of truncated) await to.truncate(stream, before)
  return next
}

function isSame(a: StoredEvent, b: StoredEvent): boolean {
  return a.stream === b.stream && a.revision === b.revision && hashOf(a) === hashOf(b)
}

/** Whether the source has truncated an event that was copied before. */
async function isTruncated(from: EventStore, { stream, revision }: StoredEvent): Promise<boolean> {
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

/** @param events of one stream, in order */
async function copy(to: EventStore, events: readonly StoredEvent[], chains: Chains): Promise<void> {
  const [first] = events
  const { stream, revision } = first!
  const isFirst = chains.revision(stream) < 0
  for (const event of events) chains.add(event)
  if (isFirst && revision > 0) await fillUpTo(to, first!)
  const copies = events.map(({ type, data, meta }): NewEvent => ({ type, data, meta }))
  await to.append(stream, revision - 1, copies)
  if (isFirst && revision > 0) await to.truncate(stream, revision)
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
  if (target.digest() !== source.digest())
    throw new CannotMove('The copy differs from the source: nothing may write to either log meanwhile')
  return target.digest()
}
