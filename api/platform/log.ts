// Options of the logger, which keep tokens, passwords and request bytes out of the log.

import type { LoggerOptions } from 'pino'

/** @param level of pino */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  redact: ['req.headers.authorization', '*.password', '*.token'],
  serializers: { err: serializeError },
})

/** Only name, text, code and stack: other fields of an error may hold data, such as a packet with a token. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  const { code } = error as NodeJS.ErrnoException
  return {
    type: name,
    message,
    ...(code !== undefined && { code }),
    stack,
    ...(cause !== undefined && { cause: serializeError(cause) }),
  }
}
