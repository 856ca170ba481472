// Reads documents for routes: never an empty result while a read model is still being built.

import { READ_YOUR_WRITES_MS } from '#core/kernel/limits.ts'
import { StoreUnavailable } from '#core/store/eventStore.ts'
import type { Progress } from '#projections/platform/progress.ts'
import { ReadModelNotReady, type ReadStore } from '#projections/platform/readStore.ts'
import type { Projection } from '#projections/platform/projection.ts'
import { HttpError, unavailable } from '#api/platform/http/httpError.ts'

/** How long followers of the log and event streams wait for the read models: longer than a response does. */
export const READ_MODELS_TIMEOUT_MS = 10_000

/** All but `getIfReady` throw HttpError 503 VIEW_REBUILDING while the read models are not ready. */
export interface ReadModels {
  get<Doc>(projection: Projection<Doc>, key: string): Promise<Doc | null>
  getMany<Doc>(projection: Projection<Doc>, keys: readonly string[]): Promise<(Doc | null)[]>
  /** Documents of several projections under one key, all at the position returned; null for none. */
  getTogether: ReadStore['getTogether']
  /**
   * As `get`, but before a miss the read models catch up with the log.
   * @throws HttpError 503 when that takes longer than READ_YOUR_WRITES_MS
   */
  find<Doc>(projection: Projection<Doc>, key: string): Promise<Doc | null>
  /** As `get`, but null while the read models are not ready. */
  getIfReady<Doc>(projection: Projection<Doc>, key: string): Promise<Doc | null>
}

export function createReadModels(
  readStore: ReadStore,
  progress: Pick<Progress, 'waitForPosition'>,
  head: () => Promise<string>,
): ReadModels {
  return {
    get: (projection, key) => readStore.get(projection, key).catch(throwAsHttpError),
    getMany: (projection, keys) => readStore.getMany(projection, keys).catch(throwAsHttpError),
    getTogether: (projections, key) => readStore.getTogether(projections, key).catch(throwAsHttpError),
    async find(projection, key) {
      const doc = await readStore.get(projection, key).catch(nullIfNotReady)
      if (doc !== null) return doc
      if (!(await progress.waitForPosition(await head(), READ_YOUR_WRITES_MS)))
        throw unavailable('This is not available yet. Please try again in a moment.')
      return readStore.get(projection, key).catch(throwAsHttpError)
    },
    getIfReady: (projection, key) => readStore.get(projection, key).catch(nullIfNotReady),
  }
}

const isNotReady = (error: unknown) => error instanceof ReadModelNotReady || error instanceof StoreUnavailable

function nullIfNotReady(error: unknown): null {
  if (isNotReady(error)) return null
  throw error
}

function throwAsHttpError(error: unknown): never {
  if (!isNotReady(error)) throw error
  throw new HttpError(503, 'VIEW_REBUILDING', 'This is being prepared. Please try again in a moment.', {
    headers: { 'Retry-After': '1' },
  })
}
