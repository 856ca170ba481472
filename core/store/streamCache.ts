// Folded streams, kept by revision and bounded by the events they were folded from: folding 10,000 events for each
// command would be the whole cost of it.

import type { Decider, DomainEvent, EventMetadata, RecordedEventOf } from '#core/kernel/decider.ts'
import { Newest } from '#core/kernel/newest.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { NO_STREAM } from '#core/store/eventStore.ts'

/** One kind of stream: its name's beginning and its rulebook. */
export interface StreamType<State, Command, E extends DomainEvent> extends Decider<State, Command, E> {
  /** `money-` of `money-{tripId}`. */
  prefix: string
  /** Only the newest so many events are kept in the log. */
  maxEvents?: number
  /**
   * Folded from its first event and the newest so many, not from all: for streams that grow for ever. The answer to a
   * repeat is told from the first event and the command's own.
   */
  foldWindow?: number
}

// A kind as the machinery sees it, whatever its state and events are.
// oxlint-disable-next-line no-explicit-any
export type AnyStreamType = StreamType<any, any, any>

/** A command that was done, by person and key. */
export interface CompletedCommand {
  digest: string
  /** Revisions of its first and last event. */
  first: number
  last: number
}

export interface FoldedStream<State> {
  state: State
  revision: number
  /** SHA-256 of the last event, null before the first. Kept by the lanes, which go on with the chain. */
  hash: string | null
  completed: Newest<CompletedCommand>
}

/** A folded stream remembers this many commands (decisions §3). */
const DONE_KEPT = 10_000

export const commandKey = (actor: string, key: string): string => `${actor} ${key}`

/** A stream nobody has written yet. */
export function emptyStream<State>(
  streamType: StreamType<State, never, never> | AnyStreamType,
): FoldedStream<State> {
  const completed = new Newest<CompletedCommand>(Math.min(streamType.foldWindow ?? DONE_KEPT, DONE_KEPT))
  return { state: streamType.initialState() as State, revision: NO_STREAM, hash: null, completed }
}

/** Takes one event in: state, revision, chain and the memory of its command. */
export function foldEvent<State, E extends DomainEvent>(
  streamType: Pick<StreamType<State, never, E>, 'evolve'> | AnyStreamType,
  folded: FoldedStream<State>,
  codec: Codec,
  event: StoredEvent,
): void {
  streamType.evolve(folded.state, codec.decode(event) as RecordedEventOf<E>)
  folded.revision = event.revision
  remember(folded.completed, event.meta, event.revision)
}

function remember(done: Newest<CompletedCommand>, meta: EventMetadata, revision: number): void {
  const name = commandKey(meta.actor, meta.key)
  const known = done.get(name)
  if (known) known.last = revision
  else done.set(name, { digest: meta.digest, first: revision, last: revision })
}

/** Brings a folded stream up to the log's present: reads what came after its revision, and answers its end. */
export async function catchUpStream<State>(
  streamType: AnyStreamType,
  folded: FoldedStream<State>,
  store: EventStore,
  codec: Codec,
  stream: string,
): Promise<StoredEvent | undefined> {
  const tail = await unread(streamType, folded, store, stream)
  for (const event of tail) foldEvent(streamType, folded, codec, event)
  return tail.at(-1)
}

async function unread(
  { foldWindow }: AnyStreamType,
  { revision }: FoldedStream<unknown>,
  store: EventStore,
  stream: string,
): Promise<StoredEvent[]> {
  const from = revision + 1
  if (foldWindow === undefined) return store.read(stream, { from })
  if (from > 0) {
    const next = await store.read(stream, { from, limit: foldWindow + 1 })
    if (next.length <= foldWindow) return next
  }
  const newest = (await store.read(stream, { backward: true, limit: foldWindow })).reverse()
  if (from > 0 || newest.length < foldWindow) return newest
  const [first] = await store.read(stream, { limit: 1 })
  return first && first.revision < newest[0]!.revision ? [first, ...newest] : newest
}

/** What the answer to a repeat of this command is told from: the stream as it was just after it. */
export async function readForReplay(
  { foldWindow }: AnyStreamType,
  { first, last }: CompletedCommand,
  store: EventStore,
  stream: string,
): Promise<StoredEvent[]> {
  const events =
    foldWindow === undefined
      ? await store.read(stream, { limit: last + 1 })
      : [
          ...(first > 0 ? await store.read(stream, { limit: 1 }) : []),
          ...(await store.read(stream, { from: first, limit: last - first + 1 })),
        ]
  return events.filter(({ revision }) => revision <= last)
}

/** Least recently used first out, by the number of events held. */
export class StreamCache {
  readonly #kept = new Map<string, { folded: FoldedStream<unknown>; events: number }>()
  readonly #limit: number
  #events = 0

  constructor(limitEvents: number) {
    this.#limit = limitEvents
  }

  get<State>(stream: string): FoldedStream<State> | undefined {
    const entry = this.#kept.get(stream)
    if (!entry) return undefined
    this.#kept.delete(stream)
    this.#kept.set(stream, entry)
    return entry.folded as FoldedStream<State>
  }

  set(stream: string, folded: FoldedStream<unknown>, { foldWindow = Infinity }: AnyStreamType): void {
    this.drop(stream)
    const events = Math.min(folded.revision, foldWindow) + 2
    this.#kept.set(stream, { folded, events })
    this.#events += events
    for (const oldest of this.#kept.keys()) {
      if (this.#events <= this.#limit || oldest === stream) break
      this.drop(oldest)
    }
  }

  drop(stream: string): void {
    const entry = this.#kept.get(stream)
    if (!entry) return
    this.#kept.delete(stream)
    this.#events -= entry.events
  }
}
