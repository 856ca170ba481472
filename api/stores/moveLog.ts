// Copies a log into another store: in its order, at the same revisions, so that the hash chains hold on. A target that
// has the beginning already is gone on with, one that has anything else is refused before anything is written.

import { WrongRevision, type EventStore, type NewEvent, type StoredEvent } from '#core/store/eventStore.ts'
import { createChains, hashOf, wholeLog, type Chains } from '#api/stores/chains.ts'

export interface Moved {
  events: number
  streams: number
  /** How many of them this run copied. */
  copied: number
  digest: string
}

export class CannotMove extends Error {}

/** In the place of an event that the source has forgotten, so that those after it keep their revisions. */
const FILLER = 'Forgotten'
const BATCH = 200
/** Bytes of JSON in one append; the smallest limit of an EventStoreDB is a mebibyte. */
const BATCH_BYTES = 500_000

/**
 * Both must be at rest. Safe to break off and to repeat.
 * @param onProgress events done so far, and which part of the source that is, from 0 to 1
 * @throws CannotMove for a target with something else; BrokenChain for a damaged log; StoreUnavailable
 */
export async function moveLog(
  { from, to }: { from: EventStore; to: EventStore },
  onProgress: (events: number, part: number) => void = () => undefined,
): Promise<Moved> {
  const head = await from.head()
  const chains = createChains()
  const rest = wholeLog(from)
  const waiting = await skipWhatIsThere({ from, to }, rest, chains)
  const there = chains.events()
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
    const isOther = batch.length > 0 && batch[0]!.stream !== event.stream
    if (isOther || batch.length === BATCH || bytes > BATCH_BYTES) await flush()
    batch.push(event)
    bytes += JSON.stringify([event.data, event.meta]).length
  }

  if (waiting) await add(waiting)
  for await (const event of rest) await add(event)
  await flush()

  const digest = await sameDigest(to, chains)
  return { events: chains.events(), streams: chains.streams(), copied: chains.events() - there, digest }
}

interface Both {
  from: EventStore
  to: EventStore
}

/** Walks both logs side by side, and answers the first event of the source that the target does not have. */
async function skipWhatIsThere(
  { from, to }: Both,
  source: AsyncGenerator<StoredEvent, void, void>,
  chains: Chains,
): Promise<StoredEvent | undefined> {
  let next = (await source.next()).value ?? undefined
  const gone = new Map<string, number>()
  for await (const event of wholeLog(to)) {
    if (next && isSame(next, event)) {
      chains.take(next)
      next = (await source.next()).value ?? undefined
    } else if (event.type === FILLER || (await isForgotten(from, event))) {
      gone.set(event.stream, event.revision + 1)
    } else {
      const place = `${event.stream} at revision ${event.revision}`
      throw new CannotMove(`The target has something else: ${place} is not what the source has there`)
    }
  }
  for (const [stream, before] of gone) await to.truncate(stream, before)
  return next
}

function isSame(one: StoredEvent, other: StoredEvent): boolean {
  return one.stream === other.stream && one.revision === other.revision && hashOf(one) === hashOf(other)
}

/** Copied once, and forgotten by the source since. */
async function isForgotten(from: EventStore, { stream, revision }: StoredEvent): Promise<boolean> {
  const [first] = await from.read(stream, { from: revision, limit: 1 })
  return (first?.revision ?? (await lastRevision(from, stream)) + 1) > revision
}

/** Also of a stream whose events are all forgotten: no stream is ever where this append asks for, so it only asks. */
async function lastRevision(store: EventStore, stream: string): Promise<number> {
  const nowhere = 2 ** 50
  const meta = { actor: 'system', at: '', key: '', digest: '', requestId: '', v: 1, prev: null }
  try {
    const { revision } = await store.append(stream, nowhere, [{ type: FILLER, data: {}, meta }])
    throw new Error(`${stream} was at ${revision}`)
  } catch (error) {
    if (error instanceof WrongRevision) return error.actual
    throw error
  }
}

/** @param events of one stream, one after another */
async function copy(to: EventStore, events: readonly StoredEvent[], chains: Chains): Promise<void> {
  const [first] = events
  const { stream, revision } = first!
  const isFirst = chains.revision(stream) < 0
  for (const event of events) chains.take(event)
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

/** Reads what was written, all of it. */
async function sameDigest(to: EventStore, source: Chains): Promise<string> {
  const target = createChains()
  for await (const event of wholeLog(to)) target.take(event)
  if (target.digest() !== source.digest())
    throw new CannotMove(
      'What the target has now is not what the source has: nothing may write to either of them',
    )
  return target.digest()
}
