// Pending commands in IndexedDB, where they survive a reload, a closed tab and an empty battery. All tabs share the order,
// because it is the database's own counter.

import type { DBSchema } from 'idb'
import { openDatabase } from '#web/platform/storage/database.ts'
import type { OutboxCommand, OrderedCommand } from '#web/platform/outbox/outboxCommand.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

/** `call`, the endpoint, and `items` are the names of older builds, whose open tabs share the database. */
type StoredCommand = Omit<OutboxCommand, 'endpoint'> & { call: OutboxCommand['endpoint']; order?: number }

interface Schema extends DBSchema {
  items: { key: number; value: StoredCommand; indexes: { key: string } }
}

/** Opens with the first call. If the page may not use IndexedDB, each call rejects. */
export function indexedDbOutboxStore(name = 'outbox'): OutboxStore {
  const database = openDatabase<Schema>(
    name,
    (db) => {
      const commands = db.createObjectStore('items', { keyPath: 'order', autoIncrement: true })
      commands.createIndex('key', 'key', { unique: true })
    },
    // A transaction is complete when it is on disk, as far as the browser can tell.
    'strict',
  )

  const change = (key: string, make: (command: StoredCommand) => StoredCommand | null): Promise<void> =>
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
        ({ call, ...command }) => ({ ...command, endpoint: call }) as OrderedCommand,
      ),
    async add(...commands) {
      const orders = await database.transact(['items'], 'readwrite', async ({ store }) => {
        const added: number[] = []
        for (const { endpoint: call, ...rest } of commands) {
          const existing = await store.index('key').getKey(rest.key)
          if (existing !== undefined) await store.delete(existing)
          added.push(await store.add({ ...rest, call }))
        }
        return added
      })
      return structuredClone(commands).map((command, index) => ({ ...command, order: orders[index]! }))
    },
    refuse: (key, refusal) => change(key, (command) => ({ ...command, refusal })),
    reopen: (key) => change(key, ({ order: _, ...command }) => ({ ...command, refusal: null })),
    remove: (key) => change(key, () => null),
  }
}
