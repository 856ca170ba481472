// Conditional GETs: a response that the client has already is not sent again.

import { hash } from 'node:crypto'
import type Koa from 'koa'

/** Weak, because the same text is sent with several content encodings. */
export const weakETagOf = (text: string): string => `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`

/**
 * Sets the ETag, and status 304 if the request names it. `context.fresh` would not do, because a browser adds
 * `Cache-Control: no-cache` to every fetch with If-None-Match.
 */
export function isUnchanged(context: Koa.Context, etag: string): boolean {
  context.set('ETag', etag)
  const named = context.get('If-None-Match').split(/\s*,\s*/)
  if (!named.includes(etag)) return false
  context.status = 304
  return true
}
