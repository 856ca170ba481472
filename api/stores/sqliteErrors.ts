// Classifies SQLite's errors: busy, because another process writes, or a damaged file.

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

const isBusy = (error: unknown): boolean => codeOf(error) === SQLITE_BUSY

/** Whether SQLite reports a damaged file, or one that is not a database. */
export const isDamage = (error: unknown): boolean => [SQLITE_CORRUPT, SQLITE_NOTADB].includes(codeOf(error))

/** The low byte of an extended code is the basic code. */
function codeOf(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : 0
}
