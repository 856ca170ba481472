// A process that only projects: no people, no commands, and a port that tells how it is.

import type { RequestListener } from 'node:http'
import Koa from 'koa'
import type { Logger } from 'pino'
import type { EventStore } from '#core/store/eventStore.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { createHealth } from '#api/platform/health.ts'
import { projectorDeps } from '#api/projecting.ts'
import type { ReadSide } from '#api/readSide.ts'

interface Deps {
  store: EventStore
  readStore: ReadStore
  projecting: ReadSide['projecting']
  log: Logger
}

export function createProjectorServer({ store, readStore, projecting, log }: Deps): {
  listener: RequestListener
  stop(): Promise<void>
} {
  const runner = startRunner(projectorDeps({ store, readStore, log, ...projecting }))
  const app = new Koa()
  app.use(createHealth(runner.isReady))
  return { listener: app.callback(), stop: runner.stop }
}
