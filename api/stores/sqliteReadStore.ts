// The read store of a single process: documents in a SQLite file, those in use in memory. A commit changes the memory at
// once; changed documents are written about every second, with their checkpoint in one transaction, by a thread of its own.
// A crash loses the last second, which the projector folds again from the log. One closure, because reads, commits
// and the writing share the documents.

import { LRUCache } from 'lru-cache'
import { START } from '#core/store/eventStore.ts'
import { fromLeaves } from '#projections/platform/leaves.ts'
import { type AnyProjection, projectionId } from '#projections/platform/projection.ts'
import { readsInProcess } from '#projections/platform/readsInProcess.ts'
import {
  type Checkpoint,
  type ReadStore,
  CheckpointConflict,
  ReadModelNotReady,
} from '#projections/platform/readStore.ts'
import { isDiskError } from '#api/platform/diskError.ts'
import { createBloomFilter, matchesEverything } from '#api/stores/bloomFilter.ts'
import { type ReadModelReader, openOrReplace, openReadModelReader } from '#api/stores/readModelFile.ts'
import { type Entry, ENTRY_SIZE, createPieces } from '#api/stores/readModelRows.ts'
import { DamagedFile, startReadModelWriter } from '#api/stores/readModelWriterThread.ts'

export interface SqliteReadStore extends ReadStore {
  /** Writes what has changed. @throws Error when the disk fails */
  flush(): Promise<void>
  /** How many documents only the memory has. */
  unwritten(): number
  close(): Promise<void>
}

interface Options {
  /** Created when it does not exist, for its owner only; replaced when it is damaged. */
  file: string
  /** A damaged file, or a disk that fails for now; the same error may repeat often. */
  onError(error: unknown): void
  /** Characters of documents in memory; default 24 million. */
  cacheSize?: number
  /** How long changes may be in memory only; default 1,000 ms. */
  flushMs?: number
  /** How long copies of removed text may stay in the file; default an hour. */
  compactMs?: number
}

/** Documents that may wait to be written while others are; then a commit waits. */
const MAX_UNWRITTEN = 20_000
const KEYS_PER_SLICE = 500

