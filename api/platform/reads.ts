// What routes read documents through: never an empty answer while a view is still being built.

import type { Runner } from '#projections/platform/runner.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import type { View } from '#projections/platform/view.ts'
import { HttpError } from '#api/platform/httpError.ts'

export interface Reads {
  get<Doc>(view: View<Doc>, key: string): Promise<Doc | null>
  getMany<Doc>(view: View<Doc>, keys: readonly string[]): Promise<(Doc | null)[]>
  /**
   * The same, but a miss first reads the log to its end: "not yet" is not "no".
   * @throws HttpError 503 when the read side does not get there in two seconds
   */
  find<Doc>(view: View<Doc>, key: string): Promise<Doc | null>
}

export function createReads(readStore: ReadStore, runner: Runner, head: () => Promise<string>): Reads {
  const check = (view: View, keys: readonly string[]): void => {
    if (!runner.isReady() || keys.some((key) => runner.stopped(view, key)))
      throw new HttpError(503, 'VIEW_REBUILDING', 'This is being prepared. Please try again in a moment.', {
        headers: { 'Retry-After': '1' },
      })
  }
  return {
    async get(view, key) {
      check(view as View, [key])
      return readStore.get(view, key)
    },
    async getMany(view, keys) {
      check(view as View, keys)
      return readStore.getMany(view, keys)
    },
    async find(view, key) {
      const known = await readStore.get(view, key)
      if (known !== null) return known
      if (!(await runner.reached(await head(), CATCH_UP_MS))) throw behind()
      return readStore.get(view, key)
    },
  }
}

const CATCH_UP_MS = 2000

function behind(): HttpError {
  const message = 'This is not known here yet. Please try again in a moment.'
  return new HttpError(503, 'UNAVAILABLE', message, { headers: { 'Retry-After': '1' } })
}
