// The offline cache in IndexedDB, in a database of its own: unlike the outbox, it may be lost.

import type { DBSchema, IDBPObjectStore } from 'idb'
import { openDatabase } from '#web/platform/database.ts'
import { removeStored, writeItem } from '#web/platform/localStorage.ts'
import type { CacheRow, CacheStore } from '#web/platform/offlineCache/cacheStore.ts'

interface Schema extends DBSchema {
  rows: { key: [by: string, name: string]; value: CacheRow }
  /** `shapes`: the response schemas of the build that wrote the rows. */
  facts: { key: string; value: string }
}

type Rows = IDBPObjectStore<Schema, ['rows'], 'rows', 'readwrite'>

/** Opens with the first call. If the page may not use IndexedDB, each call rejects. */
export function indexedDbCacheStore(name = 'seen'): CacheStore {
  const database = openDatabase<Schema>(
    name,
    (db) => {
      db.createObjectStore('rows', { keyPath: ['by', 'name'] })
      db.createObjectStore('facts')
    },
    'default',
  )
  const change = (work: (rows: Rows) => Promise<unknown>): Promise<void> =>
    database.transact(['rows'], 'readwrite', async ({ store }) => void (await work(store)))

  return {
    open: (by, shapes) =>
      database.transact(['rows', 'facts'], 'readwrite', async (transaction) => {
        const [rows, facts] = [transaction.objectStore('rows'), transaction.objectStore('facts')]
        if ((await facts.get('shapes')) !== shapes) {
          await rows.clear()
          await facts.put(shapes, 'shapes')
        }
        const stored = await rows.getAll(ofPerson(by))
        if (stored.length < (await rows.count()))
          for (const key of await rows.getAllKeys()) if (key[0] !== by) await rows.delete(key)
        return stored
      }),
    put: (written, isNewer) => {
      noteOwner(written[0]?.by)
      return change(async (rows) => {
        for (const row of written) {
          const existing = await rows.get([row.by, row.name])
          if (!existing || isNewer(row, existing)) await rows.put(row)
        }
      })
    },
    remove: (by, names) => change((rows) => Promise.all(names.map((name) => rows.delete([by, name])))),
    clear() {
      noteOwner(undefined)
      return change((rows) => rows.clear())
    },
  }
}

const ofPerson = (by: string): IDBKeyRange => IDBKeyRange.bound([by], [by, []])

/** In local storage, which is read synchronously: at the start only the owner of rows waits for this store. */
function noteOwner(by: string | undefined): void {
  if (by === undefined) removeStored('seen')
  else writeItem('seen', by)
}
