// Runs a costly request of each person one at a time.

import { HttpError } from '#api/platform/httpError.ts'

/** @throws HttpError 429 while the chunks of an earlier response are still being read */
export type OneAtATime = (
  who: string,
  begin: () => Promise<AsyncGenerator<string, void>>,
) => Promise<AsyncGenerator<string, void>>

export function createOneAtATime(message: string): OneAtATime {
  const busy = new Set<string>()
  return async (who, begin) => {
    if (busy.has(who)) throw new HttpError(429, 'RATE_LIMITED', message, { headers: { 'Retry-After': '5' } })
    busy.add(who)
    try {
      return ending(await begin(), () => busy.delete(who))
    } catch (error) {
      busy.delete(who)
      throw error
    }
  }
}

async function* ending(pieces: AsyncGenerator<string, void>, end: () => void): AsyncGenerator<string, void> {
  try {
    yield* pieces
  } finally {
    end()
  }
}
