// Follows the log and runs an action for each event, one after another. Actions are safe to repeat, so a failed one is
// retried.

import type { Logger } from 'pino'
import { START, StoreUnavailable, type EventStore, type StoredEvent } from '#core/store/eventStore.ts'

const MAX_ATTEMPTS = 5

/** @param from `start`: all events again at each start; `now`: only new events */
export function followLog(
  store: EventStore,
  name: string,
  action: (event: StoredEvent) => Promise<void> | void,
  log: Logger,
  from: 'start' | 'now',
): { stop(): Promise<void> } {
  const abort = new AbortController()
  const running = run()
  return {
    async stop() {
      abort.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    const after = from === 'now' ? await currentHead() : START
    for await (const batch of store.subscribe({ after, signal: abort.signal })) {
      for (const event of batch) await retry(event)
    }
  }

  /** Waits while the store is unavailable. No event of this time was published yet, so none is missed. */
  async function currentHead(): Promise<string> {
    for (;;)
      try {
        return await store.head()
      } catch (err) {
        if (!(err instanceof StoreUnavailable)) throw err
        if (abort.signal.aborted) return START
        log.error({ err, follower: name }, 'a follower of the log cannot start yet')
        await new Promise((wake) => setTimeout(wake, 500))
      }
  }

  async function retry(event: StoredEvent): Promise<void> {
    for (let attempt = 1; !abort.signal.aborted; attempt++)
      try {
        return await action(event)
      } catch (err) {
        log.error({ err, follower: name, position: event.position, attempt }, 'a follower of the log failed')
        if (attempt === MAX_ATTEMPTS) return
        await new Promise((wake) => setTimeout(wake, 100 * attempt))
      }
  }
}
