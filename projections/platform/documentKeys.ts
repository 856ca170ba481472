// Names the documents that an event is folded into: two events of different streams may change places in the log where they
// have none in common.

import type { Codec } from '#core/store/codec.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { projectionsByEvent } from '#projections/platform/batchFold.ts'
import type { AnyProjection } from '#projections/platform/projection.ts'

export type DocumentKeys = (event: StoredEvent) => string[]

export function createDocumentKeys(codec: Codec, projections: readonly AnyProjection[]): DocumentKeys {
  const handling = projectionsByEvent(projections.filter(({ commutes }) => !commutes))
  return (stored) => {
    const event = codec.decode(stored)
    return (handling.get(stored.type) ?? []).flatMap((projection) => {
      try {
        return projection.keys(event).map((key) => `${projection.name} ${key}`)
      } catch {
        // The projection gives up on the whole stream, which keeps its order in any case.
        return []
      }
    })
  }
}
