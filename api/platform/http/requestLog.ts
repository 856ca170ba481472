// The outermost middleware: gives each request an id, turns whatever is thrown into a failure response, and logs one
// line for each request of the API.

import { randomUUID } from 'node:crypto'
import type { BlockList } from 'node:net'
import type { Context, Next } from 'koa'
import type { Logger } from 'pino'
import { StoreUnavailable } from '#core/store/eventStore.ts'
import { clientAddress } from '#api/platform/http/clientAddress.ts'
import { HttpError, renderFailure, storeUnavailable } from '#api/platform/http/httpError.ts'
import { hasTwoHosts } from '#api/platform/http/httpServer.ts'

export function createRequestLog(log: Logger, trusted: BlockList) {
  return async (context: Context, next: Next): Promise<void> => {
    const requestId = randomUUID()
    context.state['requestId'] = requestId
    context.set('X-Request-Id', requestId)
    const startedAt = performance.now()
    const target = requestTarget(context.req.url)
    // Before anything reads it: Koa throws when it parses a malformed target.
    context.req.url = target ?? '/'
    const address = addressOf(context, trusted)
    context.state['address'] = address
    try {
      if (target === null) throw new HttpError(400, 'VALIDATION_ERROR', 'The target is no address')
      if (hasTwoHosts(context.req)) throw new HttpError(400, 'VALIDATION_ERROR', 'There are two Host headers')
      await next()
    } catch (thrown) {
      const failure = renderFailure(
        thrown instanceof StoreUnavailable ? storeUnavailable() : thrown,
        requestId,
      )
      const { method, path } = context
      // The store's own connection logs an outage in full; here it is one short line for each request.
      if (thrown instanceof StoreUnavailable)
        log.warn({ requestId, method, path, why: thrown.message }, 'a store cannot be reached')
      else if (failure.status >= 500 && !(thrown instanceof HttpError))
        log.error({ err: thrown, requestId, method, path }, 'request failed')
      context.status = failure.status
      context.set(failure.headers)
      context.body = failure.body
    }
    // Neither the query nor a header is logged: both may hold private data.
    const { method, path, status } = context
    const ms = Math.round(performance.now() - startedAt)
    const person = context.state['person'] as string | undefined
    if (path.startsWith('/api/'))
      log.info({ requestId, method, path, status, ms, person, address }, 'request')
  }
}

function addressOf({ req }: Context, trusted: BlockList): string {
  const forwarded = req.headers['x-forwarded-for']
  return clientAddress(req.socket.remoteAddress, forwarded?.toString(), trusted)
}

/**
 * The path and query, also when a proxy sent the absolute address; null for anything else. Node passes any text between
 * method and version, and reading the host or path of a malformed target throws.
 */
function requestTarget(target = ''): string | null {
  if (/^\/[!-"$-~]*$/.test(target)) return target
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return null
  const { pathname, search } = new URL(target)
  return pathname + search
}
