// Classifies SQLite's errors: busy, because another process writes; a damaged file; or a disk that fails, which damages
// nothing.

import { LogDamaged, StoreUnavailable } from '#core/store/eventStore.ts'
import { errorText, sqliteCodeOf } from '#api/platform/diskError.ts'

const SQLITE_BUSY = 5
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
const neverNotified = new Int32Array(new SharedArrayBuffer(4))

/**
 * Retries while another process writes to the same file. SQLite's own wait polls at growing intervals, up to 100 ms,
 * and misses the short gaps of a busy writer; this one polls every few milliseconds. It blocks its thread, which is the
 * writer's own.
 * @throws the error of `attempt`, the busy error included once `busyMs` are over
 */
export function retryWhileBusy<T>(busyMs: number, attempt: () => T): T {
  const deadline = performance.now() + busyMs
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      Atomics.wait(neverNotified, 0, 0, 1 + Math.random() * 4)
    }
  }
}

export const isBusy = (error: unknown): boolean => sqliteCodeOf(error) === SQLITE_BUSY

/** Whether SQLite reports a damaged file, or one that is not a database. */
export const isDamage = (error: unknown): boolean =>
  [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCodeOf(error))

/**
 * Reads the log.
 * @param where names what was read, for the error of a damaged file
 * @throws LogDamaged for a damaged file; StoreUnavailable for everything else, such as a full or read-only disk
 */
export function readLog<T>(attempt: () => T, where = () => 'its tables'): T {
  try {
    return attempt()
  } catch (cause) {
    if (isDamage(cause)) throw new LogDamaged(`reading ${where()}: ${String(cause)}`, { cause })
    throw new StoreUnavailable(`the event store cannot be read: ${errorText(cause)}`, { cause })
  }
}
