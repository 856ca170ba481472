// Fetching early must not stand in the way of what is being done now.

/** Runs it when the page has nothing better to do; Safari has no idle callback. Answers what calls it off. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 300)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
