// A subscription over a log that can be read by position: it asks for what comes after the last event it gave and
// waits for the bell when there is nothing. No hole can open at the hand-over to live, because no other code runs
// between finding nothing and waiting; and a slow subscriber holds one batch, whatever the others do.

import type { StoredEvent } from '#core/store/eventStore.ts'

export interface Bell {
  /** Wakes all who wait. To be rung after events have become readable. */
  ring(): void
  /** Ends with the next ring or when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>
  /** How many wait. */
  waiting(): number
}

export function createBell(): Bell {
  const sleepers = new Set<() => void>()
  return {
    ring() {
      for (const wake of sleepers) wake()
    },
    wait: (signal) =>
      new Promise((resolve) => {
        const wake = () => {
          sleepers.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        if (signal.aborted) return resolve()
        sleepers.add(wake)
        signal.addEventListener('abort', wake)
      }),
    waiting: () => sleepers.size,
  }
}

export interface Followed {
  /** The oldest events after a position, at most `limit`; answers at once. */
  readAfter(position: string, limit: number): StoredEvent[]
  bell: Bell
}

export async function* follow(
  { readAfter, bell }: Followed,
  { after, signal, batch = 500 }: { after: string; signal: AbortSignal; batch?: number },
): AsyncGenerator<StoredEvent[], void, void> {
  let position = after
  while (!signal.aborted) {
    const events = readAfter(position, batch)
    const last = events.at(-1)
    if (last) {
      position = last.position
      yield events
    } else {
      await bell.wait(signal)
    }
  }
}
