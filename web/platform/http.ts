// The one place that talks to the server: bearer token, idempotency key, and every failure as one of three kinds.

import type { Endpoint, Params, Query } from '#core/kernel/endpoint.ts'
import { endpointPath } from '#core/kernel/endpoint.ts'
import { tokenStorage } from '#web/platform/tokenStorage.ts'
import { recordNetwork } from '#web/platform/network.ts'
import { API } from '#web/platform/origin.ts'

/** The code of a failure whose reason the server did not give, as when a proxy answers: its message only stands in. */
export const NO_REASON_GIVEN = 'UNTOLD'

/** The server answered no. */
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

/** The server was not reached, or is too busy: the same request may be tried again. */
export class Unreachable extends Error {
  /** What the server asked to wait, in ms. */
  readonly retryAfterMs: number | undefined
  /** What it answered all the same; undefined where nothing came back. */
  readonly answered: { status: number; isTold: boolean } | undefined
  constructor(
    message = 'Network error occurred. Please try again.',
    retryAfterMs?: number,
    answered?: { status: number; isTold: boolean },
  ) {
    super(message)
    this.name = 'Unreachable'
    this.retryAfterMs = retryAfterMs
    this.answered = answered
  }
}

export interface RequestOptions {
  params?: Params
  query?: Query
  body?: unknown
  key?: string
  ifMatch?: number
  /** Of the session it belongs to; else the one that is stored now. */
  token?: string
}

export interface ReadResponse<Answer> {
  body: Answer
  /** What the read side showed. */
  position: string
}

/** Hears of every 401 but the one of a wrong password, with its code where it has one. */
let onUnauthorized: (code: string | undefined) => void = () => undefined
export function onUnauthorizedResponse(listener: (code: string | undefined) => void): void {
  onUnauthorized = listener
}

/** How long one try may take: a send must not hold its lane for ever. */
const TIMEOUT_MS = 20_000

/** @throws Refused or Unreachable. */
export async function request<Answer>(
  call: Endpoint<Answer>,
  asked: RequestOptions = {},
): Promise<ReadResponse<Answer>> {
  const token = asked.token ?? tokenStorage.get()
  const response = await reach(call, asked, token)
  if (response.ok) {
    const answer = await answerIn(response, call)
    return { body: answer as Answer, position: response.headers.get('Position') ?? '' }
  }
  // Of another session than the present one it says nothing about that.
  const isPresent = token === tokenStorage.get()
  const failure = await failureOf(response)
  if (response.status === 401 && call.path !== '/auth/login' && isPresent)
    onUnauthorized(failure instanceof Refused ? failure.code : undefined)
  throw failure
}

async function reach(
  call: Endpoint,
  { params, query, body, key, ifMatch }: RequestOptions,
  token: string | null,
): Promise<Response> {
  const headers = new Headers()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (key) headers.set('Idempotency-Key', key)
  if (ifMatch !== undefined) headers.set('If-Match', `"${ifMatch}"`)
  // Whether people can read is what they want to know; a command says for itself that it waits.
  const tell = (isThere: boolean) => call.method === 'GET' && recordNetwork(isThere)
  try {
    const response = await fetch(API + endpointPath(call, params, query), {
      method: call.method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    tell(true)
    return response
  } catch {
    tell(false)
    throw new Unreachable()
  }
}

/**
 * Every network has somebody in it who answers in the server's place: what is not the answer of this call was not the
 * server. @throws Unreachable
 */
async function answerIn(response: Response, { status }: Endpoint): Promise<unknown> {
  if (status === 204 && response.status === 204) return undefined
  const answer: unknown = await response.json().catch(() => null)
  if (!isObject(answer)) throw new Unreachable()
  return answer
}

const WORTH_ANOTHER_TRY = [408, 425, 429]

/** A proxy may ask for a day; nobody's screen or message waits so long for it. */
const LONGEST_PAUSE_MS = 60_000

async function failureOf(response: Response): Promise<Refused | Unreachable> {
  const told: unknown = await response.json().catch(() => null)
  const error = fieldOf(told, 'error')
  const why = [fieldOf(error, 'message'), fieldOf(told, 'message')].find((text) => typeof text === 'string')
  const message = why ?? 'Server error occurred. Please try again later.'
  const { status } = response
  if (status >= 500 || WORTH_ANOTHER_TRY.includes(status)) {
    const seconds = Number(response.headers.get('Retry-After'))
    const answered = { status, isTold: why !== undefined }
    const asked = seconds > 0 ? Math.min(seconds * 1000, LONGEST_PAUSE_MS) : undefined
    return new Unreachable(message, asked, answered)
  }
  const [code, fields] = [fieldOf(error, 'code'), fieldOf(error, 'fields')]
  const given = typeof code === 'string' ? code : 'INTERNAL_ERROR'
  return new Refused(
    status,
    why === undefined ? NO_REASON_GIVEN : given,
    message,
    isObject(fields) ? fields : {},
  )
}

const isObject = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null

const fieldOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
