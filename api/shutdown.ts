// Shuts down in order and in time: accepts no new connections, ends event streams and sockets, finishes requests, and
// only then closes the stores.

import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** Connections still in use after this time are closed. */
const DRAIN_TIMEOUT_MS = 5000
/** Process managers kill the process soon after. */
const SHUTDOWN_TIMEOUT_MS = 9000

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Until there is a port with requests to finish, a signal ends the process at once. Without a handler the first process
 * of a container would ignore it.
 */
export function exitOnSignal(): void {
  for (const signal of SIGNALS) process.on(signal, exit)
}

const exit = () => process.exit(0)

/** @param steps run one after another; the first runs beside the last requests and ends open streams */
export function shutDownInOrder(http: Server, log: Logger, steps: readonly (() => Promise<void>)[]): void {
  let isEnding = false
  const end = async (): Promise<void> => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => {
      log.error('the shutdown took too long')
      process.exit(1)
    }, SHUTDOWN_TIMEOUT_MS).unref()
    const closed = new Promise((resolve) => http.close(resolve))
    http.closeIdleConnections()
    setTimeout(() => http.closeAllConnections(), DRAIN_TIMEOUT_MS).unref()
    const [firstStep, ...laterSteps] = steps
    await firstStep?.()
    await closed
    for (const step of laterSteps) await step()
    process.exit(0)
  }
  for (const signal of SIGNALS) {
    process.off(signal, exit)
    process.on(
      signal,
      () => void end().catch((err: unknown) => (log.error({ err }, 'the shutdown failed'), process.exit(1))),
    )
  }
}
