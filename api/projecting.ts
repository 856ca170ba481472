// What projects: the same in a process that also answers requests and in one that does nothing else.

import type { Logger } from 'pino'
import { chatUpcasts } from '#core/chat/events.ts'
import { itineraryUpcasts } from '#core/itinerary/events.ts'
import { moneyUpcasts } from '#core/money/events.ts'
import { peopleUpcasts } from '#core/people/events.ts'
import type { Codec } from '#core/store/codec.ts'
import { createCodec } from '#core/store/codec.ts'
import { tripUpcasts } from '#core/trips/events.ts'
import type { ProjectorDeps } from '#projections/platform/projector.ts'
import { views } from '#api/views.ts'

/** Of all features. */
export function productCodec(): Codec {
  return createCodec(peopleUpcasts, tripUpcasts, itineraryUpcasts, moneyUpcasts, chatUpcasts)
}

interface Given extends Pick<ProjectorDeps, 'store' | 'readStore' | 'turn' | 'batch'> {
  log: Logger
}

export function projectorDeps({ log, ...given }: Given): ProjectorDeps {
  return {
    ...given,
    codec: productCodec(),
    views,
    onError: (err, { view, key, event }) =>
      log.error({ err, view, key, position: event?.position }, 'a view gave up on a document'),
    onTrouble: (err) => log.error({ err }, 'projecting is tried again'),
  }
}
