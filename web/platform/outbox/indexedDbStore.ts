// Pending commands in IndexedDB, where they survive a reload, a closed tab and an empty battery. All tabs share the order,
// because it is the database's own counter.

import type { DBSchema } from 'idb'
import { openDatabase } from '#web/platform/database.ts'
import type { NewItem, OutboxItem } from '#web/platform/outbox/outboxItem.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

/** `call` is the endpoint: open tabs of older builds, which share the database, read it under this name. */
type StoredItem = Omit<NewItem, 'endpoint'> & { call: NewItem['endpoint']; order?: number }

interface Schema extends DBSchema {
  items: { key: number; value: StoredItem; indexes: { key: string } }
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

  const change = (key: string, make: (item: StoredItem) => StoredItem | null): Promise<void> =>
    database.transact(['items'], 'readwrite', async ({ store }) => {
      const cursor = await store.index('key').openCursor(key)
      if (!cursor) return
      const next = make(cursor.value)
      if (next?.order === cursor.value.order && next) return void (await cursor.update(next))
      await cursor.delete()
      if (next) await store.add(next)
    })

  return {
    all: async () =>
      (await database.transact(['items'], 'readonly', ({ store }) => store.getAll())).map(
        ({ call, ...item }) => ({ ...item, endpoint: call }) as OutboxItem,
      ),
    async add(item) {
      const { endpoint: call, ...rest } = item
      const order = await database.transact(['items'], 'readwrite', async ({ store }) => {
        const existing = await store.index('key').getKey(item.key)
        if (existing !== undefined) await store.delete(existing)
        return store.add({ ...rest, call })
      })
      return { ...structuredClone(item), order }
    },
    refuse: (key, refusal) => change(key, (item) => ({ ...item, refusal })),
    reopen: (key) => change(key, ({ order: _, ...item }) => ({ ...item, refusal: null })),
    remove: (key) => change(key, () => null),
  }
}
