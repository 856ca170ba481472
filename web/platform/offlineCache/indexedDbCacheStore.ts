// What was last seen, in IndexedDB: apart from the outbox, because this may be lost and that may not.

import type { DBSchema, IDBPObjectStore } from 'idb'
import { openDatabase } from '#web/platform/database.ts'
import type { CacheRow, CacheStore } from '#web/platform/offlineCache/cacheStore.ts'

interface Schema extends DBSchema {
  rows: { key: [by: string, name: string]; value: CacheRow }
  /** `shapes`: those the rows were written in. */
  facts: { key: string; value: string }
}

type Rows = IDBPObjectStore<Schema, ['rows'], 'rows', 'readwrite'>

/** Opens with the first that is asked of it; where the browser keeps nothing for the page, each call rejects. */
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
        const kept = await rows.getAll(ofPerson(by))
        if (kept.length < (await rows.count()))
          for (const key of await rows.getAllKeys()) if (key[0] !== by) await rows.delete(key)
        return kept
      }),
    put: (given, isNewer) => {
      noteWhose(given[0]?.by)
      return change(async (rows) => {
        for (const row of given) {
          const known = await rows.get([row.by, row.name])
          if (!known || isNewer(row, known)) await rows.put(row)
        }
      })
    },
    remove: (by, names) => change((rows) => Promise.all(names.map((name) => rows.delete([by, name])))),
    clear() {
      noteWhose(undefined)
      return change((rows) => rows.clear())
    },
  }
}

const ofPerson = (by: string): IDBKeyRange => IDBKeyRange.bound([by], [by, []])

/** Whose things are here, told where it can be read at once: nobody else waits for this store at the start. */
function noteWhose(by: string | undefined): void {
  try {
    if (by === undefined) localStorage.removeItem('seen')
    else localStorage.setItem('seen', by)
  } catch {
    // A browser that keeps nothing has nothing to wait for.
  }
}
