// What the store has not taken when the page is left, in local storage, because that writes at once and a page that
// goes waits for nothing else. The next page takes it from here. A page that comes back sends it, too, under the same
// key, so the server counts it once.

import type { NewItem } from '#web/platform/outbox/item.ts'

export interface Journal {
  write(items: readonly NewItem[]): void
  /** What an earlier page left. */
  read(): NewItem[]
  /** What was written and is not among these is in the store, sent or discarded by now. */
  forgetAllBut(items: readonly NewItem[]): void
}

const PREFIX = 'unsent:'

export function createJournal(): Journal {
  /** Keys of what this page wrote. */
  const written = new Set<string>()
  return {
    write(items) {
      for (const item of items)
        attempt(() => {
          localStorage.setItem(PREFIX + item.key, JSON.stringify(item))
          written.add(item.key)
        })
    },
    read() {
      const names = attempt(() => Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) ?? []
      const items = names.flatMap(
        (name) => attempt(() => JSON.parse(localStorage.getItem(name) ?? '') as NewItem) ?? [],
      )
      return items.sort((a, b) => a.at.localeCompare(b.at))
    },
    forgetAllBut(items) {
      if (written.size === 0) return
      const stay = new Set(items.map(({ key }) => key))
      for (const key of written)
        if (!stay.has(key)) attempt(() => written.delete(key) && localStorage.removeItem(PREFIX + key))
    },
  }
}

/** Where the browser keeps nothing, or has no room for more, there is nothing to be done. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
