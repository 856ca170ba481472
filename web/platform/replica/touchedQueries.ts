// The queries of a trip that the changes of its feed touch. They load with the trip, not with the first screen.

import {
  entries,
  fetchers,
  isBelow,
  isShown,
  isTouched,
  reloadShown,
  shown,
} from '#web/platform/queryStore.ts'

/**
 * Others changed the data of these paths: queries fetched at an earlier position are fetched again.
 * @param position compares bytewise (decisions §1)
 */
export async function markQueriesStale(paths: readonly string[], position: string): Promise<void> {
  const isOlder = (path: string) => (entries[path]?.position ?? '') < position
  const touched = [...fetchers.keys()].filter((path) => isOlder(path) && isTouched(path, paths))
  await reloadShown(touched)
}

/** The lowest log position of the shown queries below this path; '' if none is fetched. */
export function queryPosition(parent: string): string {
  const paths = [...shown.keys()].filter((path) => isShown(path) && isBelow(path, parent))
  return paths.flatMap((path) => (entries[path]?.data ? [entries[path].position] : [])).sort()[0] ?? ''
}
