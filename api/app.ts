// The application without a port: everything around the routes. A request is checked in this order: size and content
// type, session, JSON, then the operation's own checks (retry, existence and relation, role, validation, state).

import type { BlockList } from 'node:net'
import { Readable } from 'node:stream'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import Koa, { type Context, type Middleware, type Next } from 'koa'
import compress from 'koa-compress'
import helmet from 'koa-helmet'
import type { Logger } from 'pino'
import { READ_YOUR_WRITES_MS, serverLimits } from '#core/kernel/limits.ts'
import { authorizationOf, hasBody, toApiRequest, type ApiContext } from '#api/platform/http/apiRequest.ts'
import { respondIfNotModified } from '#api/platform/http/conditionalGet.ts'
import { createHealth } from '#api/platform/health.ts'
import { HttpError } from '#api/platform/http/httpError.ts'
import { callAtEnd } from '#api/platform/http/jsonChunks.ts'
import { setJsonBody } from '#api/platform/http/responseBody.ts'
import { createRequestLimit, type PerMinute } from '#api/platform/http/requestLimit.ts'
import { readBody } from '#api/platform/http/requestBody.ts'
import type { Metrics } from '#api/platform/metrics.ts'
import { createMetricsRoute } from '#api/platform/metricsRoute.ts'
import type { Limiters } from '#api/platform/nodes.ts'
import { toActor, type Authenticator, type ApiResponse, type Route } from '#api/platform/http/route.ts'
import { createRequestLog } from '#api/platform/http/requestLog.ts'
import { createResponseBacklog } from '#api/platform/http/responseBacklog.ts'
import { createRouters, type Routers } from '#api/platform/http/routers.ts'
import { measureWork, turnToWork } from '#api/platform/yielder.ts'
import { assetOf, sendAsset, type Asset } from '#api/platform/http/assets.ts'
import { isConnectionError } from '#api/platform/http/httpServer.ts'

export interface AppDeps {
  routes: readonly Route[]
  authenticator: Authenticator
  progress: {
    position(): string
    waitForPosition(position: string, timeoutMs: number): Promise<boolean>
    isReady(): boolean
  }
  /** Serves everything but the API: the client's documents and assets. */
  client?: Koa.Middleware
  trusted: BlockList
  /** Origins of clients that are served elsewhere. */
  allowedOrigins: readonly string[]
  log: Logger
  /** Whether the disk has room for further events. */
  hasFreeSpace?: (() => Promise<boolean>) | undefined
  /** Requests a minute; no limit without it. */
  perMinute?: PerMinute | undefined
  /** Bytes of responses one person may leave unread; default serverLimits.unreadBytesOfPerson. */
  unreadBytes?: number | undefined
  limiters: Limiters
  metrics?: Metrics | undefined
  metricsToken?: string | undefined
}

interface Sending {
  context: Koa.Context
  route: Route
  reply: ApiResponse
  /** The read models' position before the handler ran. */
  before: string
  /** The reader: a person, or an address for public routes. */
  reader: string
}

/** JSON of 1 KB and more; event streams are not compressed, because a compressor delays events. */
const COMPRESSION = {
  filter: (type: string) => type === 'application/json',
  deflate: false,
  zstd: false,
} as const

