// An answer stays in the server's memory until its reader has taken it: so many bytes for each person, and no more.

import type { Server, ServerResponse } from 'node:http'
import { HttpError } from '#api/platform/httpError.ts'

export interface ResponseBacklog {
  /** Before anything is done for them. @throws HttpError 429 while they have too much to read */
  admit(who: string): void
  /** What was made for nothing but to be read. @throws HttpError 429 where with these bytes it is too much */
  fits(who: string, bytes: number): void
  /** Counts the bytes until the response has gone, or its connection. */
  hold(who: string, bytes: number, response: ServerResponse): void
}

export function createResponseBacklog(most: number): ResponseBacklog {
  const held = new Map<string, number>()
  const heldBy = (who: string) => held.get(who) ?? 0

  return {
    admit(who) {
      if (heldBy(who) >= most) throw tooMuch()
    },
    fits(who, bytes) {
      // One answer alone may be longer: else it could never be read.
      if (heldBy(who) > 0 && heldBy(who) + bytes > most) throw tooMuch()
    },
    hold(who, bytes, response) {
      held.set(who, heldBy(who) + bytes)
      response.once('close', () => {
        const left = heldBy(who) - bytes
        if (left > 0) held.set(who, left)
        else held.delete(who)
      })
    },
  }
}

const tooMuch = () =>
  new HttpError(429, 'RATE_LIMITED', 'Too many answers are waiting to be read. Please wait a moment.', {
    headers: { 'Retry-After': '1' },
  })

/** A reader may be slow; whoever takes nothing at all for so long is gone, or never meant to read. */
const NOTHING_TAKEN_MS = 60_000

/** Feeds are told something every 20 seconds, and a socket minds its own connection. */
export function closeIdleResponses(http: Server, ms = NOTHING_TAKEN_MS): void {
  http.setTimeout(ms)
}
