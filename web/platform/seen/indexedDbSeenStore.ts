// What was last seen, in IndexedDB: apart from the outbox, because this may be lost and that may not.

import type { DBSchema, IDBPObjectStore } from 'idb'
import { openDB } from 'idb'
import type { SeenRow, SeenStore } from '#web/platform/seen/seenStore.ts'

interface Schema extends DBSchema {
  rows: { key: [by: string, name: string]; value: SeenRow }
  /** `shapes`: those the rows were written in. */
  facts: { key: string; value: string }
}

type Rows = IDBPObjectStore<Schema, ['rows'], 'rows', 'readwrite'>

/** Opens at once; where the browser keeps nothing for the page, each call rejects. */
export function indexedDbSeenStore(name = 'seen'): SeenStore {
  const opened = openDB<Schema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('rows', { keyPath: ['by', 'name'] })
      db.createObjectStore('facts')
    },
    // A newer version of the app in another tab wants to change the database.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
  // Whoever calls hears of it.
  opened.catch(() => undefined)
  async function change(work: (rows: Rows) => Promise<unknown>): Promise<void> {
    const transaction = (await opened).transaction('rows', 'readwrite')
    // What fails in it is told by the work; the end of a page ends both.
    const ended = transaction.done
    ended.catch(() => undefined)
    await work(transaction.store)
    await ended
  }

  return {
    async open(by, shapes) {
      const transaction = (await opened).transaction(['rows', 'facts'], 'readwrite')
      transaction.done.catch(() => undefined)
      const [rows, facts] = [transaction.objectStore('rows'), transaction.objectStore('facts')]
      if ((await facts.get('shapes')) !== shapes) {
        await rows.clear()
        await facts.put(shapes, 'shapes')
      }
      const kept = await rows.getAll(ofPerson(by))
      if (kept.length < (await rows.count()))
        for (const key of await rows.getAllKeys()) if (key[0] !== by) await rows.delete(key)
      await transaction.done
      return kept
    },
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
