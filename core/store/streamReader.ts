// Reads the current state of streams, for permission checks and rosters. It caches folded states. Another process's writes
// count at once: the tail of a stream is read each time, unless the store knows that nobody has appended to it since. The
// command handler has a cache of its own, because its states may be ahead of the log.

import type { Codec } from '#core/store/codec.ts'
import { StoreUnavailable, type EventStore } from '#core/store/eventStore.ts'
import { type FoldedStream, catchUpStream, emptyStream } from '#core/store/foldedStream.ts'
import { StreamCache } from '#core/store/streamCache.ts'
import type { AnyStreamType, StreamType } from '#core/store/streamType.ts'

// oxlint-disable-next-line no-explicit-any
type StateOf<Type> = Type extends StreamType<infer State, any, any> ? State : never

export interface StreamReader {
  /** The state of `{streamType.prefix}{id}` as the log has it now. The caller must not change it. */
  state<Type extends AnyStreamType>(streamType: Type, id: string): Promise<StateOf<Type>>
  /** The same with the revision it was folded to (-1 where nothing was written). */
  folded<Type extends AnyStreamType>(streamType: Type, id: string): Promise<FoldedStream<StateOf<Type>>>
  /**
   * As `state`; while the log cannot be reached, the state read last. For reading only: nothing may be written because
   * of it.
   * @throws StoreUnavailable for a stream that was never read here
   */
  lastKnown<Type extends AnyStreamType>(streamType: Type, id: string): Promise<StateOf<Type>>
}

/** @param maxCachedEvents size of the cache, in folded events of 500 characters over all streams. Reads throw StoreUnavailable. */
export function createStreamReader(store: EventStore, codec: Codec, maxCachedEvents = 200_000): StreamReader {
  const cache = new StreamCache(maxCachedEvents)
  const pendingReads = new Map<string, Promise<FoldedStream<unknown>>>()
  let appendedSince: (() => ReadonlySet<string> | null) | undefined
  /** The states whose streams have no later append, according to `appendedSince`. */
  let current = new WeakSet<FoldedStream<unknown>>()
  const beingRead = new Map<string, FoldedStream<unknown>>()

  /** Removes from `current` the states of streams with later appends. */
  function forgetAppended(): void {
    appendedSince ??= store.trackAppends?.()
    const appended = appendedSince?.()
    if (appended === null) current = new WeakSet()
    else
      for (const stream of appended ?? [])
        for (const folded of [cache.get(stream), beingRead.get(stream)]) if (folded) current.delete(folded)
  }

  // Reads of one stream run one after another, because two reads would both fold the same new events. A caller never
  // shares the read of an earlier caller, which may have begun before the write that this caller must see.
  async function read(streamType: AnyStreamType, stream: string): Promise<FoldedStream<unknown>> {
    const previous = pendingReads.get(stream)
    const pendingRead = (async () => {
      await previous?.catch(() => undefined)
      forgetAppended()
      const cached = cache.get(stream)
      if (cached && current.has(cached)) return cached
      const folded = cached ?? emptyStream(streamType)
      // Marked current before the read: an append noticed during the read removes the mark.
      if (appendedSince) current.add(folded)
      beingRead.set(stream, folded)
      try {
        await catchUpStream(streamType, folded, store, codec, stream)
      } catch (error) {
        current.delete(folded)
        // An outage has changed nothing in the cache.
        if (!(error instanceof StoreUnavailable)) cache.delete(stream)
        throw error
      } finally {
        beingRead.delete(stream)
      }
      if (folded.revision >= 0) cache.set(stream, folded, streamType)
      return folded
    })()
    pendingReads.set(stream, pendingRead)
    try {
      return await pendingRead
    } finally {
      if (pendingReads.get(stream) === pendingRead) pendingReads.delete(stream)
    }
  }

  return {
    state: async (streamType, id) => (await read(streamType, streamType.prefix + id)).state as never,
    folded: async (streamType, id) => (await read(streamType, streamType.prefix + id)) as never,
    async lastKnown(streamType, id) {
      const stream = streamType.prefix + id
      try {
        return (await read(streamType, stream)).state as never
      } catch (error) {
        const cached = error instanceof StoreUnavailable && cache.get(stream)
        if (!cached) throw error
        return cached.state as never
      }
    },
  }
}

/** Reads each stream once, for one batch of commands, so that all are decided on the same state of other streams. */
export function readEachOnce(reader: StreamReader): StreamReader {
  const read = new Map<string, Promise<FoldedStream<unknown>>>()
  const folded: StreamReader['folded'] = (streamType, id) => {
    const stream = streamType.prefix + id
    let reading = read.get(stream)
    if (!reading) read.set(stream, (reading = reader.folded(streamType, id)))
    return reading as never
  }
  const state: StreamReader['state'] = async (streamType, id) => (await folded(streamType, id)).state
  return { folded, state, lastKnown: state }
}
