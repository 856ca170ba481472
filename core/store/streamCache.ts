// Caches folded streams, those used last, up to a total number of events: folding 10,000 events for each command would be
// most of its cost.

import { BoundedMap } from '#core/kernel/boundedMap.ts'
import type { FoldedStream } from '#core/store/foldedStream.ts'
import type { AnyStreamType } from '#core/store/streamType.ts'

export class StreamCache {
  readonly #streams: BoundedMap<{ folded: FoldedStream<unknown>; events: number }>

  constructor(limitEvents: number) {
    this.#streams = new BoundedMap(limitEvents)
  }

  get<State>(stream: string): FoldedStream<State> | undefined {
    const entry = this.#streams.get(stream)
    if (entry) this.#streams.set(stream, entry, entry.events)
    return entry?.folded as FoldedStream<State> | undefined
  }

  set(stream: string, folded: FoldedStream<unknown>, { foldWindow = Infinity }: AnyStreamType): void {
    const events = Math.min(folded.revision, foldWindow) + 2
    this.#streams.set(stream, { folded, events }, events)
  }

  delete(stream: string): void {
    this.#streams.delete(stream)
  }
}