export function createApp({
  routes,
  authenticator,
  progress,
  client,
  trusted,
  allowedOrigins,
  log,
  hasFreeSpace,
  perMinute,
  unreadBytes = serverLimits.unreadBytesOfPerson,
  limiters,
  metrics,
  metricsToken,
}: AppDeps): Koa {
  const app = new Koa()
  const limit = createRequestLimit(perMinute, limiters)
  const backlog = createResponseBacklog(unreadBytes)
  const routers = createRouters(routes, respond)

  app.on('error', createResponseErrorLog(log))
  app.use(createRequestLog(log, trusted))
  app.use(helmet({ contentSecurityPolicy: false, crossOriginEmbedderPolicy: false }))
  app.use(crossOrigin(allowedOrigins))
  app.use(createHealth(progress.isReady, hasFreeSpace))
  app.use(createMetricsRoute(metrics, metricsToken))
  app.use(serveOpenApi)
  app.use(compress(COMPRESSION))
  app.use(routers.middleware)
  app.use(rejectUnknownPath(routers))
  if (client) app.use(client)
  return app

  async function respond(route: Route, context: ApiContext): Promise<void> {
    context.set('Cache-Control', 'no-store')
    const address = context.state['address'] as string
    await limit.ofAddress(address)
    const bytes =
      hasBody(context) && !route.isRaw
        ? await readBody(context.req, route.endpoint.bodyLimitBytes)
        : undefined
    const before = progress.position()
    if (route.access === 'public') {
      const reply = await route.handler(toApiRequest(context, bytes, allowedOrigins))
      return send({ context, route, reply, before, reader: address })
    }
    const session = await authenticator.authenticate(authorizationOf(context))
    context.state['person'] = session.id
    await limit.ofPerson(session.id)
    backlog.admit(session.id)
    if (route.endpoint.method === 'GET') await turnToWork()
    const by = toActor(session)
    const work = { ms: 0 }
    const count = () => limit.took(session.id, work.ms)
    await measureWork(work, async () => {
      const reply = await route.handler({ ...toApiRequest(context, bytes, allowedOrigins), session, by })
      // An event stream stays open for hours, and reads little.
      if (reply.chunks) reply.chunks = callAtEnd(reply.chunks, count)
      else if (!(reply.body instanceof Readable)) count()
      await send({ context, route, reply, before, reader: session.id })
    })
  }

  async function send({ context, route, reply, before, reader }: Sending): Promise<void> {
    const { position } = reply
    if (position && !(await progress.waitForPosition(position, READ_YOUR_WRITES_MS)))
      context.set('Read-Model', 'behind')
    // A command that names no position has the read models' own.
    const current = position || (route.endpoint.method === 'GET' ? before : progress.position())
    if (current) context.set('Position', current)
    const etag = revisionOf(reply.body)
    if (etag !== undefined) context.set('ETag', `"${etag}"`)
    if (reply.headers) context.set({ ...reply.headers })
    context.status = reply.status ?? route.endpoint.status
    if (reply.etag !== undefined && respondIfNotModified(context, reply.etag)) return
    if (context.status === 204) context.body = null
    else if (reply.body instanceof Readable) context.body = reply.body
    else await setJsonBody(context, reply, reader, backlog)
  }
}

/** 404 for a path that no route has, 405 for a path that has other methods. */
const rejectUnknownPath =
  ({ methodsAt }: Routers) =>
  async (context: Koa.Context, next: Koa.Next): Promise<void> => {
    if (context.path !== '/api' && !context.path.startsWith('/api/')) return next()
    const methods = methodsAt(context.path)
    if (methods.length === 0) throw new HttpError(404, 'NOT_FOUND', 'Not found')
    throw new HttpError(405, 'METHOD_NOT_ALLOWED', 'This address does not accept this method', {
      headers: { Allow: methods.join(', ') },
    })
  }

/** The revision of the single item in a response, like `{expense: {revision: 7}}`. */
function revisionOf(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const values = Object.values(body)
  const only: unknown = values.length === 1 ? values[0] : (body as { trip?: unknown }).trip
  const revision = (only as { revision?: unknown } | null | undefined)?.revision
  return typeof revision === 'number' ? revision : undefined
}

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const REQUEST_HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID'
const RESPONSE_HEADERS = 'Position, Read-Model, ETag, Date, Retry-After, Idempotency-Replayed, X-Request-Id'
/** Seconds; the maximum of Chromium. */
const PREFLIGHT_MAX_AGE_S = '7200'

/**
 * Responds to CORS requests of clients that are served elsewhere (API_URL). Other origins get no CORS headers.
 * @param allowed origins, as `https://app.example`
 */
function crossOrigin(allowed: readonly string[]): Middleware {
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

let asset: Promise<Asset> | undefined

/** Serves GET /api/openapi.json: the OpenAPI description that `npm run openapi` generates from the contracts. */
async function serveOpenApi(context: Context, next: Next): Promise<void> {
  if (context.path !== '/api/openapi.json' || !['GET', 'HEAD'].includes(context.method)) return next()
  sendAsset(context, await (asset ??= readDescription()), 'no-cache')
}

/** At the first request, so that it does not delay the start; compressing takes 0.3 s, so not on the main thread. */
async function readDescription(): Promise<Asset> {
  const identity = await readFile(join(import.meta.dirname, 'platform/openapi.json'))
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return assetOf('openapi.json', { br, gzip: gz, identity })
}

/**
 * Logs responses that could not be sent to their end. For the 'error' events of Koa, which reports a streamed response that fails twice: where the stream ends, and where the
 * connection does.
 */
export function createResponseErrorLog(log: Pick<Logger, 'error'>): (error: Error) => void {
  const logged = new WeakSet<Error>()
  return (error) => {
    if (logged.has(error) || isConnectionError(error)) return
    logged.add(error)
    log.error({ err: error }, 'sending a response failed')
  }
}
