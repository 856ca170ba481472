// Requests to the API, with bearer token and idempotency key. Every failure is a `Refused` or an `Unreachable`.

import { NO_TOKEN } from '#core/people/contract.ts'
import { type Endpoint, type Params, type Query, endpointPath } from '#core/kernel/endpoint.ts'
import { tokenStorage } from '#web/platform/storage/tokenStorage.ts'
import { recordNetwork } from '#web/platform/http/network.ts'
import { apiUrl } from '#web/platform/http/apiUrl.ts'

/** The code of a refusal without a reason, as from a proxy: its message is a general one. */
export const NO_REASON = 'UNTOLD'

/** The server refused the request, or would have without a token. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  /** Form field → text. */
  readonly fields: Record<string, string>
  constructor(status: number, code: string, message: string, fields: Record<string, string> = {}) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.code = code
    this.fields = fields
  }
}

/** Somebody else has changed or removed what the command is about. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 404 || error.code === 'CONFLICT')

/** The server was not reached, or is too busy, or a proxy responded: the same request may be repeated. */
export class Unreachable extends Error {
  /** The delay that the server asked for. */
  readonly retryAfterMs: number | undefined
  /** Undefined if there was no response. */
  readonly response: { status: number; hasReason: boolean } | undefined
  constructor(
    message = 'Network error occurred. Please try again.',
    retryAfterMs?: number,
    response?: { status: number; hasReason: boolean },
  ) {
    super(message)
    this.name = 'Unreachable'
    this.retryAfterMs = retryAfterMs
    this.response = response
  }
}

export interface RequestOptions {
  params?: Params
  query?: Query
  body?: unknown
  key?: string
  ifMatch?: number
  /** Default: the stored one. Null for an endpoint that needs none. */
  token?: string | null
  /** Asked when the response begins: its body is not received for nothing. */
  isWanted?(): boolean
}

export interface ReadResponse<Body> {
  body: Body
  /** The log position of the read model. */
  position: string
}

interface TokenListener {
  /** A 401. @param at the server's time in ms since 1970; NaN if it is not known */
  onRefused(code: string, at: number): void
  onAccepted(at: number): void
}

let tokenListener: TokenListener | undefined

/** @param listener is called for every response to the present token that accepts or refuses it */
export function onTokenResponse(listener: TokenListener): void {
  tokenListener = listener
}

/** Of one attempt, because a hanging request would block its lane. */
const TIMEOUT_MS = 20_000

/** Sends nothing when there is no token, unless the endpoint needs none. @throws Refused or Unreachable */
export async function request<Body>(
  endpoint: Endpoint<Body>,
  options: RequestOptions = {},
): Promise<ReadResponse<Body>> {
  const { token = storedToken() } = options
  const response = await fetchResponse(endpoint, options, token)
  if (response.ok) {
    if (options.isWanted?.() === false) {
      void response.body?.cancel()
      throw new Unreachable()
    }
    const body = await bodyOf(response, endpoint)
    if (isCurrent(token)) tokenListener?.onAccepted(timeOf(response))
    return { body: body as Body, position: response.headers.get('Position') ?? '' }
  }
  const failure = await toFailure(response, endpoint)
  // A 401 for another token says nothing about the present session, which may have begun meanwhile.
  const isUnauthorized = failure instanceof Refused && failure.status === 401
  if (isUnauthorized && isCurrent(token)) tokenListener?.onRefused(failure.code, timeOf(response))
  throw failure
}

const isCurrent = (token: string | null): boolean => token !== null && token === tokenStorage.get()

/** The server's time: the clock of a device may be wrong by days. */
const timeOf = ({ headers }: Response): number => Date.parse(headers.get('Date') ?? '')

/**
 * @throws Refused without one: the session has ended since the screen that asks was rendered, and the server's refusal
 *   would be reported as its expiry, or by the feed as an error
 */
export function storedToken(): string {
  const token = tokenStorage.get()
  if (token === null) throw new Refused(401, 'TOKEN_MISSING', NO_TOKEN)
  return token
}

async function fetchResponse(
  endpoint: Endpoint,
  { params, query, body, key, ifMatch }: RequestOptions,
  token: string | null,
): Promise<Response> {
  const headers = new Headers()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (key) headers.set('Idempotency-Key', key)
  if (ifMatch !== undefined) headers.set('If-Match', `"${ifMatch}"`)
  // Only reads count: a command shows itself that it waits.
  const record = (isReachable: boolean) => endpoint.method === 'GET' && recordNetwork(isReachable)
  try {
    const response = await fetch(apiUrl() + endpointPath(endpoint, params, query), {
      method: endpoint.method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    record(true)
    return response
  } catch {
    record(false)
    throw new Unreachable()
  }
}

/** @throws Unreachable if the body is not the endpoint's: a proxy or a captive portal responded, not the server */
async function bodyOf(response: Response, { status }: Endpoint): Promise<unknown> {
  if (status === 204 && response.status === 204) return undefined
  const body = await jsonOf(response)
  if (!isObject(body)) throw new Unreachable()
  return body
}

/** Null if it is no JSON. @throws Unreachable if the connection was lost before its end, as when the page is left */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => {
    throw new Unreachable()
  })
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const RETRYABLE = [408, 425, 429]

/** A proxy may ask for a day, which is too long for a screen or a message. */
const MAX_RETRY_AFTER_MS = 60_000

/**
 * A proxy or a captive portal also responds with 403 or 404. For a read these mean that this person has lost what is
 * stored on the device, so they count only with a code of the server.
 */
const LOST = [403, 404]

export async function toFailure(
  response: Response,
  { method }: Pick<Endpoint, 'method'>,
): Promise<Refused | Unreachable> {
  const body = await jsonOf(response)
  const error = fieldOf(body, 'error')
  const reason = [fieldOf(error, 'message'), fieldOf(body, 'message')].find(
    (text) => typeof text === 'string',
  )
  const message = reason ?? 'Server error occurred. Please try again later.'
  const { status } = response
  const [code, fields] = [fieldOf(error, 'code'), fieldOf(error, 'fields')]
  const isForeign = method === 'GET' && LOST.includes(status) && typeof code !== 'string'
  if (status >= 500 || RETRYABLE.includes(status) || isForeign) {
    const seconds = Number(response.headers.get('Retry-After'))
    const retryAfterMs = seconds > 0 ? Math.min(seconds * 1000, MAX_RETRY_AFTER_MS) : undefined
    return new Unreachable(message, retryAfterMs, { status, hasReason: reason !== undefined })
  }
  const codeOrDefault = typeof code === 'string' ? code : 'INTERNAL_ERROR'
  return new Refused(
    status,
    reason === undefined ? NO_REASON : codeOrDefault,
    message,
    isObject(fields) ? fields : {},
  )
}

const isObject = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null

const fieldOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
