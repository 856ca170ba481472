// Repeats a read once when the server was not reached (spec §9: data query retry 1).

import { Unreachable } from '#web/platform/http/http.ts'
import { delayOn, deviceTimers } from '#web/platform/time/timers.ts'

const RETRY_DELAY_MS = 400
/** When the server asks for a longer delay, the read fails at once, and the screen offers a Retry button. */
const MAX_DELAY_MS = 3000

/** @param isWanted is asked before the second attempt, so that nothing is read for a person who signed out meanwhile */
export async function fetchWithRetry<T>(read: () => Promise<T>, isWanted: () => boolean): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const delayMs = error instanceof Unreachable ? (error.retryAfterMs ?? RETRY_DELAY_MS) : Infinity
    if (delayMs > MAX_DELAY_MS) throw error
    await delayOn(deviceTimers, delayMs)
    if (!isWanted()) throw error
    return read()
  }
}
