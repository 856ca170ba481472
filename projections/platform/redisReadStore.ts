// The read store of many processes. Documents, change and checkpoint move in one transaction that compares the checkpoint,
// and every read takes the state along: without it, or while it is not ready, there is no answer, never an empty one.

import { WatchError } from 'redis'
import type { ToJson } from '#projections/platform/jsonCache.ts'
import { createJsonCache } from '#projections/platform/jsonCache.ts'
import type { Batch, ReadStore } from '#projections/platform/readStore.ts'
import {
  FAILED_DOCUMENT,
  FAILED_DOCUMENT_TEXT,
  ReadModelNotReady,
  CheckpointConflict,
} from '#projections/platform/readStore.ts'
import { createRecent } from '#projections/platform/recent.ts'
import type { RedisClient } from '#projections/platform/redisConnection.ts'
import { connectRedis } from '#projections/platform/redisConnection.ts'
import type { RedisKeys, RedisState } from '#projections/platform/redisKeys.ts'
import { parseRedisState, formatRedisState } from '#projections/platform/redisKeys.ts'
import { scanKeys } from '#projections/platform/redisScan.ts'
import { NO_CHECKPOINT, parseCheckpoint, watchCheckpoint } from '#projections/platform/redisCheckpoint.ts'
import type { AnyProjection, Projection } from '#projections/platform/projection.ts'

export interface RedisReadStore extends ReadStore {
  close(): Promise<void>
}

interface Options {
  url: string
  keys: RedisKeys
  /** Told what no caller is told; the same trouble may come many times. */
  onError(error: unknown): void
  /** Characters of documents the projector keeps, to read fewer; default 32 million. */
  keeps?: number
}

const COMMITS_WITHIN_MS = 10_000
const AT_ONCE = 1000

export function openRedisReadStore({ url, keys, onError, keeps = 32_000_000 }: Options): RedisReadStore {
  const reading = connectRedis(url, onError)
  // A large commit does not hold up who reads.
  const writing = connectRedis(url, onError)
  const listening = connectRedis(url, onError)
  /** Of the last commit or begin; undefined before the first. */
  let mine: RedisState | undefined
  const recent = createRecent(keeps)
  /** The connection that watches the state since `mine` was read there: a transaction on it compares, on no other. */
  let watching: RedisClient | undefined
  const textOfDoc = createJsonCache()
  let epoch = ''
  const shown = watchCheckpoint(listening, keys)

  async function read(projection: AnyProjection, wanted: readonly string[]): Promise<unknown[]> {
    // The epoch changes at most once in a long while; then the documents are asked for again under the new one.
    for (;;) {
      const asked = epoch
      const names = wanted.map((key) => keys.doc(asked, projection, key))
      const [text, ...found] = await reading.run((client) => client.mGet([keys.state, ...names]))
      const state = text ? parseRedisState(text) : undefined
      if (!state?.ready) throw new ReadModelNotReady('The projections are being built')
      epoch = state.epoch
      if (epoch === asked) return found.map((doc) => parse(doc ?? null, projection))
    }
  }

  /** The state; from now on a transaction on this connection is refused if it changes before. */
  async function watched(client: RedisClient): Promise<string | null> {
    const [, text] = await Promise.all([client.watch(keys.state), client.get(keys.state)])
    return text
  }

  async function loadOf(state: RedisState, names: readonly string[]): Promise<(string | null)[]> {
    const [text, ...found] = await writing.run((client) => client.mGet([keys.state, ...names]))
    if (text !== formatRedisState(state)) throw new CheckpointConflict()
    return found.map((one) => one ?? null)
  }

  return {
    get: async <Doc>(projection: Projection<Doc>, key: string) =>
      (await read(projection, [key]))[0] as Doc | null,
    getMany: async <Doc>(projection: Projection<Doc>, wanted: readonly string[]) =>
      (wanted.length === 0 ? [] : await read(projection, wanted)) as (Doc | null)[],
    async checkpoint() {
      const text = await reading.run((client) => client.get(keys.state))
      return text === null ? NO_CHECKPOINT : parseCheckpoint(text)
    },
    onCheckpoint: shown.on,

    async discard() {
      mine = undefined
      const begun = fresh()
      await writing.run(async (client) => {
        await client.unwatch()
        await client.multi().set(keys.state, begun).publish(keys.state, begun).exec()
      })
    },
    async begin() {
      recent.clear()
      mine = undefined
      await writing.run(refuseEviction)
      const text = await writing.run(async (client) => {
        await client.set(keys.state, fresh(), { condition: 'NX' })
        watching = client
        return watched(client)
      })
      if (text === null) throw new CheckpointConflict()
      mine = parseRedisState(text)
      return parseCheckpoint(text)
    },

    async load(wanted) {
      if (!mine) throw new CheckpointConflict()
      const state = mine
      const names = wanted.map(({ projection, key }) => keys.doc(state.epoch, projection, key))
      const missing = names.filter((name) => !recent.has(name))
      for (let at = 0; at < missing.length; at += AT_ONCE) {
        const some = missing.slice(at, at + AT_ONCE)
        const found = await loadOf(state, some)
        for (const [n, name] of some.entries())
          recent.set(name, parseStored(found[n] ?? null), found[n]?.length ?? 0)
      }
      return names.map((name) => recent.get(name) ?? null)
    },

    async *keys(projection) {
      if (!mine) throw new CheckpointConflict()
      const begin = keys.doc(mine.epoch, projection, '')
      for await (const names of scanKeys(writing, begin)) yield names.map((name) => name.slice(begin.length))
    },

    async commit({ after, position, writes, ready }) {
      if (!mine || mine.position !== after) throw new CheckpointConflict()
      const before = mine
      const next: RedisState = { epoch: before.epoch, ready: before.ready || ready, position }
      const { set, gone, keep } = sorted(
        writes,
        (projection, key) => keys.doc(before.epoch, projection, key),
        textOfDoc,
      )
      // What is loaded from now on is asked for behind this commit, on the same connection.
      mine = next
      for (const { name, doc, size } of keep) recent.set(name, doc, size)
      try {
        const text = formatRedisState(next)
        const done = await writing.run(async (client) => {
          if (client !== watching) return false
          const transaction = client.multi()
          for (const [name, doc] of set) transaction.set(name, doc)
          if (gone.length > 0) transaction.unlink(gone)
          const exec = transaction.set(keys.state, text).publish(keys.state, text).exec()
          // In the same round trip, for the next one.
          const [changed, now] = await Promise.all([exec.then(always, refused), watched(client)])
          // Overtaken since: it is the next one that must not happen.
          if (now !== text) watching = undefined
          return changed
        }, COMMITS_WITHIN_MS)
        if (!done) throw new CheckpointConflict()
        recent.shrink()
      } catch (error) {
        mine = undefined
        throw error
      }
    },

    async close() {
      shown.stop()
      await Promise.all([reading, writing, listening].map((connection) => connection.close()))
    },
  }
}

