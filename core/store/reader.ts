// What a stream says now, for permission checks and rosters: folded state kept by revision, its tail read each
// time, so that another process' writes count at once. Lanes keep their own copy: theirs may run ahead of the log.

import type { Codec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { StoreUnavailable } from '#core/store/eventStore.ts'
import type { AnyKind, Folded, StreamKind } from '#core/store/kept.ts'
import { KeptStreams, catchUp, fresh } from '#core/store/kept.ts'

// oxlint-disable-next-line no-explicit-any
type StateOf<Kind> = Kind extends StreamKind<infer State, any, any> ? State : never

export interface Reader {
  /** The state of `{kind.prefix}{id}` as the log has it now. Not to be changed by the caller. */
  state<Kind extends AnyKind>(kind: Kind, id: string): Promise<StateOf<Kind>>
  /** The same with the revision it was folded to (-1 where nothing was written). */
  folded<Kind extends AnyKind>(kind: Kind, id: string): Promise<Folded<StateOf<Kind>>>
  /**
   * The same as `state`; while the log cannot be reached, as it was read last. For reading alone: nothing may be
   * written because of it.
   * @throws StoreUnavailable for a stream that was never read here
   */
  lastKnown<Kind extends AnyKind>(kind: Kind, id: string): Promise<StateOf<Kind>>
}

/** @param keepEvents about so many events stay folded in memory, over all streams. Reads throw StoreUnavailable. */
export function createReader(store: EventStore, codec: Codec, keepEvents = 200_000): Reader {
  const kept = new KeptStreams(keepEvents)
  const underway = new Map<string, Promise<Folded<unknown>>>()

  // Two folds of the same tail into one state would count it twice, so one at a time; who asks while a read is
  // under way gets the next one, since that one may have begun before the write they must see.
  async function read(kind: AnyKind, stream: string): Promise<Folded<unknown>> {
    const before = underway.get(stream)
    const turn = (async () => {
      await before?.catch(() => undefined)
      const folded = kept.get(stream) ?? fresh(kind)
      try {
        await catchUp(kind, folded, store, codec, stream)
      } catch (error) {
        // A log that cannot be reached has changed nothing here.
        if (!(error instanceof StoreUnavailable)) kept.drop(stream)
        throw error
      }
      if (folded.revision >= 0) kept.set(stream, folded, kind)
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
    state: async (kind, id) => (await read(kind, kind.prefix + id)).state as never,
    folded: async (kind, id) => (await read(kind, kind.prefix + id)) as never,
    async lastKnown(kind, id) {
      const stream = kind.prefix + id
      try {
        return (await read(kind, stream)).state as never
      } catch (error) {
        const known = error instanceof StoreUnavailable && kept.get(stream)
        if (!known) throw error
        return known.state as never
      }
    },
  }
}

/** A reader that reads each stream once: for one batch of commands, which are decided on the same present. */
export function once(reader: Reader): Reader {
  const read = new Map<string, Promise<Folded<unknown>>>()
  const folded: Reader['folded'] = (kind, id) => {
    const stream = kind.prefix + id
    let turn = read.get(stream)
    if (!turn) read.set(stream, (turn = reader.folded(kind, id)))
    return turn as never
  }
  const state: Reader['state'] = async (kind, id) => (await folded(kind, id)).state
  return { folded, state, lastKnown: state }
}
