// What each reader of the test server is shown. EventStoreDB decides an append by what its writer knows, and shows an event
// only once it is indexed and, in a cluster, replicated: an append may be refused because of an event that no read shows
// yet. An append gets its response when every reader is shown its events.

import { setTimeout as after } from 'node:timers/promises'

export interface Visibility {
  /** The newest position that this reader is shown. */
  of(reader: string): number
  /** Resolves when every reader is shown the events up to this position. */
  written(position: number): Promise<void>
}

/** Least and most milliseconds until a reader is shown an event, each time at random. */
export type ReadDelay = readonly [least: number, most: number]

/** A reader that has not come yet. */
const ANYBODY = ''

/**
 * @param begin the newest position that everybody is shown from the start
 * @param onShown called when a reader is shown new events
 */
export function createVisibility(
  begin: number,
  readDelay: ReadDelay | undefined,
  onShown: () => void,
): Visibility {
  if (!readDelay) return { of: () => Infinity, written: async () => onShown() }
  const [least, most] = readDelay
  const shown = new Map([[ANYBODY, begin]])

  function show(reader: string, position: number): void {
    shown.set(reader, Math.max(shown.get(reader)!, position))
    onShown()
  }

  return {
    of(reader) {
      const position = shown.get(reader) ?? shown.get(ANYBODY)!
      shown.set(reader, position)
      return position
    },
    async written(position) {
      await Promise.all(
        [...shown.keys()].map(async (reader) => {
          await after(least + Math.random() * (most - least), undefined, { ref: false })
          show(reader, position)
        }),
      )
      // Readers that came meanwhile.
      for (const reader of shown.keys()) show(reader, position)
    },
  }
}
