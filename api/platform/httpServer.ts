// Creates the HTTP server with its limits: time for a request to arrive, and number of connections.

import { createServer, type RequestListener, type Server } from 'node:http'
import { serverLimits } from '#core/kernel/limits.ts'

interface Limits {
  /** Time for the head of a request. */
  headMs?: number
  /** Time for all of it. */
  requestMs?: number
  /** Further ones are refused. */
  connections?: number
}

export function createHttpServer(
  listener: RequestListener,
  { headMs = 10_000, requestMs = 30_000, connections = serverLimits.connections }: Limits = {},
): Server {
  // Node checks every 30 s by default, so that 10 s would be up to 40.
  const connectionsCheckingInterval = Math.min(1000, headMs)
  const options = { headersTimeout: headMs, requestTimeout: requestMs, connectionsCheckingInterval }
  const http = createServer(options, listener)
  http.maxConnections = connections
  return http
}

/** Whether an error comes from the other end of a connection. */
export function isConnectionError({ code = '' }: NodeJS.ErrnoException): boolean {
  return ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code) || code.startsWith('HPE_')
}
