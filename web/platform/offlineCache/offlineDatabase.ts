// The database of the offline cache: unlike the outbox's, it may be lost. Every key begins with the id of the person who
// may read the content, so that one range holds all that belongs to others.

import type { DBSchema } from 'idb'
import { openDatabase, type Database } from '#web/platform/storage/database.ts'
import type { CacheRow } from '#web/platform/offlineCache/cacheStore.ts'

export interface OfflineSchema extends DBSchema {
  rows: { key: [by: string, name: string]; value: CacheRow }
  /** `shapes`: the response schemas of the build that wrote the rows. */
  facts: { key: string; value: string }
  replicas: { key: [by: string, tripId: string]; value: ReplicaHeader }
  pieces: { key: [by: string, tripId: string, id: string]; value: ReplicaPiece }
}

/** Of a replica: everything but its documents. */
export interface ReplicaHeader {
  by: string
  tripId: string
  position: string
  revisions: Readonly<Record<string, number>>
  /** Names the shapes of the documents. */
  version: string
  /** When it was last as on the server, in ms since 1970. */
  at: number
  /** Characters of all its pieces. */
  size: number
  /** Differs for each write, so that a tab can tell that the stored pieces are those that it wrote. */
  stamp: string
}

/** A document of a replica, or a chunk of a document that is a list. */
export interface ReplicaPiece {
  by: string
  tripId: string
  /** The id of the piece in the replica. */
  id: string
  /** JSON: Chromium writes it in half the time of an object, and its length is known. */
  text: string
}

/** A replica is in both. */
export const replicaStores: ['replicas', 'pieces'] = ['replicas', 'pieces']

/** Opens with the first transaction. */
export const openOfflineDatabase = (name: string): Database<OfflineSchema> =>
  openDatabase<OfflineSchema>(
    name,
    (db, oldVersion) => {
      if (oldVersion < 1) {
        db.createObjectStore('rows', { keyPath: ['by', 'name'] })
        db.createObjectStore('facts')
      }
      db.createObjectStore('replicas', { keyPath: ['by', 'tripId'] })
      db.createObjectStore('pieces', { keyPath: ['by', 'tripId', 'id'] })
    },
    'default',
    2,
  )

/** The keys that begin with these parts. An array is greater than any text. */
export const keysOf = (...parts: string[]): IDBKeyRange => IDBKeyRange.bound(parts, [...parts, []])
