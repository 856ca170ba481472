// The offline cache: responses and conversations as they were last fetched, for reading without a network. It never
// replaces anything newer, records when each was fetched, and is cleared when the session ends.

import { CachedRows, isTooLong } from '#web/platform/offlineCache/cachedRows.ts'
import type { CacheRow, CacheStore } from '#web/platform/offlineCache/cacheStore.ts'

export interface CachedEntry {
  value: object
  position: string
  /** When it was fetched, in ms since 1970. */
  fetchedAt: number
}

export interface OfflineCachePorts {
  store: CacheStore
  /** A hash of this build's response schemas: entries of another build may have another form. */
  shapes: string
  now(): number
  /** Runs it when the page is idle. Returns a function that cancels it. */
  schedule(run: () => void): () => void
  /** This person is still signed in in this browser, in any tab. */
  isSignedIn(by: string): boolean
}

/** A response that is newer by this much but has an older position is not late: the server's log was restored. */
const LATE_MS = 60_000

/**
 * Of two responses to the same request, whether the incoming one replaces the current one. A current one with a time in the
 * future was fetched before the device's clock was set back.
 * @param now ms since 1970
 */
export function isNewerEntry(
  incoming: Pick<CacheRow, 'position' | 'at'>,
  current: Pick<CacheRow, 'position' | 'at'>,
  now: number,
): boolean {
  if (current.at > now) return true
  if (incoming.position === current.position) return incoming.at >= current.at
  return incoming.position > current.position || incoming.at - current.at > LATE_MS
}

/** Over 80 lines, because all methods share the owner, the rows and the unwritten entries. */
export function createOfflineCache(ports: OfflineCachePorts) {
  const { store, now } = ports
  let owner: string | null = null
  let rows = new CachedRows()
  const unwritten = new Map<string, { make: () => object; position: string; at: number }>()
  let cancelFlush: (() => void) | null = null
  const isNewer = (row: CacheRow, current: CacheRow) => isNewerEntry(row, current, now())
  /** A log-out removes the token before it clears the store, so a row comes before that or is not written. */
  const isWanted = (row: CacheRow, stored: CacheRow | undefined) =>
    ports.isSignedIn(row.by) && (!stored || isNewer(row, stored))

  /** Loads the entries of this person; null for nobody. Never rejects. */
  async function open(by: string | null): Promise<void> {
    if (by === owner) return
    close()
    owner = by
    if (by === null) return
    const stored = await store.open(by, ports.shapes).catch(() => [])
    if (owner !== by) return
    const oldestFirst = stored.filter((row) => row.by === by).sort((a, b) => a.at - b.at)
    rows = new CachedRows([...oldestFirst, ...rows.all()])
  }

  function close(): void {
    cancelFlush?.()
    cancelFlush = null
    unwritten.clear()
    rows = new CachedRows()
    owner = null
  }

  /** Writes all unwritten entries now. */
  async function flush(): Promise<void> {
    cancelFlush?.()
    cancelFlush = null
    const by = owner
    if (by === null || unwritten.size === 0) return
    if (!ports.isSignedIn(by)) return close()
    const written: CacheRow[] = []
    const removed: string[] = []
    for (const [name, { make, position, at }] of unwritten) {
      const row = { by, name, text: JSON.stringify(make()), position, at }
      const current = rows.get(name)
      rows.delete(name)
      if (isTooLong(row)) {
        removed.push(name)
        continue
      }
      rows.set(current && !isNewer(row, current) ? current : row)
      written.push(row)
    }
    unwritten.clear()
    removed.push(...rows.evict())
    // A full device must not stop the app.
    await store.put(written, isWanted).catch(() => undefined)
    if (removed.length > 0) await store.remove(by, removed).catch(() => undefined)
  }

  return {
    open,
    /** Of the written entries. */
    names: (): string[] => rows.all().map(({ name }) => name),
    find(name: string): CachedEntry | null {
      const fresh = unwritten.get(name)
      if (fresh) return { value: fresh.make(), position: fresh.position, fetchedAt: fresh.at }
      const row = rows.get(name)
      return row ? { value: JSON.parse(row.text) as object, position: row.position, fetchedAt: row.at } : null
    },
    /** @param make is called when there is time to write */
    save(name: string, make: () => object, position = ''): void {
      if (owner === null) return
      unwritten.set(name, { make, position, at: now() })
      cancelFlush ??= ports.schedule(() => {
        cancelFlush = null
        void flush()
      })
    },
    delete(name: string): void {
      unwritten.delete(name)
      if (!rows.delete(name) || owner === null) return
      void store.remove(owner, [name]).catch(() => undefined)
    },
    /** Removes everybody's entries from this device. */
    async clear(): Promise<void> {
      close()
      await store.clear().catch(() => undefined)
    },
    flush,
  }
}
