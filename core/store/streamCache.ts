// Caches folded streams, those used last, up to a total weight in events of 500 characters: folding 10,000 events for
// each command would be most of its cost, and one event may be an import of 256 KB. The newest stream stays at any weight.

import { BoundedMap } from '#core/kernel/boundedMap.ts'
import type { FoldedStream } from '#core/store/foldedStream.ts'
import type { AnyStreamType } from '#core/store/streamType.ts'

export class StreamCache {
  readonly #streams: BoundedMap<{ folded: FoldedStream<unknown>; weight: number }>

  constructor(limitEvents: number) {
    this.#streams = new BoundedMap(limitEvents)
  }

  get<State>(stream: string): FoldedStream<State> | undefined {
    const entry = this.#streams.get(stream)
    if (entry) this.#streams.set(stream, entry, entry.weight)
    return entry?.folded as FoldedStream<State> | undefined
  }

  set(stream: string, folded: FoldedStream<unknown>, { foldWindow = Infinity }: AnyStreamType): void {
    const weight = Math.min(folded.weight, foldWindow + 2)
    this.#streams.set(stream, { folded, weight }, weight)
  }

  delete(stream: string): void {
    this.#streams.delete(stream)
  }
}
