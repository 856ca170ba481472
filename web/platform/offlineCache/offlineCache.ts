// What somebody last saw, kept on their device: the last documents and conversations as the server told them, readable
// in a tunnel and after a reload there. It is a memory and no second truth: it never takes the place of anything newer,
// it says when it was read, and it goes with the session.

import type { CacheRow, CacheStore } from '#web/platform/offlineCache/cacheStore.ts'

export interface CachedEntry {
  value: object
  position: string
  /** When it was read from the server, in ms since 1970. */
  at: number
}

export interface OfflineCache {
  /** Has at hand what is kept for this person; null for nobody. Never rejects. */
  begin(by: string | null): Promise<void>
  find(name: string): CachedEntry | null
  /** @param make called when there is time to write */
  keep(name: string, make: () => object, position?: string): void
  forget(name: string): void
  /** Nothing of anybody is left on this device. */
  wipe(): Promise<void>
  /** Writes what is not written yet. */
  flush(): Promise<void>
}

export interface OfflineCachePorts {
  store: CacheStore
  /** Names the shapes of what this build reads: what another build wrote may look otherwise. */
  shapes: string
  now(): number
  /** Runs it when there is time; answers what calls it off. */
  later(run: () => void): () => void
  /** Whether this person is still signed in, in whatever tab. */
  isPresent(by: string): boolean
}

/** A trip with all its tabs is a dozen. */
const MOST = 200
/** In characters, all together and each: a phone's memory is small. */
const MOST_TEXT = 4_000_000
const LONGEST = 1_000_000
/** An answer that comes so much later is no late one: the server's log was set back. */
const LATE_MS = 60_000

/**
 * Of two readings of one thing, whether the given one is to be shown and kept. What was read at a time that has not come
 * yet was read before the phone's clock was set back.
 * @param now ms since 1970
 */
export function isNewerEntry(
  given: Pick<CacheRow, 'position' | 'at'>,
  known: Pick<CacheRow, 'position' | 'at'>,
  now: number,
): boolean {
  if (known.at > now) return true
  if (given.position === known.position) return given.at >= known.at
  return given.position > known.position || given.at - known.at > LATE_MS
}

export function createOfflineCache({
  store,
  shapes,
  now,
  later,
  isPresent,
}: OfflineCachePorts): OfflineCache {
  let mine: string | null = null
  /** Oldest first. */
  let rows = new Map<string, CacheRow>()
  const due = new Map<string, { make: () => object; position: string; at: number }>()
  let callOff: (() => void) | null = null
  const wins = (row: CacheRow, kept: CacheRow) => isNewerEntry(row, kept, now())

  async function begin(by: string | null): Promise<void> {
    if (by === mine) return
    stop()
    mine = by
    if (by === null) return
    const kept = await store.open(by, shapes).catch(() => [])
    if (mine !== by) return
    const oldestFirst = kept.filter((row) => row.by === by).sort((a, b) => a.at - b.at)
    const read = [...rows.values()]
    rows = new Map([...oldestFirst, ...read].map((row) => [row.name, row]))
  }

  function stop(): void {
    callOff?.()
    callOff = null
    due.clear()
    rows = new Map()
    mine = null
  }

  function find(name: string): CachedEntry | null {
    const fresh = due.get(name)
    if (fresh) return { value: fresh.make(), position: fresh.position, at: fresh.at }
    const row = rows.get(name)
    if (!row) return null
    const { position, at } = row
    return { value: JSON.parse(row.text) as object, position, at }
  }

  function keep(name: string, make: () => object, position = ''): void {
    if (mine === null) return
    due.set(name, { make, position, at: now() })
    callOff ??= later(() => {
      callOff = null
      void flush()
    })
  }

  async function flush(): Promise<void> {
    callOff?.()
    callOff = null
    const by = mine
    if (by === null || due.size === 0) return
    if (!isPresent(by)) return stop()
    const written: CacheRow[] = []
    const tooLong: string[] = []
    for (const [name, { make, position, at }] of due) {
      const text = JSON.stringify(make())
      const known = rows.get(name)
      rows.delete(name)
      const row = { by, name, text, position, at }
      if (text.length > LONGEST) {
        tooLong.push(name)
        continue
      }
      rows.set(name, known && !wins(row, known) ? known : row)
      written.push(row)
    }
    due.clear()
    const removed = [...tooLong, ...beyondMost()]
    // A full device keeps nobody from going on.
    await store.put(written, wins).catch(() => undefined)
    if (removed.length > 0) await store.remove(by, removed).catch(() => undefined)
  }

  /** Takes out the oldest, until the rest is little enough. */
  function beyondMost(): string[] {
    let size = [...rows.values()].reduce((sum, { text }) => sum + text.length, 0)
    const removed: string[] = []
    for (const { name, text } of rows.values()) {
      if (rows.size - removed.length <= MOST && size <= MOST_TEXT) break
      removed.push(name)
      size -= text.length
    }
    for (const name of removed) rows.delete(name)
    return removed
  }

  return {
    begin,
    find,
    keep,
    forget(name) {
      due.delete(name)
      if (!rows.delete(name) || mine === null) return
      void store.remove(mine, [name]).catch(() => undefined)
    },
    async wipe() {
      stop()
      await store.clear().catch(() => undefined)
    },
    flush,
  }
}
