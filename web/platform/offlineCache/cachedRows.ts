// The rows of the offline cache in memory, oldest first. They are bounded in number and in size, because a phone has
// little memory.

import type { CacheRow } from '#web/platform/offlineCache/cacheStore.ts'

/** A trip with all its tabs has a dozen rows. */
const MAX_ROWS = 200
/** In characters: of all rows together, and of each. */
const MAX_TEXT_LENGTH = 4_000_000
const MAX_ROW_TEXT = 1_000_000

export const isTooLong = ({ text }: CacheRow): boolean => text.length > MAX_ROW_TEXT

export class CachedRows {
  readonly #rows: Map<string, CacheRow>

  constructor(oldestFirst: readonly CacheRow[] = []) {
    this.#rows = new Map(oldestFirst.map((row) => [row.name, row]))
  }

  all(): CacheRow[] {
    return [...this.#rows.values()]
  }

  get(name: string): CacheRow | undefined {
    return this.#rows.get(name)
  }

  /** The row is the newest now. */
  set(row: CacheRow): void {
    this.#rows.delete(row.name)
    this.#rows.set(row.name, row)
  }

  delete(name: string): boolean {
    return this.#rows.delete(name)
  }

  /** Removes the oldest rows beyond the bounds, and returns their names. */
  evict(): string[] {
    let size = this.all().reduce((sum, { text }) => sum + text.length, 0)
    const removed: string[] = []
    for (const { name, text } of this.all()) {
      if (this.#rows.size <= MAX_ROWS && size <= MAX_TEXT_LENGTH) break
      this.#rows.delete(name)
      removed.push(name)
      size -= text.length
    }
    return removed
  }
}
