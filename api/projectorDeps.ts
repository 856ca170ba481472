// The dependencies of the projector, the same in a server and in a process that only projects.

import type { Logger } from 'pino'
import type { ProjectorDeps } from '#projections/platform/projector.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { projections } from '#api/projections.ts'

interface ProjectorOptions extends Pick<
  ProjectorDeps,
  'store' | 'readStore' | 'lease' | 'batch' | 'discardsAhead'
> {
  log: Logger
}

export function projectorDeps({ log, ...options }: ProjectorOptions): ProjectorDeps {
  return {
    ...options,
    codec: createProductCodec(),
    projections,
    onError: (err, { projection, key, event }) =>
      log.error({ err, projection, key, position: event?.position }, 'a projection failed on a document'),
    onRetry: (err) => log.error({ err }, 'projecting failed and is retried'),
  }
}
