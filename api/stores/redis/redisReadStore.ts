// The read store of many processes. Documents and checkpoint are written in one transaction that compares the
// checkpoint, and every read includes the state: without it, or while it is not ready, a read fails instead of finding
// nothing. A list is a hash of its leaves, any other document a string. One closure, because reads and commits
// share the state.

import { LRUCache } from 'lru-cache'
import { WatchError } from 'redis'
import { type Leaf, type StoredLeaves, fromLeaves, leafWrites } from '#projections/platform/leaves.ts'
import {
  type NamedDocument,
  readTogether,
  readUnderWatch,
  writeLeaves,
} from '#api/stores/redis/redisLeaves.ts'
import {
  type Batch,
  type DocumentAddress,
  type ReadStore,
  FAILED_DOCUMENT,
  ReadModelNotReady,
  CheckpointConflict,
} from '#projections/platform/readStore.ts'
import { connectRedis, type RedisClient, type RedisConnection } from '#api/stores/redis/redisConnection.ts'
import {
  type RedisKeys,
  type RedisState,
  parseRedisState,
  formatRedisState,
} from '#api/stores/redis/redisKeys.ts'
import { scanKeys } from '#api/stores/redis/redisScan.ts'
import { NO_CHECKPOINT, parseCheckpoint, watchCheckpoint } from '#api/stores/redis/redisCheckpoint.ts'
import type { AnyProjection, Projection } from '#projections/platform/projection.ts'
import { START } from '#core/store/eventStore.ts'

export interface RedisReadStore extends ReadStore {
  close(): Promise<void>
}

interface Options {
  url: string
  keys: RedisKeys
  /** Receives errors that no caller gets; the same error may repeat often. */
  onError(error: unknown): void
  /** Characters of documents that the projector caches; default 32 million. */
  cacheSize?: number
  /** Without a reply of Redis within this time, a call fails; default 2,000 ms. Commits have at least 10,000 ms. */
  replyTimeoutMs?: number
}

/** `size` in characters. */
interface Cached {
  stored: StoredLeaves | null
  size: number
}

const COMMIT_TIMEOUT_MS = 10_000
const MAX_KEYS_PER_READ = 1000

