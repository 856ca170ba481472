// A route: an endpoint and its handler. The app does everything around it (session, JSON, idempotency key, positions,
// failures).

import type { IncomingMessage } from 'node:http'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import { personIn, type AuthUser } from '#core/kernel/personName.ts'
import type { Actor } from '#core/store/operation.ts'

/** The authenticated session of a request. Roles are never in it. */
export interface Session extends AuthUser {
  sid: string
  /** When its token expires, in milliseconds since 1970. */
  expiresAt: number
}

/** Who sends a command, as its operation sees them. */
export const toActor = (user: AuthUser): Actor => ({
  ...personIn(user),
  ...(user.isProvisional && { isProvisional: user.isProvisional }),
})

/** How often open connections are checked for expired tokens. */
export const TOKEN_EXPIRY_CHECK_MS = 1000

/** A request that has passed size, content type, session and JSON. */
export interface ApiRequest {
  params: Params
  query: URLSearchParams
  /** undefined when the request has none. */
  body: unknown
  /** The idempotency key, given or generated; a UUID. */
  key: string
  requestId: string
  ifMatch: number | undefined
  /** The client's address, for limits. */
  address: string
  userAgent: string
  /** Of the page that sends it, if that is this server's own or one that the operator allows. */
  origin?: string | undefined
  /** The Last-Event-ID header: where an event stream resumes. */
  lastEventId?: string | undefined
  /** The body of a raw route, which nobody has read. */
  stream?: IncomingMessage
  /** The header, for later checks of whether the session is still live. */
  authorization?: string | undefined
}

export interface AuthenticatedRequest extends ApiRequest {
  session: Session
  by: Actor
}

export interface ApiResponse {
  /** Default: the endpoint's. */
  status?: number
  body?: unknown
  /** The JSON of a long response, built while it is read. */
  chunks?: AsyncGenerator<string, void>
  headers?: Readonly<Record<string, string>>
  /** Weak: a GET that names it in If-None-Match gets 304, and `chunks` are not read. Default: a hash of a short body. */
  etag?: string
  /** The position of a command's events; the response waits until the read models include it. */
  position?: string
}

type Handler<Incoming> = (incoming: Incoming) => Promise<ApiResponse> | ApiResponse

export type Route = {
  endpoint: Endpoint
  /** Reads the body itself, once the session is known. */
  isRaw?: true
} & (
  | { access: 'signed-in'; handler: Handler<AuthenticatedRequest> }
  | { access: 'public'; handler: Handler<ApiRequest> }
)

/** Turns the Authorization header into a session. */
export interface Authenticator {
  /** @throws HttpError 401 (TOKEN_MISSING, TOKEN_EXPIRED, INVALID_TOKEN, USER_NOT_FOUND). */
  authenticate(authorization: string | undefined): Promise<Session>
}

export function authenticatedRoute(endpoint: Endpoint, handler: Handler<AuthenticatedRequest>): Route {
  return { endpoint, access: 'signed-in', handler }
}

export function publicRoute(endpoint: Endpoint, handler: Handler<ApiRequest>): Route {
  return { endpoint, access: 'public', handler }
}
