// Waits for a state by polling.

import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const EVERY_MS = 50

/**
 * @param passes whether an error is temporary, so that `ask` is called again
 * @returns the first result that is neither false nor null
 * @throws after a timeout, with the description and the last temporary error
 */
export async function until<Result>(
  what: string | (() => string),
  ask: () => Result | Promise<Result>,
  passes: (error: unknown) => boolean = () => false,
): Promise<Exclude<Result, false | null | undefined>> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    let cause: unknown
    try {
      const result = await ask()
      if (result !== false && result !== null && result !== undefined)
        return result as Exclude<Result, false | null | undefined>
    } catch (error) {
      if (!passes(error)) throw error
      cause = error
    }
    if (Date.now() > end)
      throw new Error(`Not within ${TIMEOUT_MS / 1000} s: ${typeof what === 'string' ? what : what()}`, {
        cause,
      })
    await new Promise((wake) => setTimeout(wake, EVERY_MS))
  }
}
