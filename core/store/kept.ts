// Folded streams, kept by revision and bounded by the events they were folded from: folding 10,000 events for each
// command would be the whole cost of it.

import type { Decider, Fact, Meta, RecordedOf } from '#core/kernel/decider.ts'
import { Newest } from '#core/kernel/newest.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { NO_STREAM } from '#core/store/eventStore.ts'

/** One kind of stream: its name's beginning and its rulebook. */
export interface StreamKind<State, Command, F extends Fact> extends Decider<State, Command, F> {
  /** `money-` of `money-{tripId}`. */
  prefix: string
  /** Only the newest so many events are kept in the log. */
  keep?: number
  /**
   * Folded from its first event and the newest so many, not from all: for streams that grow for ever. The answer to a
   * repeat is told from the first event and the command's own.
   */
  window?: number
}

// A kind as the machinery sees it, whatever its state and facts are.
// oxlint-disable-next-line no-explicit-any
export type AnyKind = StreamKind<any, any, any>

/** A command that was done, by person and key. */
export interface Done {
  digest: string
  /** Revisions of its first and last fact. */
  first: number
  last: number
}

export interface Folded<State> {
  state: State
  revision: number
  /** SHA-256 of the last event, null before the first. Kept by the lanes, which go on with the chain. */
  hash: string | null
  done: Newest<Done>
}

/** A folded stream remembers this many commands (decisions §3). */
const DONE_KEPT = 10_000

export const doneKey = (actor: string, key: string): string => `${actor} ${key}`

/** A stream nobody has written yet. */
export function fresh<State>(kind: StreamKind<State, never, never> | AnyKind): Folded<State> {
  const done = new Newest<Done>(Math.min(kind.window ?? DONE_KEPT, DONE_KEPT))
  return { state: kind.initial() as State, revision: NO_STREAM, hash: null, done }
}

/** Takes one event in: state, revision, chain and the memory of its command. */
export function fold<State, F extends Fact>(
  kind: Pick<StreamKind<State, never, F>, 'evolve'> | AnyKind,
  folded: Folded<State>,
  codec: Codec,
  event: StoredEvent,
): void {
  kind.evolve(folded.state, codec.decode(event) as RecordedOf<F>)
  folded.revision = event.revision
  remember(folded.done, event.meta, event.revision)
}

function remember(done: Newest<Done>, meta: Meta, revision: number): void {
  const name = doneKey(meta.actor, meta.key)
  const known = done.get(name)
  if (known) known.last = revision
  else done.set(name, { digest: meta.digest, first: revision, last: revision })
}

/** Brings a folded stream up to the log's present: reads what came after its revision, and answers its end. */
export async function catchUp<State>(
  kind: AnyKind,
  folded: Folded<State>,
  store: EventStore,
  codec: Codec,
  stream: string,
): Promise<StoredEvent | undefined> {
  const tail = await unread(kind, folded, store, stream)
  for (const event of tail) fold(kind, folded, codec, event)
  return tail.at(-1)
}

async function unread(
  { window }: AnyKind,
  { revision }: Folded<unknown>,
  store: EventStore,
  stream: string,
): Promise<StoredEvent[]> {
  const from = revision + 1
  if (window === undefined) return store.read(stream, { from })
  if (from > 0) {
    const next = await store.read(stream, { from, limit: window + 1 })
    if (next.length <= window) return next
  }
  const newest = (await store.read(stream, { backward: true, limit: window })).reverse()
  if (from > 0 || newest.length < window) return newest
  const [first] = await store.read(stream, { limit: 1 })
  return first && first.revision < newest[0]!.revision ? [first, ...newest] : newest
}

/** What the answer to a repeat of this command is told from: the stream as it was just after it. */
export async function readUpTo(
  { window }: AnyKind,
  { first, last }: Done,
  store: EventStore,
  stream: string,
): Promise<StoredEvent[]> {
  const events =
    window === undefined
      ? await store.read(stream, { limit: last + 1 })
      : [
          ...(first > 0 ? await store.read(stream, { limit: 1 }) : []),
          ...(await store.read(stream, { from: first, limit: last - first + 1 })),
        ]
  return events.filter(({ revision }) => revision <= last)
}

/** Least recently used first out, by the number of events held. */
export class KeptStreams {
  readonly #kept = new Map<string, { folded: Folded<unknown>; events: number }>()
  readonly #limit: number
  #events = 0

  constructor(limitEvents: number) {
    this.#limit = limitEvents
  }

  get<State>(stream: string): Folded<State> | undefined {
    const entry = this.#kept.get(stream)
    if (!entry) return undefined
    this.#kept.delete(stream)
    this.#kept.set(stream, entry)
    return entry.folded as Folded<State>
  }

  set(stream: string, folded: Folded<unknown>, { window = Infinity }: AnyKind): void {
    this.drop(stream)
    const events = Math.min(folded.revision, window) + 2
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
