// Limits the bytes of unread responses for each person, because a response stays in memory until it is read.

import type { Server, ServerResponse } from 'node:http'
import { HttpError } from '#api/platform/httpError.ts'

export interface ResponseBacklog {
  /** Called before a request is handled. @throws HttpError 429 while the person has too much to read */
  admit(who: string): void
  /** For a GET response. @throws HttpError 429 when it would be too much */
  fits(who: string, bytes: number): void
  /** Counts the bytes until the response is sent or its connection closed. */
  hold(who: string, bytes: number, response: ServerResponse): void
}

export function createResponseBacklog(limit: number): ResponseBacklog {
  const held = new Map<string, number>()
  const unreadBy = (who: string) => held.get(who) ?? 0

  return {
    admit(who) {
      if (unreadBy(who) >= limit) throw tooMuch()
    },
    fits(who, bytes) {
      // A single response may be longer, or it could never be read.
      if (unreadBy(who) > 0 && unreadBy(who) + bytes > limit) throw tooMuch()
    },
    hold(who, bytes, response) {
      held.set(who, unreadBy(who) + bytes)
      response.once('close', () => {
        const left = unreadBy(who) - bytes
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

/** A client that reads nothing at all for so long is gone. */
const NOTHING_TAKEN_MS = 60_000

/** Event streams send something every 20 seconds, and sockets have their own check. */
export function closeIdleResponses(http: Server, ms = NOTHING_TAKEN_MS): void {
  http.setTimeout(ms)
}