/** A Redis that throws documents away when it is full would answer "nothing" for what there is. */
async function refuseEviction(client: RedisClient): Promise<void> {
  // A user with few rights may not ask.
  const told = await client.info('memory').catch(() => '')
  const policy = /maxmemory_policy:(allkeys-\S+)/.exec(told)?.[1]
  if (policy) throw new Error(`maxmemory-policy is ${policy}: set it to noeviction, or documents get lost`)
}

function parseStored(stored: string | null): unknown {
  return stored === null ? null : stored === FAILED_DOCUMENT_TEXT ? FAILED_DOCUMENT : JSON.parse(stored)
}

function parse(stored: string | null, projection: AnyProjection): unknown {
  const doc = parseStored(stored)
  if (doc === FAILED_DOCUMENT) throw new ReadModelNotReady(`${projection.name} gave up on a document`)
  return doc
}

const always = () => true
/** Somebody has changed the state, or the connection is another one. */
function refused(error: unknown): false {
  if (error instanceof WatchError) return false
  throw error
}

/** A later write of the same document takes the place of an earlier one. */
function sorted(
  writes: Batch['writes'],
  nameOf: (projection: AnyProjection, key: string) => string,
  textOfDoc: ToJson,
) {
  const last = new Map(writes.map(({ projection, key, doc }) => [nameOf(projection, key), doc]))
  const set: [name: string, text: string][] = []
  const gone: string[] = []
  const keep: { name: string; doc: unknown; size: number }[] = []
  for (const [name, doc] of last) {
    const text = doc === FAILED_DOCUMENT ? FAILED_DOCUMENT_TEXT : doc === null ? null : textOfDoc(doc)
    if (text === null) gone.push(name)
    else set.push([name, text])
    keep.push({ name, doc, size: text?.length ?? 0 })
  }
  return { set, gone, keep }
}

/** The state of a build that begins, in an epoch nobody had. */
function fresh(): string {
  const epoch = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')
  return formatRedisState({ epoch, ...NO_CHECKPOINT })
}
