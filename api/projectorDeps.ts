// The dependencies of the projector, the same in a server and in a process that only projects.

import type { Logger } from 'pino'
import { chatUpcasts } from '#core/chat/events.ts'
import { itineraryUpcasts } from '#core/itinerary/events.ts'
import { moneyUpcasts } from '#core/money/events.ts'
import { peopleUpcasts } from '#core/people/events.ts'
import { createCodec, type Codec } from '#core/store/codec.ts'
import { tripUpcasts } from '#core/trips/events.ts'
import type { ProjectorDeps } from '#projections/platform/projector.ts'
import { projections } from '#api/projections.ts'

export function createProductCodec(): Codec {
  return createCodec(peopleUpcasts, tripUpcasts, itineraryUpcasts, moneyUpcasts, chatUpcasts)
}

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