export async function openSqliteReadStore(options: Options): Promise<SqliteReadStore> {
  const { file, onError, cacheSize = 24_000_000, flushMs = 1000, compactMs = 3_600_000 } = options
  const opened = openOrReplace(file, onError)
  /** Not readable before the projector has compared the file with the log, and has caught up. */
  let checkpoint: Checkpoint = { position: opened.position, ready: false }
  /** The documents are complete, as of the checkpoint. */
  let isBuilt = opened.ready
  const writer = startReadModelWriter({ file, compactMs }, onError)
  let reader = openReadModelReader(file)
  /** Documents that are not in the file yet. */
  const unwritten = new Map<string, Entry>()
  /** Those of `unwritten` that have changed since the last writing began. */
  const changed = new Map<string, Entry>()
  const cache = new LRUCache<string, Entry>({ maxSize: cacheSize })
  const ids = new WeakMap<AnyProjection, string>()
  const followers = new Map(reader.followers())
  const listeners = new Set<(checkpoint: Checkpoint) => void>()
  let writtenNames = checkpoint.position === START ? createBloomFilter() : matchesEverything
  let writing: Promise<void> | undefined
  let discarding: Promise<void> | undefined
  /** False after a disk failed while the file was replaced: then it has to be replaced again. */
  let isOpen = true
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function idOf(projection: AnyProjection): string {
    let id = ids.get(projection)
    if (id === undefined) ids.set(projection, (id = projectionId(projection)))
    return id
  }

  function publish(now: Checkpoint): void {
    checkpoint = now
    for (const listener of listeners) listener(checkpoint)
  }

  function entryOf(projection: AnyProjection, key: string): Entry {
    const id = idOf(projection)
    const name = `${id} ${key}`
    const known = unwritten.get(name) ?? cache.get(name)
    if (known) return known
    const { stored, size } = writtenNames.mightContain(name)
      ? readable((from) => {
          const leaves = from.leaves(id, key)
          const length = leaves.reduce((sum, [, text]) => sum + text.length, 0)
          return { stored: fromLeaves(projection, leaves), size: ENTRY_SIZE + length }
        })
      : { stored: null, size: ENTRY_SIZE }
    const entry: Entry = { projection, id, key, doc: stored?.doc ?? null, stored, size }
    cache.set(name, entry, { size })
    return entry
  }

  /** A damaged file is replaced, and built again from the log; one on a disk that fails for now is not. */
  function readable<T>(read: (from: ReadModelReader) => T): T {
    try {
      return read(reader)
    } catch (error) {
      if (isClosed) throw error
      if (!discarding) onError(error)
      if (!isDiskError(error)) void discard().catch(onError)
      throw new ReadModelNotReady('The file of the read models cannot be read', { cause: error })
    }
  }

  const find = (projection: AnyProjection, key: string): unknown => entryOf(projection, key).doc

  function discard(): Promise<void> {
    return (discarding ??= discardAll().finally(() => (discarding = undefined)))
  }

  async function discardAll(): Promise<void> {
    isBuilt = false
    publish({ position: START, ready: false })
    await writing?.catch(() => undefined)
    unwritten.clear()
    changed.clear()
    cache.clear()
    followers.clear()
    writtenNames = createBloomFilter()
    isOpen = false
    reader.close()
    await writer.reset()
    reader = openReadModelReader(file)
    isOpen = true
  }

  function scheduleWriting(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      write().catch(onError)
    }, flushMs).unref()
  }

  function write(): Promise<void> {
    return (writing ??= writeChanged().finally(() => (writing = undefined)))
  }

  async function writeChanged(): Promise<void> {
    const documents = Array.from(changed, ([name, entry]) => ({ name, entry, doc: entry.doc }))
    changed.clear()
    const state = { checkpoint: { ...checkpoint, ready: isBuilt }, followers: [...followers] }
    try {
      const pieces = createPieces((rows) => writer.write(rows))
      for (const { name, entry, doc } of documents) {
        writtenNames.add(name)
        await pieces.add(entry, doc)
      }
      await writer.commit({ rows: pieces.rest(), ...state })
    } catch (error) {
      // All of them again, as a whole: what the file has of them is unknown.
      for (const { name, entry } of documents) changed.set(name, Object.assign(entry, { stored: undefined }))
      if (error instanceof DamagedFile && !isClosed) void discard().catch(onError)
      else scheduleWriting()
      throw error
    }
    for (const { name, entry } of documents)
      if (!changed.has(name) && unwritten.get(name) === entry) {
        unwritten.delete(name)
        cache.set(name, entry, { size: entry.size })
      }
  }

  /** Also what changes while an earlier writing is under way. */
  async function flush(): Promise<void> {
    await writing?.catch(() => undefined)
    await write()
  }

  return {
    ...readsInProcess(() => checkpoint, find),
    onCheckpoint(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    followerPosition: async (follower) => followers.get(follower) ?? START,
    async setFollowerPosition(follower, position) {
      followers.set(follower, position)
      scheduleWriting()
    },
    discard,
    async begin() {
      await discarding
      if (!isOpen) await discard()
      return { ...checkpoint, ready: isBuilt }
    },
    load: async (wanted) => wanted.map(({ projection, key }) => find(projection, key)),
    async *keys(projection) {
      await flush()
      const keysAfter = (last: string | null): string[] =>
        readable((from) => from.keysAfter(idOf(projection), last, KEYS_PER_SLICE))
      for (let keys = keysAfter(null); keys.length > 0; keys = keysAfter(keys.at(-1)!)) yield keys
    },
    async commit({ after, position, writes, ready }) {
      if (after !== checkpoint.position) throw new CheckpointConflict()
      for (const { projection, key, doc } of writes) {
        const id = idOf(projection)
        const name = `${id} ${key}`
        const entry = unwritten.get(name) ??
          cache.get(name) ?? { projection, id, key, doc, stored: undefined, size: ENTRY_SIZE }
        entry.doc = doc
        unwritten.set(name, entry)
        changed.set(name, entry)
      }
      isBuilt ||= ready
      publish({ position, ready: checkpoint.ready || ready })
      scheduleWriting()
      if (changed.size < MAX_UNWRITTEN) return
      await writing?.catch(() => undefined)
      void write().catch(onError)
    },
    flush,
    unwritten: () => unwritten.size,
    async close() {
      if (isClosed) return
      isClosed = true
      clearTimeout(timer)
      await flush().catch(onError)
      clearTimeout(timer)
      reader.close()
      await writer.close()
    },
  }
}
