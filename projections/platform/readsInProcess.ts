// The reads of a store that has its documents in this process.

import type { AnyProjection, Projection } from '#projections/platform/projection.ts'
import {
  type Checkpoint,
  type ReadStore,
  FAILED_DOCUMENT,
  ReadModelNotReady,
} from '#projections/platform/readStore.ts'

/** @param find a document, readable or not; null for none */
export function readsInProcess(
  checkpoint: () => Checkpoint,
  find: (projection: AnyProjection, key: string) => unknown,
): Pick<ReadStore, 'get' | 'getMany' | 'getTogether' | 'checkpoint'> {
  const read = <Doc>(projection: Projection<Doc>, key: string): Doc | null => {
    if (!checkpoint().ready) throw new ReadModelNotReady('The projections are being built')
    const doc = find(projection, key)
    if (doc === FAILED_DOCUMENT) throw new ReadModelNotReady(`${projection.name} failed on a document`)
    return doc as Doc | null
  }
  return {
    get: async (projection, key) => read(projection, key),
    getMany: async (projection, keys) => keys.map((key) => read(projection, key)),
    getTogether: async (projections, key) => ({
      position: checkpoint().position,
      docs: projections.map((projection) => read(projection, key)),
    }),
    checkpoint: async () => checkpoint(),
  }
}
