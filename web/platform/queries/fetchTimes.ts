// How old the content on the screen is: the shown queries, and what a part of the app with another store reports.

import { entries, isShown, shown } from '#web/platform/queries/queryStore.ts'

/** Returns ms since 1970 of the oldest content on the screen; null if there is none. */
type Source = () => number | null

const sources: Source[] = []

export const registerFetchTime = (source: Source): void => void sources.push(source)

export function oldestFetchTime(): number | null {
  const ofQueries = [...shown.keys()].flatMap((path) =>
    isShown(path) && entries[path]?.data ? [entries[path].at] : [],
  )
  const times = [...ofQueries, ...sources.flatMap((source) => source() ?? [])]
  return times.length > 0 ? Math.min(...times) : null
}
