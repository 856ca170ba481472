// Limits of the HTTP server: how long a request may take to arrive, and how many connections there may be.

import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import { serverLimits } from '#core/kernel/limits.ts'

/** @param headMs until the head of a request is here; @param requestMs until all of it is */
export function createHttp(
  listener: RequestListener,
  { headMs = 10_000, requestMs = 30_000 }: { headMs?: number; requestMs?: number } = {},
): Server {
  // Node looks every 30 s by default, so that 10 s would be up to 40.
  const connectionsCheckingInterval = Math.min(1000, headMs)
  const options = { headersTimeout: headMs, requestTimeout: requestMs, connectionsCheckingInterval }
  const http = createServer(options, listener)
  http.maxConnections = serverLimits.connections
  return http
}

/** What a connection dies of while it is read or written: its other end, and no fault of ours. */
export function isOfConnection({ code = '' }: NodeJS.ErrnoException): boolean {
  return ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code) || code.startsWith('HPE_')
}
