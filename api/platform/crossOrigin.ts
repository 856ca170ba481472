// Clients that are served elsewhere and find the API here (API_URL): browsers ask first whether a page of that origin
// may, and show it no header of an answer but those named. Whoever is not named is told nothing of the kind.

import type { Middleware } from 'koa'

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const SENT = 'Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID'
const READ = 'Position, Read-Model, ETag, Retry-After, Idempotency-Replayed, X-Request-Id'
/** Seconds; Chromium takes no more. */
const REMEMBERED = '7200'

/** @param allowed origins, as `https://app.example` */
export function crossOrigin(allowed: readonly string[]): Middleware {
  return (context, next) => {
    if (allowed.length === 0 || !context.path.startsWith('/api/')) return next()
    context.vary('Origin')
    const origin = context.get('Origin')
    if (!allowed.includes(origin)) return next()
    context.set('Access-Control-Allow-Origin', origin)
    const isAsking = context.method === 'OPTIONS' && context.get('Access-Control-Request-Method') !== ''
    if (!isAsking) {
      context.set('Access-Control-Expose-Headers', READ)
      return next()
    }
    context.set({
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': SENT,
      'Access-Control-Max-Age': REMEMBERED,
    })
    context.status = 204
    return undefined
  }
}
