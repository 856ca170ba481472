// Serves GET /metrics to holders of the operator's token; without a token the page does not exist.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Next } from 'koa'
import type { Metrics } from '#api/platform/metrics.ts'

export function createMetricsRoute(metrics: Metrics | undefined, token: string | undefined) {
  return async (context: Context, next: Next): Promise<void> => {
    if (context.path !== '/metrics') return next()
    context.set('Cache-Control', 'no-store')
    if (!metrics || token === undefined) {
      context.status = 404
      context.body = ''
    } else if (!isSame(context.get('Authorization'), `Bearer ${token}`)) {
      context.status = 401
      context.set('WWW-Authenticate', 'Bearer')
      context.body = ''
    } else {
      context.type = metrics.contentType
      context.body = await metrics.text()
    }
  }
}

function isSame(token: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(token), hash(wanted))
}
