// A process that only projects, with a port for its health and metrics.

import type { RequestListener } from 'node:http'
import Koa from 'koa'
import type { Logger } from 'pino'
import type { EventStore } from '#core/store/eventStore.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { followLog } from '#api/platform/follower.ts'
import { createHealth } from '#api/platform/health.ts'
import type { Metrics } from '#api/platform/metrics.ts'
import { createMetricsRoute } from '#api/platform/metricsRoute.ts'
import { projectorDeps } from '#api/projectorDeps.ts'
import type { ReadModelBackend } from '#api/readModelBackend.ts'

interface Deps {
  store: EventStore
  readStore: ReadStore
  projectorOptions: ReadModelBackend['projectorOptions']
  log: Logger
  metrics: Metrics | undefined
  metricsToken: string | undefined
}

export function createProjectorServer({
  store,
  readStore,
  projectorOptions,
  log,
  metrics,
  metricsToken,
}: Deps): {
  listener: RequestListener
  /** Resolves when the read models include everything that was in the log. */
  ready: Promise<void>
  stop(): Promise<void>
} {
  const runner = startRunner(projectorDeps({ store, readStore, log, ...projectorOptions }))
  metrics?.watch(runner)
  const follower = metrics && followLog(store, 'metrics', metrics.recordEvent, log, 'now')
  const app = new Koa()
  app.use(createHealth(runner.isReady))
  app.use(createMetricsRoute(metrics, metricsToken))
  return {
    listener: app.callback(),
    ready: runner.ready,
    stop: async () => void (await Promise.all([follower?.stop(), runner.stop()])),
  }
}
