// Fails a wait of more than a minute, because a bench that misses what it waits for would otherwise never end.

const MINUTE_MS = 60_000

/** @param event what the promise waits for @throws Error naming the event after a minute */
export async function withinAMinute<Value>(event: string, promise: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`Waited a minute for ${event}`)), MINUTE_MS)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
