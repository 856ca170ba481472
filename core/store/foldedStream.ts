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
  if (event.type !== CHAIN_RELINKED)
    streamType.evolve(folded.state, codec.decode(event) as RecordedEventOf<E>)
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
  const tail = await readNewEvents(streamType, folded, store, stream)
  for (const event of tail) foldEvent(streamType, folded, codec, event)
  return tail.at(-1)
}

async function readNewEvents(
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

/** The events that give the stream as it was just after the command: its state for the response to a retry. */
export async function readForReplay(
  { foldWindow }: AnyStreamType,
  completed: CompletedCommand,
  store: EventStore,
  stream: string,
): Promise<StoredEvent[]> {
  const { first, last } = completed
  const events =
    foldWindow === undefined
      ? await store.read(stream, { limit: last + 1 })
      : [
          ...(first > 0 ? await store.read(stream, { limit: 1 }) : []),
          ...(await readOwnEvents(completed, store, stream)),
        ]
  return events.filter(({ revision }) => revision <= last)
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
