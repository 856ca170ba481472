// Unsent commands in IndexedDB, where they outlive a reload, a closed tab and a dead battery. The order is the
// database's own counter, so the tabs of a browser share one.

import type { DBSchema, IDBPDatabase } from 'idb'
import { openDB } from 'idb'
import type { OutboxItem } from '#web/platform/outbox/item.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

interface Schema extends DBSchema {
  items: { key: number; value: Omit<OutboxItem, 'order'> & { order?: number }; indexes: { key: string } }
}

/** @throws where the browser has no IndexedDB, or none for this page */
export async function openIndexedDbOutboxStore(name = 'outbox'): Promise<OutboxStore> {
  let database = await open(name)
  // A browser may close it under memory pressure or when site data is cleared.
  const db = async (): Promise<IDBPDatabase<Schema>> => {
    try {
      database.transaction('items')
    } catch {
      database = await open(name)
    }
    return database
  }

  async function change(
    key: string,
    make: (item: Schema['items']['value']) => Schema['items']['value'] | null,
  ): Promise<void> {
    const transaction = (await db()).transaction('items', 'readwrite', durable)
    const cursor = await transaction.store.index('key').openCursor(key)
    if (cursor) {
      const next = make(cursor.value)
      if (next?.order === cursor.value.order && next) await cursor.update(next)
      else {
        await cursor.delete()
        if (next) await transaction.store.add(next)
      }
    }
    await transaction.done
  }

  return {
    all: async () => (await (await db()).getAll('items')) as OutboxItem[],
    async add(item) {
      const transaction = (await db()).transaction('items', 'readwrite', durable)
      const known = await transaction.store.index('key').getKey(item.key)
      if (known !== undefined) await transaction.store.delete(known)
      const order = await transaction.store.add(item)
      await transaction.done
      return { ...structuredClone(item), order }
    },
    refuse: (key, refusal) => change(key, (item) => ({ ...item, refusal })),
    reopen: (key) => change(key, ({ order: _, ...item }) => ({ ...item, refusal: null })),
    remove: (key) => change(key, () => null),
  }
}

/** On disk before it counts as kept, as far as the browser can tell. */
const durable = { durability: 'strict' } as const

function open(name: string): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, 1, {
    upgrade(db) {
      const items = db.createObjectStore('items', { keyPath: 'order', autoIncrement: true })
      items.createIndex('key', 'key', { unique: true })
    },
    // A newer version of the app in another tab wants to change the database.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}
