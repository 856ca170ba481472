// Runs a costly request of each person one at a time.

import { rateLimited } from '#api/platform/httpError.ts'
import { callAtEnd } from '#api/platform/jsonChunks.ts'

/** @throws HttpError 429 while the chunks of an earlier response are still being read */
export type OneAtATime = (
  userId: string,
  start: () => Promise<AsyncGenerator<string, void>>,
) => Promise<AsyncGenerator<string, void>>

export function createOneAtATime(message: string): OneAtATime {
  const busy = new Set<string>()
  return async (userId, start) => {
    if (busy.has(userId)) throw rateLimited(message, 5)
    busy.add(userId)
    try {
      return callAtEnd(await start(), () => busy.delete(userId))
    } catch (error) {
      busy.delete(userId)
      throw error
    }
  }
}
