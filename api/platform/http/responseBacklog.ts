// Limits the bytes of unread responses for each reader (a person, or an address for public routes), because a response
// stays in memory until it is read.

import type { Server, ServerResponse } from 'node:http'
import { rateLimited } from '#api/platform/http/httpError.ts'

export interface ResponseBacklog {
  /** Called before a request is handled. @throws HttpError 429 while the unread bytes reach the limit */
  admit(reader: string): void
  /** For a GET response. @throws HttpError 429 when it would exceed the limit */
  assertFits(reader: string, bytes: number): void
  /** Counts the bytes until the response is sent or its connection closed. */
  add(reader: string, bytes: number, response: ServerResponse): void
}

export function createResponseBacklog(limit: number): ResponseBacklog {
  const unreadBytes = new Map<string, number>()
  const unreadBy = (reader: string) => unreadBytes.get(reader) ?? 0

  return {
    admit(reader) {
      if (unreadBy(reader) >= limit) throw backlogFull()
    },
    assertFits(reader, bytes) {
      // A single response may be longer, or it could never be read.
      if (unreadBy(reader) > 0 && unreadBy(reader) + bytes > limit) throw backlogFull()
    },
    add(reader, bytes, response) {
      // It does not emit 'close' again.
      if (response.destroyed) return
      unreadBytes.set(reader, unreadBy(reader) + bytes)
      response.once('close', () => {
        const remaining = unreadBy(reader) - bytes
        if (remaining > 0) unreadBytes.set(reader, remaining)
        else unreadBytes.delete(reader)
      })
    },
  }
}

const backlogFull = () => rateLimited('Too many responses are still being sent to you. Please wait a moment.')

/** A connection without any traffic for this time is closed. */
const IDLE_TIMEOUT_MS = 60_000

/** Event streams send something every 20 seconds, and sockets have their own check. */
export function closeIdleResponses(http: Server, ms = IDLE_TIMEOUT_MS): void {
  http.setTimeout(ms)
}