export function openRedisReadStore({
  url,
  keys,
  onError,
  cacheSize = 32_000_000,
  replyTimeoutMs,
}: Options): RedisReadStore {
  const commitTimeoutMs = Math.max(COMMIT_TIMEOUT_MS, replyTimeoutMs ?? 0)
  const reading = connectRedis(url, onError, replyTimeoutMs)
  // Apart from reads, so that a large commit does not delay reads.
  const writing = connectRedis(url, onError, replyTimeoutMs)
  const listening = connectRedis(url, onError, replyTimeoutMs)
  /** The state after the last commit or begin; undefined before the first. */
  let lastState: RedisState | undefined
  const cache = new LRUCache<string, Cached>({ maxSize: cacheSize })
  /** The connection on which `lastState` was read under WATCH: only there does a transaction compare the state. */
  let watchedBy: RedisClient | undefined
  /** Whether a commit is on its way: later commands of its connection wait for it. */
  let isCommitting = false
  let epoch = ''
  const checkpointWatch = watchCheckpoint(listening, keys)

  async function read(wanted: readonly DocumentAddress[]): Promise<{ position: string; docs: unknown[] }> {
    // The epoch changes rarely; then the documents are read again under the new one.
    for (;;) {
      const usedEpoch = epoch
      const documents = wanted.map(({ projection, key }) => {
        return { name: keys.doc(usedEpoch, projection, key), projection }
      })
      const { text, found } = await reading.run((client) => readTogether(client, keys.state, documents))
      const state = text ? parseRedisState(text) : undefined
      if (!state?.ready) throw new ReadModelNotReady('The projections are being built')
      epoch = state.epoch
      if (epoch !== usedEpoch) continue
      const docs = found.map((leaves, n) => parse(leaves, wanted[n]!.projection))
      return { position: state.position, docs }
    }
  }

  /** Reads the state; a later transaction on this connection fails if it changes before. */
  async function watched(client: RedisClient): Promise<string | null> {
    const [, text] = await Promise.all([client.watch(keys.state), client.get(keys.state)])
    return text
  }

  /** The leaves are of different moments only if the state changed meanwhile; then the next commit fails. */
  async function loadLeaves(state: RedisState, documents: readonly NamedDocument[]): Promise<Leaf[][]> {
    const { text, found } = await writing.run(
      (client) => readUnderWatch(client, keys.state, documents),
      // Behind a commit, which it would end by replacing the connection.
      isCommitting ? commitTimeoutMs : undefined,
    )
    if (text !== formatRedisState(state)) throw new CheckpointConflict()
    return found
  }

  /** @param written a list keeps its other leaves */
  function cacheDocument(name: string, stored: StoredLeaves | null, written: readonly Leaf[]): void {
    const before = stored?.chunks ? (cache.get(name)?.size ?? 0) : name.length + 100
    const size = written.reduce((sum, [, text]) => sum + text.length + 20, before)
    cache.set(name, { stored, size }, { size })
  }

  return {
    get: async <Doc>(projection: Projection<Doc>, key: string) =>
      (await read([{ projection, key }])).docs[0] as Doc | null,
    getMany: async <Doc>(projection: Projection<Doc>, wanted: readonly string[]) =>
      (wanted.length === 0
        ? []
        : (await read(wanted.map((key) => ({ projection, key })))).docs) as (Doc | null)[],
    getTogether: (projections, key) => read(projections.map((projection) => ({ projection, key }))),
    async checkpoint() {
      const text = await reading.run((client) => client.get(keys.state))
      return text === null ? NO_CHECKPOINT : parseCheckpoint(text)
    },
    onCheckpoint: checkpointWatch.on,
    reportStandstill: checkpointWatch.reportStandstill,
    onStandstill: checkpointWatch.onStandstill,
    ...redisFollowers(reading, keys),

    async discard() {
      lastState = undefined
      const state = newState()
      await writing.run(async (client) => {
        await client.unwatch()
        await client.multi().set(keys.state, state).publish(keys.state, state).exec()
      })
    },
    async begin() {
      cache.clear()
      lastState = undefined
      await writing.run(assertNoEviction)
      const text = await writing.run(async (client) => {
        await client.set(keys.state, newState(), { condition: 'NX' })
        watchedBy = client
        return watched(client)
      })
      if (text === null) throw new CheckpointConflict()
      lastState = parseRedisState(text)
      return parseCheckpoint(text)
    },

    async load(wanted) {
      if (!lastState) throw new CheckpointConflict()
      const state = lastState
      const all = wanted.map(({ projection, key }) => {
        const name = keys.doc(state.epoch, projection, key)
        return { name, projection, cached: cache.get(name) }
      })
      const missing = [...new Map(all.flatMap((of) => (of.cached ? [] : [[of.name, of]]))).values()]
      const loaded = new Map<string, StoredLeaves | null>()
      for (let start = 0; start < missing.length; start += MAX_KEYS_PER_READ) {
        const slice = missing.slice(start, start + MAX_KEYS_PER_READ)
        const found = await loadLeaves(state, slice)
        for (const [n, { name, projection }] of slice.entries()) {
          const stored = fromLeaves(projection, found[n]!)
          loaded.set(name, stored)
          cacheDocument(name, stored, found[n]!)
        }
      }
      return all.map(({ name, cached }) => (cached ? cached.stored : loaded.get(name))?.doc ?? null)
    },

    async *keys(projection) {
      if (!lastState) throw new CheckpointConflict()
      const begin = keys.doc(lastState.epoch, projection, '')
      for await (const names of scanKeys(writing, begin)) yield names.map((name) => name.slice(begin.length))
    },

    async commit({ after, position, writes, ready }) {
      if (!lastState || lastState.position !== after) throw new CheckpointConflict()
      const before = lastState
      const next: RedisState = { epoch: before.epoch, ready: before.ready || ready, position }
      const all = lastWrites(writes, (projection, key) => keys.doc(before.epoch, projection, key)).map(
        ({ name, projection, doc }) => {
          const changes = leafWrites(projection, cache.get(name)?.stored, doc)
          cacheDocument(name, changes.stored, changes.set)
          return { document: { name, projection }, changes }
        },
      )
      // Later loads are queued behind this commit on the same connection.
      lastState = next
      isCommitting = true
      try {
        const text = formatRedisState(next)
        const isCommitted = await writing.run(async (client) => {
          if (client !== watchedBy) return false
          const transaction = client.multi()
          for (const { document, changes } of all) writeLeaves(transaction, document, changes)
          const exec = transaction.set(keys.state, text).publish(keys.state, text).exec()
          // In the same round trip, for the next transaction.
          const [changed, now] = await Promise.all([exec.then(() => true, refused), watched(client)])
          // Overtaken after this commit: the next one must fail.
          if (now !== text) watchedBy = undefined
          return changed
        }, commitTimeoutMs)
        if (!isCommitted) throw new CheckpointConflict()
      } catch (error) {
        lastState = undefined
        throw error
      } finally {
        isCommitting = false
      }
    },

    async close() {
      checkpointWatch.stop()
      await Promise.all([reading, writing, listening].map((connection) => connection.close()))
    },
  }
}

