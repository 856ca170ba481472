// The offline cache in memory.

import type { CacheRow, CacheStore } from '#web/platform/offlineCache/cacheStore.ts'

export function memoryCacheStore(): CacheStore {
  const rows = new Map<string, CacheRow>()
  let written = ''
  const keyOf = (by: string, name: string) => `${by} ${name}`
  return {
    async open(by, shapes) {
      if (shapes !== written) rows.clear()
      written = shapes
      for (const [key, row] of rows) if (row.by !== by) rows.delete(key)
      return [...rows.values()]
    },
    async put(given, isWanted) {
      for (const row of given) {
        if (isWanted(row, rows.get(keyOf(row.by, row.name)))) rows.set(keyOf(row.by, row.name), row)
      }
    },
    async remove(by, names) {
      for (const name of names) rows.delete(keyOf(by, name))
    },
    async clear() {
      rows.clear()
    },
  }
}
