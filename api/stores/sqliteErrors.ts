// What SQLite's errors mean: another process writes, which is waited for, or the file is broken, which is not.

const SQLITE_BUSY = 5
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
const clock = new Int32Array(new SharedArrayBuffer(4))

/**
 * Waits for another process that writes to the same file. SQLite's own wait looks ever more seldom, up to ten times a
 * second, and misses the short pauses of a busy writer; this one looks every few milliseconds. It blocks its thread,
 * which is the writer's own.
 * @throws what `attempt` throws, the busy error included once `busyMs` are over
 */
export function whenFree<T>(busyMs: number, attempt: () => T): T {
  const deadline = performance.now() + busyMs
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      Atomics.wait(clock, 0, 0, 1 + Math.random() * 4)
    }
  }
}

const isBusy = (error: unknown): boolean => codeOf(error) === SQLITE_BUSY

/** Whether SQLite says that the file itself is broken, or is no database. */
export const isDamage = (error: unknown): boolean => [SQLITE_CORRUPT, SQLITE_NOTADB].includes(codeOf(error))

/** The low byte of an extended code is the plain one. */
function codeOf(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : 0
}
