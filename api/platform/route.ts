// A route is one line of a feature's list: a call, and what answers it. Everything around it (session, JSON,
// idempotency key, positions, failures) is the app's.

import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import type { Actor } from '#core/store/operation.ts'

/** Who is asking, as their token and its session say. Roles are never in it. */
export interface Session extends Actor {
  sid: string
  email: string | null
  isAdmin: boolean
  /** When its token ends, in milliseconds since 1970. */
  endsAt: number
}

/** How often an open connection is looked at for whether its token has ended. */
export const TOKEN_EXPIRY_CHECK_MS = 1000

/** A request once it passed size, content type, session and JSON. */
export interface ApiRequest {
  params: Params
  query: URLSearchParams
  /** undefined where the method has none. */
  body: unknown
  /** The idempotency key, given or made; a UUID. */
  key: string
  requestId: string
  ifMatch: number | undefined
  /** The client's address, for limits. */
  address: string
  userAgent: string
  /** The last event of a stream that this client heard, if it says so. */
  lastEventId?: string | undefined
  /** The header as it came, for whoever asks later whether its session still lives. */
  authorization?: string | undefined
}

export interface AuthenticatedRequest extends ApiRequest {
  session: Session
  by: Actor
}

export interface ApiResponse {
  /** Default: the call's. */
  status?: number
  body?: unknown
  /** The body of a long answer as JSON, made while it is read. */
  chunks?: AsyncGenerator<string, void>
  headers?: Readonly<Record<string, string>>
  /** Where a command's events stand; the answer waits until the read side shows it. */
  position?: string
}

export type Route =
  | {
      endpoint: Endpoint<unknown, unknown>
      access: 'signed-in'
      handler(incoming: AuthenticatedRequest): Promise<ApiResponse> | ApiResponse
    }
  | {
      endpoint: Endpoint<unknown, unknown>
      access: 'public'
      handler(incoming: ApiRequest): Promise<ApiResponse> | ApiResponse
    }

/** Turns the Authorization header into a session. */
export interface Authenticator {
  /** @throws HttpError 401 (TOKEN_MISSING, TOKEN_EXPIRED, INVALID_TOKEN, USER_NOT_FOUND). */
  authenticate(authorization: string | undefined): Promise<Session>
}

export function authenticatedRoute(
  endpoint: Endpoint<unknown, unknown>,
  handler: (incoming: AuthenticatedRequest) => Promise<ApiResponse> | ApiResponse,
): Route {
  return { endpoint, access: 'signed-in', handler }
}

export function publicRoute(
  endpoint: Endpoint<unknown, unknown>,
  handler: (incoming: ApiRequest) => Promise<ApiResponse> | ApiResponse,
): Route {
  return { endpoint, access: 'public', handler }
}