/** With eviction, a full Redis would drop documents, and reads would find nothing. */
async function assertNoEviction(client: RedisClient): Promise<void> {
  // A user with few rights may lack the permission.
  const info = await client.info('memory').catch(() => '')
  const policy = /maxmemory_policy:(allkeys-\S+)/.exec(info)?.[1]
  if (policy) throw new Error(`maxmemory-policy is ${policy}: set it to noeviction, or documents get lost`)
}

function parse(leaves: readonly Leaf[], projection: AnyProjection): unknown {
  const doc = fromLeaves(projection, leaves)?.doc ?? null
  if (doc === FAILED_DOCUMENT) throw new ReadModelNotReady(`${projection.name} failed on a document`)
  return doc
}

/** false when the state has changed, or the connection is another one. */
function refused(error: unknown): false {
  if (error instanceof WatchError) return false
  throw error
}

/** A later write of the same document replaces an earlier one. */
function lastWrites(
  writes: Batch['writes'],
  nameOf: (projection: AnyProjection, key: string) => string,
): { name: string; projection: AnyProjection; doc: unknown }[] {
  const last = writes.map(
    ({ projection, key, doc }) => [nameOf(projection, key), { projection, doc }] as const,
  )
  return Array.from(new Map(last), ([name, write]) => ({ name, ...write }))
}

function newState(): string {
  const epoch = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')
  return formatRedisState({ epoch, ...NO_CHECKPOINT })
}

/** The positions of the log's followers. Each belongs to an epoch: it is lost together with the documents. */
function redisFollowers(
  connection: RedisConnection,
  { state, followers }: RedisKeys,
): Pick<ReadStore, 'followerPosition' | 'setFollowerPosition'> {
  return {
    async followerPosition(follower) {
      const [text, found] = await connection.run((client) =>
        Promise.all([client.get(state), client.hGet(followers, follower)]),
      )
      const [epoch, position] = found?.split(' ') ?? []
      const isCurrent = text !== null && parseRedisState(text).epoch === epoch
      return isCurrent ? (position ?? START) : START
    },
    async setFollowerPosition(follower, position) {
      await connection.run(async (client) => {
        const text = await client.get(state)
        if (text !== null)
          await client.hSet(followers, follower, `${parseRedisState(text).epoch} ${position}`)
      })
    },
  }
}
