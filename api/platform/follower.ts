// Follows the log and runs an action for each event, one after another. Actions are safe to repeat, and after later ones,
// so a failed one is retried, and the next start may repeat some.

import type { Logger } from 'pino'
import { START, StoreUnavailable, type EventStore, type StoredEvent } from '#core/store/eventStore.ts'
import { createYielder } from '#api/platform/yielder.ts'

/**
 * After this many failures an event is postponed, so that it does not hold up the others. It is never dropped
 * (docs/decisions/0158).
 */
const MAX_ATTEMPTS = 5
/** When postponed events are tried again, for example after the failure of a store. */
const RETRY_AFTER_MS = 60_000
/** How often the position of a follower is stored. */
const STORE_EVERY_MS = 1000

export interface FollowerPosition {
  read(): Promise<string>
  /** All events up to here are done. */
  move(position: string): Promise<void>
}

/** @param from `now`: only new events; a position: the events after it, which moves along */
export function followLog(
  store: EventStore,
  name: string,
  action: (event: StoredEvent) => Promise<void> | void,
  log: Logger,
  from: 'now' | FollowerPosition,
): { stop(): Promise<void> } {
  const abort = new AbortController()
  const stopped = new Promise<undefined>((resolve) =>
    abort.signal.addEventListener('abort', () => resolve(undefined)),
  )
  /** The last position that is not stored yet. */
  let done: string | undefined
  let storing: NodeJS.Timeout | undefined
  /** Settles when no position is being stored. */
  let stored = Promise.resolve()
  /** The last event that was tried, in the order of the log. */
  let lastTried: StoredEvent
  /** The position stays before these, so that the next start tries them again if no retry succeeded. */
  const postponed: StoredEvent[] = []
  let retrying: NodeJS.Timeout | undefined
  /** Settles when no action runs. */
  let lastJob = Promise.resolve()
  const yieldIfLong = createYielder()
  const running = run()
  // It rejects for a log that cannot be followed, such as a damaged one. Nobody would notice that it is not followed any
  // more, so the process ends, and its supervisor starts it again.
  running.catch((error: unknown) => setImmediate(() => throwError(error)))
  return {
    async stop() {
      abort.abort()
      clearTimeout(retrying)
      await running
    },
  }

  async function run(): Promise<void> {
    const read = () => (from === 'now' ? store.head() : from.read())
    const after = await Promise.race([untilAvailable(read), stopped])
    if (after === undefined) return
    for await (const batch of store.subscribe({ after, signal: abort.signal }))
      await inTurn(() => {
        lastTried = batch.at(-1)!
        return runActions(batch)
      })
    await lastJob
    await storePosition()
  }

  function inTurn(job: () => Promise<void>): Promise<void> {
    lastJob = lastJob.then(job)
    return lastJob
  }

  async function runActions(events: readonly StoredEvent[], attempts = MAX_ATTEMPTS): Promise<void> {
    for (const event of events) {
      if (!(await succeeds(event, attempts))) postponed.push(event)
      await yieldIfLong()
    }
    if (abort.signal.aborted) return
    if (postponed.length === 0) moveTo(lastTried.position)
    else retrying ??= setTimeout(retry, RETRY_AFTER_MS).unref()
  }

  function retry(): void {
    retrying = undefined
    void inTurn(() => runActions(postponed.splice(0), 1))
  }

  function moveTo(position: string): void {
    if (from === 'now') return
    done = position
    storing ??= setTimeout(() => void storePosition(), STORE_EVERY_MS).unref()
  }

  /**
   * Events that were done after the stored position are done again by the next start. Resolves when an earlier call is done,
   * too: a stop must not leave one that needs the stores.
   */
  function storePosition(): Promise<void> {
    clearTimeout(storing)
    storing = undefined
    stored = stored.then(async () => {
      if (from === 'now' || done === undefined) return
      const position = done
      done = undefined
      await from.move(position).catch((err: unknown) => {
        log.error({ err, follower: name }, 'the position of a follower of the log was not stored')
      })
    })
    return stored
  }

  /** Waits while the store is unavailable. No event of this time was published yet, so none is missed. */
  async function untilAvailable(read: () => Promise<string>): Promise<string> {
    for (;;)
      try {
        return await read()
      } catch (err) {
        if (!(err instanceof StoreUnavailable)) throw err
        if (abort.signal.aborted) return START
        log.error({ err, follower: name }, 'a follower of the log cannot start yet')
        await new Promise((wake) => setTimeout(wake, 500))
      }
  }

  async function succeeds(event: StoredEvent, attempts: number): Promise<boolean> {
    for (let attempt = 1; attempt <= attempts && !abort.signal.aborted; attempt++)
      try {
        await action(event)
        return true
      } catch (err) {
        log.error({ err, follower: name, position: event.position, attempt }, 'a follower of the log failed')
        if (attempt < attempts) await new Promise((wake) => setTimeout(wake, 100 * attempt))
      }
    return false
  }
}

/** Where nobody catches it. */
function throwError(error: unknown): never {
  throw error
}
