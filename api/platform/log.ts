// What the log never has: tokens, passwords, and the bytes that somebody sent.

import type { LoggerOptions } from 'pino'

/** @param level of pino */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  redact: ['req.headers.authorization', '*.password', '*.token'],
  serializers: { err: described },
})

/** An error by name, text, code and place alone: others of its fields hold whatever it met, as a packet with a token. */
function described(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  const { code } = error as NodeJS.ErrnoException
  return {
    type: name,
    message,
    ...(code !== undefined && { code }),
    stack,
    ...(cause !== undefined && { cause: described(cause) }),
  }
}
