// Folds a stream into its state, its revision and its completed commands.

import type { DomainEvent, EventMetadata, RecordedEventOf } from '#core/kernel/decider.ts'
import { BoundedMap } from '#core/kernel/boundedMap.ts'
import { CHAIN_RELINKED, STREAM_ERASED, type Codec } from '#core/store/codec.ts'
import { NO_STREAM, START, type EventStore, type StoredEvent } from '#core/store/eventStore.ts'
import type { AnyStreamType, StreamType } from '#core/store/streamType.ts'

export interface CompletedCommand {
  digest: string
  /** Revisions of its first and last event. */
  first: number
  last: number
}

export interface FoldedStream<State> {
  state: State
  revision: number
  /**
   * SHA-256 of the last event, null before the first. Only the command handler maintains it, to continue the hash
   * chain.
   */
  hash: string | null
  /** Of the last event in the log, `START` before the first. Only the command handler maintains it. */
  position: string
  completed: BoundedMap<CompletedCommand>
  /** What it counts in a cache: the weight of all events folded. */
  weight: number
  /** Its last event is `StreamErased`: it has no state, and takes no command. */
  isErased: boolean
}

/** Completed commands that a folded stream remembers (docs/decisions.md §3). */
const COMPLETED_LIMIT = 10_000

export const commandKey = (actor: string, key: string): string => `${actor} ${key}`

export function emptyStream<State>(
  streamType: StreamType<State, never, never> | AnyStreamType,
): FoldedStream<State> {
  const completed = new BoundedMap<CompletedCommand>(
    Math.min(streamType.foldWindow ?? COMPLETED_LIMIT, COMPLETED_LIMIT),
  )
  return {
    state: streamType.initialState() as State,
    revision: NO_STREAM,
    hash: null,
    position: START,
    completed,
    weight: 1,
    isErased: false,
  }
}

/** Folds one event into the state, the revision and the completed commands. */
export function foldEvent<State, E extends DomainEvent>(
  streamType: StreamType<State, never, E> | AnyStreamType,
  folded: FoldedStream<State>,
  codec: Codec,
  event: StoredEvent,
): void {
  if (event.type === STREAM_ERASED) {
    Object.assign(folded, emptyStream(streamType), {
      hash: folded.hash,
      position: folded.position,
      isErased: true,
      revision: event.revision,
    })
    return
  }
  if (event.type === CHAIN_RELINKED) folded.weight++
  else {
    const decoded = codec.decode(event) as RecordedEventOf<E>
    streamType.evolve(folded.state, decoded)
    folded.weight += streamType.weight?.(decoded) ?? 1
  }
  folded.revision = event.revision
  recordCommand(folded.completed, event.meta, event.revision)
}

function recordCommand(done: BoundedMap<CompletedCommand>, meta: EventMetadata, revision: number): void {
  const name = commandKey(meta.actor, meta.key)
  const command = done.get(name)
  if (command) command.last = revision
  else done.set(name, { digest: meta.digest, first: revision, last: revision })
}

/** Folds the events after the stream's revision, and returns the last of them. */
export async function catchUpStream<State>(
  streamType: AnyStreamType,
  folded: FoldedStream<State>,
  store: EventStore,
  codec: Codec,
  stream: string,
): Promise<StoredEvent | undefined> {
  let last: StoredEvent | undefined
  for await (const page of newEvents(streamType, folded, store, stream)) {
    for (const event of page) foldEvent(streamType, folded, codec, event)
    last = page.at(-1) ?? last
  }
  return last
}

async function* newEvents(
  { foldWindow }: AnyStreamType,
  { revision }: FoldedStream<unknown>,
  store: EventStore,
  stream: string,
): AsyncGenerator<StoredEvent[]> {
  const from = revision + 1
  if (foldWindow === undefined) yield* readInPages(store, stream, from)
  else yield await readWindow(foldWindow, from, store, stream)
}

const PAGE_SIZE = 500

/** The events from this revision on, oldest first, in pages, of which none is in memory for longer. */
export async function* readInPages(
  store: Pick<EventStore, 'read' | 'readPages'>,
  stream: string,
  first: number,
): AsyncGenerator<StoredEvent[], void> {
  if (store.readPages) return yield* store.readPages(stream, first)
  for (let from = first; ;) {
    const page = await store.read(stream, { from, limit: PAGE_SIZE })
    yield page
    if (page.length < PAGE_SIZE) return
    // Where the oldest events are truncated, a page begins later than was asked for.
    from = page.at(-1)!.revision + 1
  }
}

/** All events up to this revision, oldest first. */
export async function* readThrough(
  store: EventStore,
  stream: string,
  last: number,
): AsyncGenerator<StoredEvent, void> {
  for await (const page of readInPages(store, stream, 0)) {
    yield* page.filter(({ revision }) => revision <= last)
    if ((page.at(-1)?.revision ?? last) >= last) return
  }
}

async function readWindow(
  foldWindow: number,
  from: number,
  store: EventStore,
  stream: string,
): Promise<StoredEvent[]> {
  if (from > 0) {
    const next = await store.read(stream, { from, limit: foldWindow + 1 })
    if (next.length <= foldWindow) return next
  }
  const newest = (await store.read(stream, { backward: true, limit: foldWindow })).reverse()
  if (from > 0 || newest.length < foldWindow) return newest
  const [first] = await store.read(stream, { limit: 1 })
  return first && first.revision < newest[0]!.revision ? [first, ...newest] : newest
}

/** The events that give the stream as it was just after the command: its state for the response to a retry. */
export async function* readForReplay(
  { foldWindow }: AnyStreamType,
  completed: CompletedCommand,
  store: EventStore,
  stream: string,
): AsyncGenerator<StoredEvent> {
  const { first, last } = completed
  if (foldWindow !== undefined) {
    if (first > 0) yield* (await store.read(stream, { limit: 1 })).filter(({ revision }) => revision < first)
    yield* await readOwnEvents(completed, store, stream)
    return
  }
  yield* readThrough(store, stream, last)
}

/** The events of the command, without those that are truncated. */
export async function readOwnEvents(
  { first, last }: CompletedCommand,
  store: EventStore,
  stream: string,
): Promise<StoredEvent[]> {
  const events = await store.read(stream, { from: first, limit: last - first + 1 })
  return events.filter(({ revision }) => revision <= last)
}
