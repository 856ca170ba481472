// An end in order and in good time: nothing new is let in, whoever waits for news is let go, what was begun is
// finished, and only then the stores are closed.

import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** Connections that are still in use then are closed. */
const PATIENCE_MS = 5000
/** Whoever started the process would end it by force soon after. */
const AT_MOST_MS = 9000

/** @param steps one after another, the first beside the last requests: it lets go of whoever waits */
export function shutDownInOrder(http: Server, log: Logger, steps: readonly (() => Promise<void>)[]): void {
  let ending = false
  const end = async (): Promise<void> => {
    if (ending) return
    ending = true
    setTimeout(() => {
      log.error('the end took too long')
      process.exit(1)
    }, AT_MOST_MS).unref()
    const closed = new Promise((resolve) => http.close(resolve))
    http.closeIdleConnections()
    setTimeout(() => http.closeAllConnections(), PATIENCE_MS).unref()
    const [letGo, ...rest] = steps
    await letGo?.()
    await closed
    for (const step of rest) await step()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(
      signal,
      () => void end().catch((err: unknown) => (log.error({ err }, 'an end failed'), process.exit(1))),
    )
}
