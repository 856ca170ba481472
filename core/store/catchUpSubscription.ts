// A subscription over a log that can be read by position: it asks for what comes after the last event it gave and
// waits for the bell when there is nothing. No hole can open at the hand-over to live, because no other code runs
// between finding nothing and waiting; and a slow subscriber holds one batch, whatever the others do.

import type { StoredEvent } from '#core/store/eventStore.ts'

export interface Notifier {
  /** Wakes all who wait. To be rung after events have become readable. */
  notify(): void
  /** Ends with the next ring or when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>
  /** How many wait. */
  waiting(): number
  /** How often it was rung. */
  notifications(): number
}

export function createNotifier(): Notifier {
  const sleepers = new Set<() => void>()
  let rings = 0
  return {
    notify() {
      rings++
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
    notifications: () => rings,
  }
}

export interface SubscriptionSource {
  readAfter: ReadAfter
  notifier: Notifier
}

/** The oldest events after a position, at most `limit`; answers at once. */
export type ReadAfter = (position: string, limit: number) => StoredEvent[]

/**
 * Subscribers who stand at the same place are woken by the same ring and given the same events, not to be changed:
 * finding and parsing them for each of three took a fifth of the time of a command.
 */
export function shareReads(readAfter: ReadAfter, bell: Notifier): ReadAfter {
  let last: { rings: number; position: string; limit: number; events: StoredEvent[] } | undefined
  return (position, limit) => {
    const same = last?.rings === bell.notifications() && last.position === position && last.limit === limit
    if (last && same) return last.events
    const events = readAfter(position, limit)
    last = { rings: bell.notifications(), position, limit, events }
    return events
  }
}

export async function* catchUpSubscription(
  { readAfter, notifier }: SubscriptionSource,
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
      await notifier.wait(signal)
    }
  }
}
