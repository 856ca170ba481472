// Items that the store has not taken when the page is left, in local storage, because that writes synchronously. The next
// page adds them to its queue. A page that comes back sends them, too, with the same key, so the server counts them once.

import { attempt, keysWith, readItem, removeStored, writeItem } from '#web/platform/localStorage.ts'
import type { NewItem } from '#web/platform/outbox/outboxItem.ts'

const PREFIX = 'unsent:'

export function createJournal() {
  /** Keys of the items that this page wrote. */
  const written = new Set<string>()
  return {
    write(items: readonly NewItem[]): void {
      for (const item of items) if (writeItem(PREFIX + item.key, JSON.stringify(item))) written.add(item.key)
    },
    /** The items that earlier pages wrote, oldest first. */
    read(): NewItem[] {
      const items = keysWith(PREFIX).flatMap(
        (name) => attempt(() => JSON.parse(readItem(name) ?? '') as NewItem) ?? [],
      )
      return items.sort((a, b) => a.at.localeCompare(b.at))
    },
    /** The other items that this page wrote are stored, sent or discarded by now. */
    removeAllExcept(items: readonly NewItem[]): void {
      const remaining = new Set(items.map(({ key }) => key))
      for (const key of written) {
        if (remaining.has(key)) continue
        written.delete(key)
        removeStored(PREFIX + key)
      }
    },
  }
}
