// Checks the Origin of a handshake, because browsers open WebSockets to any host without a preflight.

import type { IncomingMessage } from 'node:http'

/** Programs send no Origin; a browser's must be this host's own, or one that the operator allows. */
export function isAllowedOrigin({ headers }: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (allowed.includes(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
}
