// Splits long work into slices: between them the event loop serves other requests.

/** Longest delay of other requests, beside single steps that take longer. */
const SLICE_MS = 10

/** Awaited after each step: resolves at once within the slice, and afterwards when pending events were handled. */
export function createYielder(): () => Promise<void> | undefined {
  let sliceStart = performance.now()
  return () => {
    if (performance.now() - sliceStart < SLICE_MS) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        sliceStart = performance.now()
        resolve()
      }),
    )
  }
}
