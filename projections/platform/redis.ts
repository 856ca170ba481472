// The read store of many processes. Documents, change and checkpoint move in one transaction that compares the checkpoint,
// and every read takes the state along: without it, or while it is not ready, there is no answer, never an empty one.

import { WatchError } from 'redis'
import type { TextOf } from '#projections/platform/docTexts.ts'
import { createDocTexts } from '#projections/platform/docTexts.ts'
import type { Batch, ReadStore } from '#projections/platform/readStore.ts'
import { GAVE_UP, GAVE_UP_TEXT, NotBuilt, Overtaken } from '#projections/platform/readStore.ts'
import { createRecent } from '#projections/platform/recent.ts'
import type { RedisClient } from '#projections/platform/redisConnection.ts'
import { connectRedis } from '#projections/platform/redisConnection.ts'
import type { RedisKeys, State } from '#projections/platform/redisKeys.ts'
import { stateOf, textOf } from '#projections/platform/redisKeys.ts'
import { namesThatBegin } from '#projections/platform/redisScan.ts'
import { NOTHING, shownOf, watchShown } from '#projections/platform/redisShown.ts'
import type { AnyView, View } from '#projections/platform/view.ts'

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
  let mine: State | undefined
  const recent = createRecent(keeps)
  /** The connection that watches the state since `mine` was read there: a transaction on it compares, on no other. */
  let watching: RedisClient | undefined
  const textOfDoc = createDocTexts()
  let epoch = ''
  const shown = watchShown(listening, keys)

  async function read(view: AnyView, wanted: readonly string[]): Promise<unknown[]> {
    // The epoch changes at most once in a long while; then the documents are asked for again under the new one.
    for (;;) {
      const asked = epoch
      const names = wanted.map((key) => keys.doc(asked, view, key))
      const [text, ...found] = await reading.run((client) => client.mGet([keys.state, ...names]))
      const state = text ? stateOf(text) : undefined
      if (!state?.ready) throw new NotBuilt('The views are being built')
      epoch = state.epoch
      if (epoch === asked) return found.map((doc) => parse(doc ?? null, view))
    }
  }

  /** The state; from now on a transaction on this connection is refused if it changes before. */
  async function watched(client: RedisClient): Promise<string | null> {
    const [, text] = await Promise.all([client.watch(keys.state), client.get(keys.state)])
    return text
  }

  async function loadOf(state: State, names: readonly string[]): Promise<(string | null)[]> {
    const [text, ...found] = await writing.run((client) => client.mGet([keys.state, ...names]))
    if (text !== textOf(state)) throw new Overtaken()
    return found.map((one) => one ?? null)
  }

  return {
    get: async <Doc>(view: View<Doc>, key: string) => (await read(view, [key]))[0] as Doc | null,
    getMany: async <Doc>(view: View<Doc>, wanted: readonly string[]) =>
      (wanted.length === 0 ? [] : await read(view, wanted)) as (Doc | null)[],
    async shown() {
      const text = await reading.run((client) => client.get(keys.state))
      return text === null ? NOTHING : shownOf(text)
    },
    onShown: shown.on,

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
      if (text === null) throw new Overtaken()
      mine = stateOf(text)
      return shownOf(text)
    },

    async load(wanted) {
      if (!mine) throw new Overtaken()
      const state = mine
      const names = wanted.map(({ view, key }) => keys.doc(state.epoch, view, key))
      const missing = names.filter((name) => !recent.has(name))
      for (let at = 0; at < missing.length; at += AT_ONCE) {
        const some = missing.slice(at, at + AT_ONCE)
        const found = await loadOf(state, some)
        for (const [n, name] of some.entries())
          recent.set(name, parseStored(found[n] ?? null), found[n]?.length ?? 0)
      }
      return names.map((name) => recent.get(name) ?? null)
    },

    async *keys(view) {
      if (!mine) throw new Overtaken()
      const begin = keys.doc(mine.epoch, view, '')
      for await (const names of namesThatBegin(writing, begin))
        yield names.map((name) => name.slice(begin.length))
    },

    async commit({ after, position, writes, ready }) {
      if (!mine || mine.position !== after) throw new Overtaken()
      const before = mine
      const next: State = { epoch: before.epoch, ready: before.ready || ready, position }
      const { set, gone, keep } = sorted(writes, (view, key) => keys.doc(before.epoch, view, key), textOfDoc)
      // What is loaded from now on is asked for behind this commit, on the same connection.
      mine = next
      for (const { name, doc, size } of keep) recent.set(name, doc, size)
      try {
        const text = textOf(next)
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
        if (!done) throw new Overtaken()
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
  return stored === null ? null : stored === GAVE_UP_TEXT ? GAVE_UP : JSON.parse(stored)
}

function parse(stored: string | null, view: AnyView): unknown {
  const doc = parseStored(stored)
  if (doc === GAVE_UP) throw new NotBuilt(`${view.name} gave up on a document`)
  return doc
}

const always = () => true
/** Somebody has changed the state, or the connection is another one. */
function refused(error: unknown): false {
  if (error instanceof WatchError) return false
  throw error
}

/** A later write of the same document takes the place of an earlier one. */
function sorted(writes: Batch['writes'], nameOf: (view: AnyView, key: string) => string, textOfDoc: TextOf) {
  const last = new Map(writes.map(({ view, key, doc }) => [nameOf(view, key), doc]))
  const set: [name: string, text: string][] = []
  const gone: string[] = []
  const keep: { name: string; doc: unknown; size: number }[] = []
  for (const [name, doc] of last) {
    const text = doc === GAVE_UP ? GAVE_UP_TEXT : doc === null ? null : textOfDoc(doc)
    if (text === null) gone.push(name)
    else set.push([name, text])
    keep.push({ name, doc, size: text?.length ?? 0 })
  }
  return { set, gone, keep }
}

/** The state of a build that begins, in an epoch nobody had. */
function fresh(): string {
  const epoch = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')
  return textOf({ epoch, ...NOTHING })
}
