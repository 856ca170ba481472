// A failure with status, code and a text for the caller (docs/decisions.md §3). Any other error is a bug or an outage,
// and the caller learns only the request's id.

export interface HttpErrorOptions {
  /** Form field → text. */
  fields?: Record<string, string>
  headers?: Record<string, string>
  /** The current revision, with a stale If-Match. */
  revision?: number
  /** Closes the connection after the response, because the request was not read to its end. */
  close?: boolean
}

export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string> | undefined
  readonly headers: Record<string, string>
  readonly revision: number | undefined
  constructor(status: number, code: string, message: string, options: HttpErrorOptions = {}) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.fields = options.fields
    this.revision = options.revision
    this.headers = { ...options.headers, ...(options.close ? { Connection: 'close' } : {}) }
  }
}

export interface FailureBody {
  message: string
  error: {
    code: string
    message: string
    requestId: string
    fields?: Record<string, string>
    revision?: number
  }
}

export interface RenderedFailure {
  status: number
  headers: Record<string, string>
  body: FailureBody
}

/** The failure response to anything thrown. The caller of this function logs a 500. */
export function renderFailure(thrown: unknown, requestId: string): RenderedFailure {
  const { status, code, message, fields, revision, headers } = asHttpError(thrown)
  const error = {
    code,
    message,
    requestId,
    ...(fields ? { fields } : {}),
    ...(revision === undefined ? {} : { revision }),
  }
  return { status, headers, body: { message, error } }
}

/** 400 with a text for each field; the first is the message. */
export function validationError(fields: Record<string, string>): HttpError {
  return new HttpError(400, 'VALIDATION_ERROR', Object.values(fields)[0] ?? 'Invalid request data', {
    fields,
  })
}

/** 429; `seconds` until the request may be sent again. */
export function rateLimited(message: string, seconds = 1): HttpError {
  return new HttpError(429, 'RATE_LIMITED', message, { headers: { 'Retry-After': String(seconds) } })
}

/** 503; `seconds` until the request may be sent again. */
export function unavailable(message: string, seconds = 1): HttpError {
  return new HttpError(503, 'UNAVAILABLE', message, { headers: { 'Retry-After': String(seconds) } })
}

/** Of a command it is unknown whether it was written: a retry with the same key finds out. */
export const storeUnavailable = () =>
  unavailable('The server cannot reach its data right now. Please try again.')

const CODES = new Map([
  [400, 'VALIDATION_ERROR'],
  [401, 'INVALID_TOKEN'],
  [403, 'ACCESS_DENIED'],
  [404, 'NOT_FOUND'],
  [405, 'METHOD_NOT_ALLOWED'],
  [409, 'CONFLICT'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
  [422, 'IDEMPOTENCY_KEY_REUSED'],
  [429, 'RATE_LIMITED'],
])

function asHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown
  return (
    fromKoa(thrown) ?? new HttpError(500, 'INTERNAL_ERROR', 'Server error occurred. Please try again later.')
  )
}

/** Koa and its middlewares throw errors with a status; `expose` marks a text for callers. */
function fromKoa(thrown: unknown): HttpError | null {
  if (!(thrown instanceof Error)) return null
  const { status, expose } = thrown as { status?: unknown; expose?: unknown }
  const code = typeof status === 'number' ? CODES.get(status) : undefined
  return expose === true && code !== undefined ? new HttpError(status as number, code, thrown.message) : null
}
