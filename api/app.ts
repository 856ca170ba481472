// The application without a port: everything around the routes. Order of checks: size and content type, session,
// JSON, then the operation's own (a repeat, existence and relation, role, validation, state).

import { randomUUID } from 'node:crypto'
import type { BlockList } from 'node:net'
import Router from '@koa/router'
import Koa from 'koa'
import helmet from 'koa-helmet'
import type { Logger } from 'pino'
import { isCount } from '#core/kernel/count.ts'
import { isId } from '#core/kernel/ids.ts'
import { StoreUnavailable } from '#core/store/eventStore.ts'
import { clientAddress } from '#api/platform/address.ts'
import { crossOrigin } from '#api/platform/crossOrigin.ts'
import { createHealth } from '#api/platform/health.ts'
import { HttpError, renderFailure, validationError } from '#api/platform/httpError.ts'
import { createLimit } from '#api/platform/limit.ts'
import { parseJson, readBody } from '#api/platform/json.ts'
import type { Metrics } from '#api/platform/metrics.ts'
import { createMetricsRoute } from '#api/platform/metricsRoute.ts'
import type { Limiters } from '#api/platform/nodes.ts'
import type { Gate, Incoming, Reply, Route } from '#api/platform/route.ts'

export interface AppDeps {
  routes: readonly Route[]
  gate: Gate
  /** The read side, for positions. */
  progress: {
    position(): string
    reached(position: string, timeoutMs: number): Promise<boolean>
    isReady(): boolean
  }
  /** Answers everything that is not the API: the client's documents and assets. */
  client?: Koa.Middleware
  trusted: BlockList
  /** Origins of clients that are served elsewhere. */
  allowedOrigins: readonly string[]
  log: Logger
  /** Requests a minute for each person (each address, where nobody is signed in); no limit without it. */
  perMinute?: number | undefined
  limiters: Limiters
  metrics?: Metrics | undefined
  metricsToken?: string | undefined
}

/** How long the answer to a command waits for the read side. */
const READ_YOUR_WRITES_MS = 2000

