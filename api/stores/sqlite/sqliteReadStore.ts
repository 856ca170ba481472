// The read store of a single process: documents in a SQLite file, those in use in memory. A commit changes the memory at
// once; changed documents are written about every second, with their checkpoint in one transaction, by a thread of its own.
// A crash loses the last second, which the projector folds again from the log. One closure, because reads, commits
// and the writing share the documents.

import { setImmediate as otherWork } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { START } from '#core/store/eventStore.ts'
import { type ParsedLeaf, fromParsedLeaves, parseLeaf, WHOLE } from '#projections/platform/leaves.ts'
import { type AnyProjection, projectionId } from '#projections/platform/projection.ts'
import { readsInProcess } from '#projections/platform/readsInProcess.ts'
import {
  type Checkpoint,
  type DocumentAddress,
  type ReadStore,
  CheckpointConflict,
  ReadModelNotReady,
} from '#projections/platform/readStore.ts'
import { isDiskError } from '#api/platform/diskError.ts'
import { createBloomFilter, matchesEverything } from '#api/stores/sqlite/bloomFilter.ts'
import { type ReadModelReader, openOrReplace, openReadModelReader } from '#api/stores/sqlite/readModelFile.ts'
import { type Entry, ENTRY_SIZE, createPieces } from '#api/stores/sqlite/readModelRows.ts'
import { timed } from '#api/platform/yielder.ts'
import { DamagedFile, startReadModelWriter } from '#api/stores/sqlite/readModelWriterThread.ts'

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
  /** Characters of documents in memory; default 48 million: all of a trip at its limits. */
  cacheSize?: number
  /** How long changes may be in memory only; default 1,000 ms. */
  flushMs?: number
  /** How long copies of removed text may stay in the file; default an hour. */
  compactMs?: number
}

/** Documents that may wait to be written while others are; then a commit waits. */
const MAX_UNWRITTEN = 20_000
const KEYS_PER_SLICE = 500
/** Short documents that are read at once. */
const LOADS_PER_SLICE = 200
const nothing = (): void => undefined

export async function openSqliteReadStore(options: Options): Promise<SqliteReadStore> {
  const { file, onError, cacheSize = 48_000_000, flushMs = 1000, compactMs = 3_600_000 } = options
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
  /** Documents of calls under way, with how many calls need them. They stay whatever the cache drops meanwhile. */
  const held = new Map<string, { calls: number; entry: Entry | undefined }>()
  const loading = new Map<string, Promise<void>>()
  /** Those that the projector has loaded, until it commits them or loads others. */
  let releaseLoaded = nothing
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

  const nameOf = ({ projection, key }: DocumentAddress): string => `${idOf(projection)} ${key}`

  /** The only entry of a document: two would not have the same changes. */
  const inMemory = (name: string): Entry | undefined =>
    unwritten.get(name) ?? cache.get(name) ?? held.get(name)?.entry

  /** The newest stays whatever its size, beside another as large: reading it again for each call would cost more. */
  const keep = (name: string, entry: Entry): void =>
    void cache.set(name, entry, { size: Math.ceil(Math.min(entry.size, cacheSize / 2)) })

  /** Holds the documents, loaded or not yet, until the returned function is called. */
  function hold(wanted: readonly DocumentAddress[]): () => void {
    const names = wanted.map(nameOf)
    for (const name of names) {
      const of = held.get(name)
      if (of) of.calls++
      else held.set(name, { calls: 1, entry: inMemory(name) })
    }
    return () => {
      for (const name of names) if (--held.get(name)!.calls === 0) held.delete(name)
    }
  }

  /** Loads a document that is not in memory: a short one at once, for a long one returns the promise. */
  function load(address: DocumentAddress): Promise<void> | undefined {
    const { projection, key } = address
    const name = nameOf(address)
    if (inMemory(name)) return undefined
    const underWay = loading.get(name)
    if (underWay) return underWay
    const id = idOf(projection)
    const leaves: ParsedLeaf[] = []
    let size = ENTRY_SIZE
    if (!writtenNames.mightContain(name) || timed(readPage)) return done()
    const rest = readRest().finally(() => loading.delete(name))
    loading.set(name, rest)
    return rest

    /** @returns whether it is the last one */
    function readPage(): boolean {
      return readable((from) => {
        const page = from.leavesAfter(id, key, leaves.at(-1)?.[0] ?? WHOLE - 1)
        for (const leaf of page.leaves) {
          size += leaf[1].length
          leaves.push(parseLeaf(leaf))
        }
        return page.isLast
      })
    }

    /** In slices. Nobody changes the document meanwhile, because a change loads it first. */
    async function readRest(): Promise<void> {
      const file = reader
      do {
        await otherWork()
        if (reader !== file || discarding) throw new ReadModelNotReady('The projections are being built')
      } while (!timed(readPage))
      done()
    }

    function done(): undefined {
      const stored = fromParsedLeaves(projection, leaves)
      const entry = inMemory(name) ?? { projection, id, key, doc: stored?.doc ?? null, stored, size }
      const of = held.get(name)
      if (of) of.entry = entry
      keep(name, entry)
    }
  }

  /** Calls `read` once all these documents are in memory, so that it finds them as they are at one moment. */
  async function withLoaded<T>(wanted: readonly DocumentAddress[], read: () => T): Promise<Awaited<T>> {
    if (wanted.every((address) => inMemory(nameOf(address)))) return await read()
    const release = hold(wanted)
    try {
      for (const [n, address] of wanted.entries()) {
        const long = load(address)
        if (long) await long
        if (n % LOADS_PER_SLICE === LOADS_PER_SLICE - 1) await otherWork()
      }
      return await read()
    } finally {
      release()
    }
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

  const find = (projection: AnyProjection, key: string): unknown => inMemory(nameOf({ projection, key }))!.doc
  const inProcess = readsInProcess(() => checkpoint, find)

  /** Without loading anything while that could not be read. */
  const readLoaded = <T>(wanted: readonly DocumentAddress[], read: () => Promise<T>): Promise<T> =>
    checkpoint.ready ? withLoaded<Promise<T>>(wanted, read) : read()

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
        keep(name, entry)
      }
  }

  /** Also what changes while an earlier writing is under way. */
  async function flush(): Promise<void> {
    await writing?.catch(() => undefined)
    await write()
  }

  return {
    ...inProcess,
    get: (projection, key) => readLoaded([{ projection, key }], () => inProcess.get(projection, key)),
    getMany: (projection, keys) =>
      readLoaded(
        keys.map((key) => ({ projection, key })),
        () => inProcess.getMany(projection, keys),
      ),
    getTogether: (projections, key) =>
      readLoaded(
        projections.map((projection) => ({ projection, key })),
        () => inProcess.getTogether(projections, key),
      ),
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
    async load(wanted) {
      releaseLoaded()
      releaseLoaded = hold(wanted)
      return withLoaded(wanted, () => wanted.map(({ projection, key }) => find(projection, key)))
    },
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
        const entry = inMemory(name) ?? { projection, id, key, doc, stored: undefined, size: ENTRY_SIZE }
        entry.doc = doc
        unwritten.set(name, entry)
        changed.set(name, entry)
      }
      releaseLoaded()
      releaseLoaded = nothing
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
