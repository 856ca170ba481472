// Long work is done in slices: between them the event loop serves other requests.

/** How long anybody else waits at the most, beside single steps that take longer. */
const SLICE_MS = 10

/** To be awaited after each step: resolves at once while the slice lasts, else when all that waits had its turn. */
export function createYielder(): () => Promise<void> | undefined {
  let begun = performance.now()
  return () => {
    if (performance.now() - begun < SLICE_MS) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        begun = performance.now()
        resolve()
      }),
    )
  }
}
