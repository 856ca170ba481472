// Options of the logger. They keep tokens, passwords and the bytes of requests out of the log.

import type { LoggerOptions } from 'pino'

/** @param level the lowest level that is logged, by its name in pino: 'warn' */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  redact: ['req.headers.authorization', '*.password', '*.token'],
  serializers: { err: (error: unknown) => serializeError(error, []) },
})

/**
 * Only name, text, code, stack and the errors inside: other fields may hold data, such as a packet with a token.
 * @param outer the errors that contain this one; a circular `cause` ends there
 */
function serializeError(error: unknown, outer: readonly unknown[]): unknown {
  if (!(error instanceof Error)) return String(error)
  if (outer.includes(error)) return '[Circular]'
  const { name, message, stack, cause } = error
  const { code } = error as NodeJS.ErrnoException
  const serializeInner = (inner: unknown) => serializeError(inner, [...outer, error])
  return {
    type: name,
    message,
    ...(code !== undefined && { code }),
    stack,
    ...(cause !== undefined && { cause: serializeInner(cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(serializeInner) }),
  }
}
