// Responds to CORS requests of clients that are served elsewhere (API_URL). Other origins get no CORS headers.

import type { Middleware } from 'koa'

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const REQUEST_HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID'
const RESPONSE_HEADERS = 'Position, Read-Model, ETag, Date, Retry-After, Idempotency-Replayed, X-Request-Id'
/** Seconds; the maximum of Chromium. */
const PREFLIGHT_MAX_AGE_S = '7200'

/** @param allowed origins, as `https://app.example` */
export function crossOrigin(allowed: readonly string[]): Middleware {
  return (context, next) => {
    if (allowed.length === 0 || !context.path.startsWith('/api/')) return next()
    context.vary('Origin')
    const origin = context.get('Origin')
    if (!allowed.includes(origin)) return next()
    context.set('Access-Control-Allow-Origin', origin)
    const isPreflight = context.method === 'OPTIONS' && context.get('Access-Control-Request-Method') !== ''
    if (!isPreflight) {
      context.set('Access-Control-Expose-Headers', RESPONSE_HEADERS)
      return next()
    }
    context.set({
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': REQUEST_HEADERS,
      'Access-Control-Max-Age': PREFLIGHT_MAX_AGE_S,
    })
    context.status = 204
    return undefined
  }
}
