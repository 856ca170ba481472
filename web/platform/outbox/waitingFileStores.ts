// The stores of waiting files: IndexedDB, where they survive a reload and an empty battery, and memory.

import type { DBSchema } from 'idb'
import { type Database, openDatabase } from '#web/platform/storage/database.ts'
import type { WaitingFile, WaitingFileStore } from '#web/platform/outbox/waitingFile.ts'

interface Schema extends DBSchema {
  files: { key: [by: string, hash: string]; value: WaitingFile; indexes: { hash: string } }
}

/** Of bytes, because WebKit loses Blobs. A database of its own: the outbox's is shared with tabs of older builds. */
export function indexedDbWaitingFileStore(name = 'waiting files'): WaitingFileStore {
  let opened: Database<Schema> | undefined
  // With the first file: a module starts nothing.
  const database = () =>
    (opened ??= openDatabase<Schema>(
      name,
      (db) => db.createObjectStore('files', { keyPath: ['by', 'hash'] }).createIndex('hash', 'hash'),
      'strict',
    ))
  return {
    put: async (file) =>
      database().transact(['files'], 'readwrite', async ({ store }) => void (await store.put(file))),
    find: async (by, hash) =>
      database().transact(['files'], 'readonly', async ({ store }) => (await store.get([by, hash])) ?? null),
    hashes: async () =>
      database().transact(['files'], 'readonly', async ({ store }) =>
        (await store.getAllKeys()).map(([, hash]) => hash),
      ),
    remove: async (hash) =>
      database().transact(['files'], 'readwrite', async ({ store }) => {
        for (const key of await store.index('hash').getAllKeys(hash)) await store.delete(key)
      }),
  }
}

export function createMemoryWaitingFileStore(): WaitingFileStore {
  const files = new Map<string, WaitingFile>()
  return {
    async put(file) {
      files.set(`${file.by} ${file.hash}`, { ...file, bytes: file.bytes.slice() })
    },
    find: async (by, hash) => files.get(`${by} ${hash}`) ?? null,
    hashes: async () => [...files.values()].map(({ hash }) => hash),
    async remove(hash) {
      for (const [key, file] of files) if (file.hash === hash) files.delete(key)
    },
  }
}
