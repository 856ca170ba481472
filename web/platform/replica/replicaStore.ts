// The replicas of trips in IndexedDB. The documents are stored in pieces, the chunks of their lists, so that a change writes
// one or two of them. A replica is written in one transaction: its pieces always belong together.

import type { IDBPTransaction } from 'idb'
import {
  documentsVersion,
  emptyTripDocuments,
  type TripDocuments,
} from '#projections/replica/tripDocuments.ts'
import type { TripReplica } from '#projections/replica/tripReplica.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { isNewerEntry } from '#web/platform/offlineCache/offlineCache.ts'
import {
  keysOf,
  openOfflineDatabase,
  replicaStores,
  type OfflineSchema,
  type ReplicaPiece,
} from '#web/platform/offlineCache/offlineDatabase.ts'

export interface StoredReplica {
  replica: TripReplica
  /** When it was last as on the server, in ms since 1970. */
  at: number
  written: Written
}

/** What this tab wrote or read last. */
export interface Written {
  stamp: string
  pieces: Pieces
}

/** By the document's name and, in a list, the number of the chunk: `trip`, `expenses 0`. */
type Pieces = ReadonlyMap<string, Piece>

interface Piece {
  /** Never changed in place, so an equal piece is the same object. */
  content: unknown
  /** Length in characters. */
  size: number
}

type Transaction = IDBPTransaction<OfflineSchema, typeof replicaStores, 'readwrite'>

export interface ReplicaStorePorts {
  /** The name of the database. */
  name?: string
  /** Of the documents: replicas with others are never read, and removed by the next write. */
  version?: string
  maxText?: number
  /** This person is still signed in in this browser, in any tab. */
  isSignedIn(by: string): boolean
}

/**
 * In characters, of one or two bytes each: a trip of 10,000 expenses has about seven million. Browsers that allow a site
 * little storage allow it 50 MB.
 */
const MAX_TEXT_LENGTH = 16_000_000

export type ReplicaStore = ReturnType<typeof createReplicaStore>

/** If the page may not use IndexedDB, each call rejects. */
export function createReplicaStore({
  name = 'seen',
  version = documentsVersion,
  maxText = MAX_TEXT_LENGTH,
  isSignedIn,
}: ReplicaStorePorts) {
  const database = openOfflineDatabase(name)

  /** Removes the replicas beyond the size limit, those that were synchronized longest ago first. */
  async function evict(transaction: Transaction, by: string): Promise<void> {
    const headers = await transaction.objectStore('replicas').getAll(keysOf(by))
    let size = 0
    for (const header of headers.sort((a, b) => b.at - a.at)) {
      if (header.version === version) size += header.size
      if (header.version !== version || size > maxText) await remove(transaction, by, header.tripId)
    }
  }

  return {
    /** The ids of this person's trips. */
    async tripIds(by: string): Promise<string[]> {
      const keys = await database.transact(['replicas'], 'readonly', ({ store }) =>
        store.getAllKeys(keysOf(by)),
      )
      return keys.map(([, tripId]) => tripId)
    },

    async read(by: string, tripId: string): Promise<StoredReplica | null> {
      const [header, stored] = await database.transact(replicaStores, 'readonly', (transaction) =>
        Promise.all([
          transaction.objectStore('replicas').get([by, tripId]),
          transaction.objectStore('pieces').getAll(keysOf(by, tripId)),
        ]),
      )
      if (header?.version !== version) return null
      const { position, revisions, at, stamp } = header
      const { documents, pieces } = join(tripId, stored)
      return { replica: { position, revisions, documents }, at, written: { stamp, pieces } }
    },

    /**
     * Writes it unless the stored one is newer.
     * @param before what this tab wrote or read last; if another tab wrote since, all pieces are written
     */
    write(by: string, tripId: string, replica: TripReplica, at: number, before?: Written) {
      return database.transact(
        replicaStores,
        'readwrite',
        async (transaction): Promise<Written | undefined> => {
          const replicas = transaction.objectStore('replicas')
          const stored = await replicas.get([by, tripId])
          // A log-out removes the token before it clears the store, so this transaction comes before that or writes nothing.
          if (!isSignedIn(by)) return undefined
          const { position, revisions, documents } = replica
          if (stored && !isNewerEntry({ position, at }, stored, Date.now())) return undefined
          const isOwn = stored !== undefined && stored.stamp === before?.stamp
          const pieces = await writePieces(
            transaction,
            [by, tripId],
            documents,
            isOwn ? before.pieces : undefined,
          )
          const size = [...pieces.values()].reduce((sum, piece) => sum + piece.size, 0)
          const stamp = newKey()
          await replicas.put({ by, tripId, position, revisions, version, at, size, stamp })
          await evict(transaction, by)
          return { stamp, pieces }
        },
      )
    },

    remove: (by: string, tripId: string): Promise<void> =>
      database.transact(replicaStores, 'readwrite', (transaction) => remove(transaction, by, tripId)),
  }
}

/** Writes the pieces that are other objects than before. Each `await` lets the page respond. */
async function writePieces(
  transaction: Transaction,
  [by, tripId]: [by: string, tripId: string],
  documents: TripDocuments,
  before: Pieces | undefined,
): Promise<Pieces> {
  const store = transaction.objectStore('pieces')
  if (!before) await store.delete(keysOf(by, tripId))
  const pieces = new Map<string, Piece>()
  for (const [id, content] of contentsOf(documents)) {
    const same = before?.get(id)
    if (!same || same.content !== content) {
      const text = JSON.stringify(content)
      await store.put({ by, tripId, id, text })
      pieces.set(id, { content, size: text.length })
    } else pieces.set(id, same)
  }
  for (const id of before?.keys() ?? []) if (!pieces.has(id)) await store.delete([by, tripId, id])
  return pieces
}

const contentsOf = (documents: TripDocuments): [id: string, content: unknown][] =>
  Object.entries(documents).flatMap(([name, document]: [string, unknown]) =>
    Array.isArray(document)
      ? document.map((chunk, n): [string, unknown] => [`${name} ${n}`, chunk])
      : [[name, document]],
  )

function join(tripId: string, stored: readonly ReplicaPiece[]) {
  const documents: Record<string, unknown> = { ...emptyTripDocuments(tripId) }
  const pieces = new Map<string, Piece>()
  for (const { id, text } of stored) {
    const content: unknown = JSON.parse(text)
    const [name, n] = id.split(' ') as [string, string?]
    if (n === undefined) documents[name] = content
    else (documents[name] as unknown[])[Number(n)] = content
    pieces.set(id, { content, size: text.length })
  }
  return { documents: documents as unknown as TripDocuments, pieces }
}

async function remove(transaction: Transaction, by: string, tripId: string): Promise<void> {
  await transaction.objectStore('replicas').delete([by, tripId])
  await transaction.objectStore('pieces').delete(keysOf(by, tripId))
}
