// A read that did not get through is tried once more (spec §9: data query retry 1).

import { Unreachable } from '#web/platform/http.ts'

const PAUSE_MS = 400
/** Where the server asks for a longer wait, the person is told instead, and has a button. */
const LONGEST_PAUSE_MS = 3000

/** @param isWanted asked before the second try: who signed out meanwhile asks for nothing more */
export async function retryOnce<T>(read: () => Promise<T>, isWanted: () => boolean): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const pauseMs = error instanceof Unreachable ? (error.retryAfterMs ?? PAUSE_MS) : Infinity
    if (pauseMs > LONGEST_PAUSE_MS) throw error
    await new Promise((wake) => setTimeout(wake, pauseMs))
    if (!isWanted()) throw error
    return read()
  }
}
