// From where requests may come that a browser sends without asking.

import type { IncomingHttpHeaders } from 'node:http'

/**
 * Browsers open WebSockets to any host without a preflight. Programs send no Origin; a browser's must be this host's own, or
 * one that the operator allows.
 */
export function isAllowedOrigin(
  { origin, host }: Pick<IncomingHttpHeaders, 'origin' | 'host'>,
  allowed: readonly string[],
): boolean {
  if (origin === undefined) return true
  if (allowed.includes(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
}
