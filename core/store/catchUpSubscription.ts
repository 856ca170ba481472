// A subscription over a log that can be read by position: it reads the events after the last one it yielded and waits
// for the notifier when there are none. No event is missed between catching up and live, because no other code runs
// between finding none and waiting. A slow subscriber holds one batch, whatever the others do.

import type { StoredEvent } from '#core/store/eventStore.ts'

export interface Notifier {
  /** Wakes all waiting subscribers. Called after events have become readable. */
  notify(): void
  /** Resolves with the next notification or when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>
  waiting(): number
  notifications(): number
}

export function createNotifier(): Notifier {
  const waiters = new Set<() => void>()
  let notifications = 0
  return {
    notify() {
      notifications++
      for (const wake of waiters) wake()
    },
    wait: (signal) =>
      new Promise((resolve) => {
        const wake = () => {
          waiters.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        if (signal.aborted) return resolve()
        waiters.add(wake)
        signal.addEventListener('abort', wake)
      }),
    waiting: () => waiters.size,
    notifications: () => notifications,
  }
}

export interface SubscriptionSource {
  readAfter: ReadAfter
  notifier: Notifier
}

/** The oldest events after a position, at most `limit`. */
export type ReadAfter = (position: string, limit: number) => StoredEvent[]

/**
 * Subscribers at the same position share one read and its events, which none of them may change: reading and parsing
 * for each of three takes a fifth of the time of a command.
 */
export function shareReads(readAfter: ReadAfter, notifier: Notifier): ReadAfter {
  let last: { notifications: number; position: string; limit: number; events: StoredEvent[] } | undefined
  return (position, limit) => {
    const same =
      last?.notifications === notifier.notifications() && last.position === position && last.limit === limit
    if (last && same) return last.events
    const events = readAfter(position, limit)
    last = { notifications: notifier.notifications(), position, limit, events }
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
