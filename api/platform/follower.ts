// Something that acts on events of the log, one after another, in order. It is safe to repeat, so what fails is
// tried again, and the log is followed from where it was.

import type { Logger } from 'pino'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { START, StoreUnavailable } from '#core/store/eventStore.ts'

const TRIES = 5

/** @param from `start`: everything that ever happened again at each start; `now`: only what comes. */
export function followLog(
  store: EventStore,
  name: string,
  act: (event: StoredEvent) => Promise<void> | void,
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
    const after = from === 'now' ? await present() : START
    for await (const batch of store.subscribe({ after, signal: abort.signal })) {
      for (const event of batch) await retry(event)
    }
  }

  /** A store that is away comes back; whatever is written until then is heard of by nobody yet, so nothing is missed. */
  async function present(): Promise<string> {
    for (;;)
      try {
        return await store.head()
      } catch (err) {
        if (!(err instanceof StoreUnavailable)) throw err
        if (abort.signal.aborted) return START
        log.error({ err, follower: name }, 'a follower cannot begin yet')
        await new Promise((wake) => setTimeout(wake, 500))
      }
  }

  async function retry(event: StoredEvent): Promise<void> {
    for (let attempt = 1; !abort.signal.aborted; attempt++)
      try {
        return await act(event)
      } catch (err) {
        log.error({ err, follower: name, position: event.position, attempt }, 'a follower failed')
        if (attempt === TRIES) return
        await new Promise((wake) => setTimeout(wake, 100 * attempt))
      }
  }
}
