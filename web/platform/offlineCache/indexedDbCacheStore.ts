// The offline cache in IndexedDB. It also removes the replicas that are no longer this person's.

import { removeStored, writeItem } from '#web/platform/storage/localStorage.ts'
import type { CacheStore } from '#web/platform/offlineCache/cacheStore.ts'
import { replicaStores, openOfflineDatabase } from '#web/platform/offlineCache/offlineDatabase.ts'

/** Opens with the first call. If the page may not use IndexedDB, each call rejects. */
export function indexedDbCacheStore(name = 'seen'): CacheStore {
  const database = openOfflineDatabase(name)

  return {
    async open(by, shapes) {
      const ofOthers = [IDBKeyRange.upperBound([by], true), IDBKeyRange.lowerBound([by, []], true)]
      const stored = await database.transact(['rows', 'facts'], 'readwrite', async (transaction) => {
        const [rows, facts] = [transaction.objectStore('rows'), transaction.objectStore('facts')]
        if ((await facts.get('shapes')) !== shapes) {
          await rows.clear()
          await facts.put(shapes, 'shapes')
        }
        await Promise.all(ofOthers.map((range) => rows.delete(range)))
        return rows.getAll()
      })
      // The first screen does not wait for this.
      void database
        .transact(replicaStores, 'readwrite', async (transaction) => {
          for (const range of ofOthers)
            await Promise.all(replicaStores.map((store) => transaction.objectStore(store).delete(range)))
        })
        .catch(() => undefined)
      return stored
    },
    put: (written, isWanted) => {
      noteOwner(written[0]?.by)
      return database.transact(['rows'], 'readwrite', async ({ store }) => {
        for (const row of written) {
          const existing = await store.get([row.by, row.name])
          if (isWanted(row, existing)) await store.put(row)
        }
      })
    },
    remove: (by, names) =>
      database.transact(['rows'], 'readwrite', async ({ store }) => {
        await Promise.all(names.map((name) => store.delete([by, name])))
      }),
    clear() {
      noteOwner(undefined)
      return database.transact(['rows', ...replicaStores], 'readwrite', async (transaction) => {
        await Promise.all(
          [...transaction.objectStoreNames].map((store) => transaction.objectStore(store).clear()),
        )
      })
    },
  }
}

/** In local storage, which is read synchronously: at the start only the owner of rows waits for this store. */
function noteOwner(by: string | undefined): void {
  if (by === undefined) removeStored('seen')
  else writeItem('seen', by)
}
