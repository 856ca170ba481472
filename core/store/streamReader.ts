// What a stream says now, for permission checks and rosters: folded state kept by revision, its tail read each
// time, so that another process' writes count at once. Lanes keep their own copy: theirs may run ahead of the log.

import type { Codec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { StoreUnavailable } from '#core/store/eventStore.ts'
import type { AnyStreamType, FoldedStream, StreamType } from '#core/store/streamCache.ts'
import { StreamCache, catchUpStream, emptyStream } from '#core/store/streamCache.ts'

// oxlint-disable-next-line no-explicit-any
type StateOf<Kind> = Kind extends StreamType<infer State, any, any> ? State : never

export interface StreamReader {
  /** The state of `{kind.prefix}{id}` as the log has it now. Not to be changed by the caller. */
  state<Kind extends AnyStreamType>(streamType: Kind, id: string): Promise<StateOf<Kind>>
  /** The same with the revision it was folded to (-1 where nothing was written). */
  folded<Kind extends AnyStreamType>(streamType: Kind, id: string): Promise<FoldedStream<StateOf<Kind>>>
  /**
   * The same as `state`; while the log cannot be reached, as it was read last. For reading alone: nothing may be
   * written because of it.
   * @throws StoreUnavailable for a stream that was never read here
   */
  lastKnown<Kind extends AnyStreamType>(streamType: Kind, id: string): Promise<StateOf<Kind>>
}

/** @param keepEvents about so many events stay folded in memory, over all streams. Reads throw StoreUnavailable. */
export function createStreamReader(store: EventStore, codec: Codec, keepEvents = 200_000): StreamReader {
  const cache = new StreamCache(keepEvents)
  const underway = new Map<string, Promise<FoldedStream<unknown>>>()

  // Two folds of the same tail into one state would count it twice, so one at a time; who asks while a read is
  // under way gets the next one, since that one may have begun before the write they must see.
  async function read(streamType: AnyStreamType, stream: string): Promise<FoldedStream<unknown>> {
    const before = underway.get(stream)
    const turn = (async () => {
      await before?.catch(() => undefined)
      const folded = cache.get(stream) ?? emptyStream(streamType)
      try {
        await catchUpStream(streamType, folded, store, codec, stream)
      } catch (error) {
        // A log that cannot be reached has changed nothing here.
        if (!(error instanceof StoreUnavailable)) cache.drop(stream)
        throw error
      }
      if (folded.revision >= 0) cache.set(stream, folded, streamType)
      return folded
    })()
    underway.set(stream, turn)
    try {
      return await turn
    } finally {
      if (underway.get(stream) === turn) underway.delete(stream)
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
        const known = error instanceof StoreUnavailable && cache.get(stream)
        if (!known) throw error
        return known.state as never
      }
    },
  }
}

/** A reader that reads each stream once: for one batch of commands, which are decided on the same present. */
export function readEachOnce(reader: StreamReader): StreamReader {
  const read = new Map<string, Promise<FoldedStream<unknown>>>()
  const folded: StreamReader['folded'] = (streamType, id) => {
    const stream = streamType.prefix + id
    let turn = read.get(stream)
    if (!turn) read.set(stream, (turn = reader.folded(streamType, id)))
    return turn as never
  }
  const state: StreamReader['state'] = async (streamType, id) => (await folded(streamType, id)).state
  return { folded, state, lastKnown: state }
}
