// Waiting for another process that writes to the same file. SQLite's own wait looks ever more seldom, up to ten
// times a second, and misses the short pauses of a busy writer; this one looks every few milliseconds. It blocks
// its thread, which is the writer's own.

const SQLITE_BUSY = 5
const clock = new Int32Array(new SharedArrayBuffer(4))

/** @throws what `attempt` throws, the busy error included once `busyMs` are over */
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

/** The low byte of an extended code is the plain one. */
function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: unknown }).errcode
  return typeof code === 'number' && (code & 0xff) === SQLITE_BUSY
}
