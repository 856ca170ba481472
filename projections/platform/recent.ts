// Things used last, up to a size they have together; the longest unused go.

export interface Recent {
  has(name: string): boolean
  get(name: string): unknown
  set(name: string, value: unknown, size: number): void
  /** Lets go of what is too much; until then nothing that was set is missing. */
  shrink(): void
  clear(): void
}

/** What an entry costs beside its value, in characters. */
const ENTRY = 100

/** @param capacity in characters */
export function createRecent(capacity: number): Recent {
  const entries = new Map<string, { value: unknown; size: number }>()
  let total = 0

  function remove(name: string): void {
    const entry = entries.get(name)
    if (!entry) return
    total -= entry.size
    entries.delete(name)
  }

  return {
    has: (name) => entries.has(name),
    get(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      entries.delete(name)
      entries.set(name, entry)
      return entry.value
    },
    set(name, value, size) {
      const whole = size + name.length + ENTRY
      const entry = entries.get(name)
      total += whole - (entry?.size ?? 0)
      // What is there was asked for a moment ago, before it was changed: its place is right.
      if (entry) Object.assign(entry, { value, size: whole })
      else entries.set(name, { value, size: whole })
    },
    shrink() {
      for (const name of entries.keys()) {
        if (total <= capacity) return
        remove(name)
      }
    },
    clear() {
      entries.clear()
      total = 0
    },
  }
}
