// Browsers open WebSockets to any host and send no preflight, so a foreign page must be turned away by its Origin.

import type { IncomingMessage } from 'node:http'

/** Programs send no Origin; a browser's must be this host's own, or one the operator names. */
export function isOwnOrigin({ headers }: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (allowed.includes(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
}