export function createApp({
  routes,
  gate,
  progress,
  client,
  trusted,
  allowedOrigins,
  log,
  perMinute,
  limiters,
  metrics,
  metricsToken,
}: AppDeps): Koa {
  const app = new Koa()
  const limit = createLimit(perMinute, limiters)
  const router = new Router({ prefix: '/api', strict: false })
  for (const route of routes)
    router.register(route.call.path, [route.call.method], (context) => answer(route, context))

  // A reader that goes away in the middle of an answer is no error of ours.
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      log.error({ err: error }, 'answering failed')
  })
  app.use(outermost)
  app.use(helmet({ contentSecurityPolicy: false, crossOriginEmbedderPolicy: false }))
  app.use(crossOrigin(allowedOrigins))
  app.use(createHealth(progress.isReady))
  app.use(createMetricsRoute(metrics, metricsToken))
  app.use(router.routes())
  app.use(unanswered)
  if (client) app.use(client)
  return app

  async function outermost(context: Koa.Context, next: Koa.Next): Promise<void> {
    const requestId = randomUUID()
    context.state['requestId'] = requestId
    context.set('X-Request-Id', requestId)
    const begun = performance.now()
    try {
      await next()
    } catch (thrown) {
      const failure = renderFailure(thrown instanceof StoreUnavailable ? away() : thrown, requestId)
      const { method, path } = context
      // A store that is away is told of once, with all that is known; here it is one short line for each request.
      if (thrown instanceof StoreUnavailable)
        log.warn({ requestId, method, path, why: thrown.message }, 'a store cannot be reached')
      else if (failure.status >= 500 && !(thrown instanceof HttpError))
        log.error({ err: thrown, requestId, method, path }, 'request failed')
      context.status = failure.status
      context.set(failure.headers)
      context.body = failure.body
    }
    // Neither the query nor a header: both may tell what is nobody's business.
    const { method, path, status } = context
    const ms = Math.round(performance.now() - begun)
    if (path.startsWith('/api/')) log.info({ requestId, method, path, status, ms }, 'request')
  }

  async function unanswered(context: Koa.Context, next: Koa.Next): Promise<void> {
    if (context.path !== '/api' && !context.path.startsWith('/api/')) return next()
    const methods = router.match(context.path, context.method).path.flatMap((layer) => layer.methods)
    if (methods.length === 0) throw new HttpError(404, 'NOT_FOUND', 'Not found')
    const allow = [...new Set(methods)].join(', ')
    throw new HttpError(405, 'METHOD_NOT_ALLOWED', 'This call has another method', {
      headers: { Allow: allow },
    })
  }

  async function answer(
    route: Route,
    context: Koa.Context & { params: Record<string, string> },
  ): Promise<void> {
    context.set('Cache-Control', 'no-store')
    const bytes = hasBody(context) ? await readBody(context.req) : undefined
    const shown = progress.position()
    let reply: Reply
    if (route.access === 'public') {
      const incoming = incomingOf(context, bytes)
      await limit(incoming.address)
      reply = await route.answer(incoming)
    } else {
      const session = await gate.authenticate(authorizationOf(context))
      await limit(session.id)
      const by = { id: session.id, username: session.username }
      reply = await route.answer({ ...incomingOf(context, bytes), session, by })
    }
    await send(context, route, reply, shown)
  }

  function incomingOf(
    context: Koa.Context & { params: Record<string, string> },
    bytes: Uint8Array | undefined,
  ): Incoming {
    const body = bytes && parseJson(bytes)
    // An id that cannot be one is answered like one that does not exist, as is a number that counts nothing.
    for (const [name, given] of Object.entries(context.params))
      if (!(name === 'n' ? isCount(given) : isId(given))) throw new HttpError(404, 'NOT_FOUND', 'Not found')
    return {
      params: context.params,
      query: new URLSearchParams(context.querystring),
      body,
      key: keyOf(context),
      requestId: context.state['requestId'] as string,
      ifMatch: revisionIn(context.get('If-Match')),
      address: clientAddress(context.req.socket.remoteAddress, context.get('X-Forwarded-For'), trusted),
      userAgent: context.get('User-Agent'),
      lastEventId: context.get('Last-Event-ID') || undefined,
      authorization: authorizationOf(context),
    }
  }

  async function send(context: Koa.Context, route: Route, reply: Reply, shown: string): Promise<void> {
    const { position } = reply
    if (position && !(await progress.reached(position, READ_YOUR_WRITES_MS)))
      context.set('Read-Model', 'behind')
    // A command that had nothing to change is where the read side is.
    const told = position || (route.call.method === 'GET' ? shown : progress.position())
    if (told) context.set('Position', told)
    const etag = revisionOf(reply.body)
    if (etag !== undefined) context.set('ETag', `"${etag}"`)
    if (reply.headers) context.set({ ...reply.headers })
    context.status = reply.status ?? route.call.status
    context.body = context.status === 204 ? null : reply.body
  }
}

/** Nobody can say whether it was written: the same request, with its key, finds out. */
const away = () =>
  new HttpError(503, 'UNAVAILABLE', 'The server cannot reach its data right now. Please try again.', {
    headers: { 'Retry-After': '1' },
  })

function hasBody({ req }: Koa.Context): boolean {
  const length = req.headers['content-length']
  return req.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** Node joins or drops repeated headers, so look at what was really sent. */
function authorizationOf({ req }: Koa.Context): string | undefined {
  const sent = req.headersDistinct.authorization ?? []
  if (sent.length > 1) throw new HttpError(400, 'VALIDATION_ERROR', 'There are two Authorization headers')
  return sent[0]
}

/** The key is one key in capitals and in small letters. */
function keyOf(context: Koa.Context): string {
  const given = context.get('Idempotency-Key')
  return given === '' ? randomUUID() : given.toLowerCase()
}

function revisionIn(header: string): number | undefined {
  if (header === '' || header === '*') return undefined
  const revision = /^(?:W\/)?"(\d{1,15})"$/.exec(header)?.[1] ?? /^\d{1,15}$/.exec(header)?.[0]
  if (revision === undefined) throw validationError({ 'If-Match': 'If-Match must be a revision' })
  return Number(revision)
}

/** The revision of the one thing an answer carries, like `{expense: {revision: 7}}`. */
function revisionOf(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const things = Object.values(body)
  const only: unknown = things.length === 1 ? things[0] : (body as { trip?: unknown }).trip
  const revision = (only as { revision?: unknown } | null | undefined)?.revision
  return typeof revision === 'number' ? revision : undefined
}
