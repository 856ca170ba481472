// Unsent commands in IndexedDB, where they outlive a reload, a closed tab and a dead battery. The order is the
// database's own counter, so the tabs of a browser share one.

import type { DBSchema } from 'idb'
import { openDatabase } from '#web/platform/database.ts'
import type { OutboxItem } from '#web/platform/outbox/item.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

interface Schema extends DBSchema {
  items: { key: number; value: Omit<OutboxItem, 'order'> & { order?: number }; indexes: { key: string } }
}

/** Opens with the first that is asked of it; where the browser keeps nothing for the page, everything rejects. */
export function indexedDbOutboxStore(name = 'outbox'): OutboxStore {
  const database = openDatabase<Schema>(
    name,
    (db) => {
      const items = db.createObjectStore('items', { keyPath: 'order', autoIncrement: true })
      items.createIndex('key', 'key', { unique: true })
    },
    // On disk before it counts as kept, as far as the browser can tell.
    'strict',
  )

  const change = (
    key: string,
    make: (item: Schema['items']['value']) => Schema['items']['value'] | null,
  ): Promise<void> =>
    database.transact(['items'], 'readwrite', async ({ store }) => {
      const cursor = await store.index('key').openCursor(key)
      if (!cursor) return
      const next = make(cursor.value)
      if (next?.order === cursor.value.order && next) return void (await cursor.update(next))
      await cursor.delete()
      if (next) await store.add(next)
    })

  return {
    all: () =>
      database.transact(['items'], 'readonly', ({ store }) => store.getAll() as Promise<OutboxItem[]>),
    async add(item) {
      const order = await database.transact(['items'], 'readwrite', async ({ store }) => {
        const known = await store.index('key').getKey(item.key)
        if (known !== undefined) await store.delete(known)
        return store.add(item)
      })
      return { ...structuredClone(item), order }
    },
    refuse: (key, refusal) => change(key, (item) => ({ ...item, refusal })),
    reopen: (key) => change(key, ({ order: _, ...item }) => ({ ...item, refusal: null })),
    remove: (key) => change(key, () => null),
  }
}
