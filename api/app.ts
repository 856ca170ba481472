// The application without a port: everything around the routes. Order of checks: size and content type, session,
// JSON, then the operation's own (a repeat, existence and relation, role, validation, state).

import { randomUUID } from 'node:crypto'
import type { BlockList } from 'node:net'
import { Readable } from 'node:stream'
import Router from '@koa/router'
import Koa from 'koa'
import helmet from 'koa-helmet'
import type { Logger } from 'pino'
import { isCount } from '#core/kernel/count.ts'
import { isId } from '#core/kernel/ids.ts'
import { serverLimits } from '#core/kernel/limits.ts'
import { StoreUnavailable } from '#core/store/eventStore.ts'
import { clientAddress } from '#api/platform/address.ts'
import { crossOrigin } from '#api/platform/crossOrigin.ts'
import { isOfConnection } from '#api/platform/http.ts'
import { createHealth } from '#api/platform/health.ts'
import { HttpError, renderFailure, validationError } from '#api/platform/httpError.ts'
import { setJsonBody } from '#api/platform/jsonBody.ts'
import type { PerMinute } from '#api/platform/limit.ts'
import { createRequestLimit } from '#api/platform/limit.ts'
import { parseJson, readBody } from '#api/platform/json.ts'
import type { Metrics } from '#api/platform/metrics.ts'
import { createMetricsRoute } from '#api/platform/metricsRoute.ts'
import type { Limiters } from '#api/platform/nodes.ts'
import { requestTarget } from '#api/platform/requestTarget.ts'
import type { Authenticator, ApiRequest, ApiResponse, Route } from '#api/platform/route.ts'
import { createResponseBacklog } from '#api/platform/responseBacklog.ts'

export interface AppDeps {
  routes: readonly Route[]
  gate: Authenticator
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
  /** Whether the disk can take what is written next. */
  hasRoom?: (() => Promise<boolean>) | undefined
  /** Requests a minute; no limit without it. */
  perMinute?: PerMinute | undefined
  /** Bytes of answers one person may leave unread; default as in the table of limits. */
  unreadBytes?: number | undefined
  limiters: Limiters
  metrics?: Metrics | undefined
  metricsToken?: string | undefined
}

interface Sending {
  context: Koa.Context
  route: Route
  reply: ApiResponse
  /** Where the read side was before. */
  shown: string
  /** For whom it is: a person, or an address where nobody is signed in. */
  reader: string
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
  hasRoom,
  perMinute,
  unreadBytes = serverLimits.unreadBytesOfPerson,
  limiters,
  metrics,
  metricsToken,
}: AppDeps): Koa {
  const app = new Koa()
  const limit = createRequestLimit(perMinute, limiters)
  const unread = createResponseBacklog(unreadBytes)
  const router = new Router({ prefix: '/api', strict: false, sensitive: true })
  for (const route of routes)
    router.register(route.endpoint.path, [route.endpoint.method], (context) => answer(route, context))

  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!isOfConnection(error)) log.error({ err: error }, 'answering failed')
  })
  app.use(outermost)
  app.use(helmet({ contentSecurityPolicy: false, crossOriginEmbedderPolicy: false }))
  app.use(crossOrigin(allowedOrigins))
  app.use(createHealth(progress.isReady, hasRoom))
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
    const target = requestTarget(context.req.url)
    // Before anything reads it: whatever asks for the path of what is no address would throw.
    context.req.url = target ?? '/'
    const address = addressOf(context)
    context.state['address'] = address
    try {
      if (target === null) throw new HttpError(400, 'VALIDATION_ERROR', 'The target is no address')
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
    const person = context.state['person'] as string | undefined
    if (path.startsWith('/api/'))
      log.info({ requestId, method, path, status, ms, person, address }, 'request')
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
    const address = context.state['address'] as string
    await limit.ofAddress(address)
    const bytes = hasBody(context) ? await readBody(context.req) : undefined
    const shown = progress.position()
    if (route.access === 'public') {
      const reply = await route.handler(incomingOf(context, bytes))
      return send({ context, route, reply, shown, reader: address })
    }
    const session = await gate.authenticate(authorizationOf(context))
    context.state['person'] = session.id
    await limit.ofPerson(session.id)
    unread.admit(session.id)
    const by = { id: session.id, username: session.username }
    const reply = await route.handler({ ...incomingOf(context, bytes), session, by })
    await send({ context, route, reply, shown, reader: session.id })
  }

  function addressOf({ req }: Koa.Context): string {
    const forwarded = req.headers['x-forwarded-for']
    return clientAddress(req.socket.remoteAddress, forwarded?.toString(), trusted)
  }

  function incomingOf(
    context: Koa.Context & { params: Record<string, string> },
    bytes: Uint8Array | undefined,
  ): ApiRequest {
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
      address: context.state['address'] as string,
      userAgent: context.get('User-Agent'),
      lastEventId: context.get('Last-Event-ID') || undefined,
      authorization: authorizationOf(context),
    }
  }

  async function send({ context, route, reply, shown, reader }: Sending): Promise<void> {
    const { position } = reply
    if (position && !(await progress.reached(position, READ_YOUR_WRITES_MS)))
      context.set('Read-Model', 'behind')
    // A command that had nothing to change is where the read side is.
    const told = position || (route.endpoint.method === 'GET' ? shown : progress.position())
    if (told) context.set('Position', told)
    const etag = revisionOf(reply.body)
    if (etag !== undefined) context.set('ETag', `"${etag}"`)
    if (reply.headers) context.set({ ...reply.headers })
    context.status = reply.status ?? route.endpoint.status
    if (context.status === 204) context.body = null
    else if (reply.body instanceof Readable) context.body = reply.body
    else await setJsonBody(context, reply, reader, unread)
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
