// Whether the process lives, and whether it can answer what it is for.

import type { Context, Next } from 'koa'

export function createHealth(isReady: () => boolean) {
  return async (context: Context, next: Next): Promise<void> => {
    if (context.path !== '/healthz' && context.path !== '/readyz') return next()
    const ready = context.path === '/healthz' || isReady()
    context.status = ready ? 200 : 503
    if (!ready) context.set('Retry-After', '1')
    context.body = { status: ready ? 'ok' : 'starting' }
  }
}
