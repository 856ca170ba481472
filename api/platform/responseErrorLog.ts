// Logs responses that could not be sent to their end.

import type { Logger } from 'pino'
import { isConnectionError } from '#api/platform/httpServer.ts'

/**
 * For the 'error' events of Koa, which reports a streamed response that fails twice: where the stream ends, and where the
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
