// Pending commands in IndexedDB, where they survive a reload, a closed tab and an empty battery. All tabs share the order,
// because it is the database's own counter.

import type { DBSchema } from 'idb'
import { openDatabase } from '#web/platform/database.ts'
import type { OutboxItem } from '#web/platform/outbox/outboxItem.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

interface Schema extends DBSchema {
  items: { key: number; value: Omit<OutboxItem, 'order'> & { order?: number }; indexes: { key: string } }
}

/** Opens with the first call. If the page may not use IndexedDB, each call rejects. */
export function indexedDbOutboxStore(name = 'outbox'): OutboxStore {
  const database = openDatabase<Schema>(
    name,
    (db) => {
      const items = db.createObjectStore('items', { keyPath: 'order', autoIncrement: true })
      items.createIndex('key', 'key', { unique: true })
    },
    // A transaction is complete when it is on disk, as far as the browser can tell.
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
        const existing = await store.index('key').getKey(item.key)
        if (existing !== undefined) await store.delete(existing)
        return store.add(item)
      })
      return { ...structuredClone(item), order }
    },
    refuse: (key, refusal) => change(key, (item) => ({ ...item, refusal })),
    reopen: (key) => change(key, ({ order: _, ...item }) => ({ ...item, refusal: null })),
    remove: (key) => change(key, () => null),
  }
}
