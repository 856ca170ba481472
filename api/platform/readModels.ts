// Reads documents for routes: never an empty result while a read model is still being built.

import { StoreUnavailable } from '#core/store/eventStore.ts'
import type { Progress } from '#projections/platform/progress.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { ReadModelNotReady } from '#projections/platform/readStore.ts'
import type { Projection } from '#projections/platform/projection.ts'
import { HttpError } from '#api/platform/httpError.ts'

/** All but `known` throw HttpError 503 VIEW_REBUILDING while the read models are not ready. */
export interface ReadModels {
  get<Doc>(view: Projection<Doc>, key: string): Promise<Doc | null>
  getMany<Doc>(view: Projection<Doc>, keys: readonly string[]): Promise<(Doc | null)[]>
  /**
   * As `get`, but before a miss the read models catch up with the log.
   * @throws HttpError 503 when that takes more than two seconds
   */
  find<Doc>(view: Projection<Doc>, key: string): Promise<Doc | null>
  /** As `get`, but null while the read models are not ready. */
  known<Doc>(view: Projection<Doc>, key: string): Promise<Doc | null>
}

export function createReadModels(
  readStore: ReadStore,
  progress: Pick<Progress, 'reached'>,
  head: () => Promise<string>,
): ReadModels {
  return {
    get: (view, key) => readStore.get(view, key).catch(refuse),
    getMany: (view, keys) => readStore.getMany(view, keys).catch(refuse),
    async find(view, key) {
      const known = await readStore.get(view, key).catch(nullIfNotReady)
      if (known !== null) return known
      if (!(await progress.reached(await head(), CATCH_UP_MS))) throw notCaughtUp()
      return readStore.get(view, key).catch(refuse)
    },
    known: (view, key) => readStore.get(view, key).catch(nullIfNotReady),
  }
}

const CATCH_UP_MS = 2000

const isMissing = (error: unknown) => error instanceof ReadModelNotReady || error instanceof StoreUnavailable

function nullIfNotReady(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

function refuse(error: unknown): never {
  if (!isMissing(error)) throw error
  throw new HttpError(503, 'VIEW_REBUILDING', 'This is being prepared. Please try again in a moment.', {
    headers: { 'Retry-After': '1' },
  })
}

function notCaughtUp(): HttpError {
  const message = 'This is not known here yet. Please try again in a moment.'
  return new HttpError(503, 'UNAVAILABLE', message, { headers: { 'Retry-After': '1' } })
}
