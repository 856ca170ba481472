// Measures all projections built into Redis, as after its loss, compared with a bare pipeline of the same writes: the
// same leaves in the same batches, each a MULTI that is answered before the next is sent. Only one side serializes
// the documents.

import { createClient } from 'redis'
import { pino } from 'pino'
import { type EventStore, START } from '#core/store/eventStore.ts'
import { createBatchFold } from '#projections/platform/batchFold.ts'
import { type LeafWrites, type StoredLeaves, leafWrites } from '#projections/platform/leaves.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { projectionId } from '#projections/platform/projection.ts'
import { type NamedDocument, writeLeaves } from '#api/stores/redisLeaves.ts'
import type { DocumentWrite } from '#projections/platform/readStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { readEnv } from '#api/env.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { projectorDeps } from '#api/projectorDeps.ts'
import { openReadModelBackend } from '#api/readModelBackend.ts'
import { projections } from '#api/projections.ts'
import type { Row } from '#bench/figures.ts'
import { inTurn, ratio } from '#bench/ratio.ts'
import { collectGarbage } from '#bench/readModels/heap.ts'

const TURNS = 7
const log = pino({ level: 'silent' })
const connect = (url: string) => createClient({ url }).connect()
type Client = Awaited<ReturnType<typeof connect>>

export async function intoRedis(store: EventStore, url: string): Promise<Row> {
  const client = await connect(url)
  const onEmpty = async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
    await client.flushAll()
    collectGarbage()
    return act()
  }
  const batch = await batchOf(url)
  const product = () => onEmpty(() => msToBuild(store, url))
  const bare = () => onEmpty(() => pipe(store, client, batch))
  // A first run warms up.
  await product()
  const { writes, characters } = await bare()
  const turns = await inTurn(TURNS, product, async () => (await bare()).ms)
  await client.close()
  const name = 'rebuild of all projections into Redis ÷ a bare pipeline of the same writes in MULTI batches'
  const row = ratio(name, turns, (ms) => (writes / ms) * 1000, 'writes a second', { atLeast: 0.6 })
  const size = `${Math.round(characters / 1e6)} MB in ${writes.toLocaleString('en-HK')} writes`
  return { ...row, note: `${row.note}, ${size}` }
}

/** The number of events in one commit of the product. */
async function batchOf(url: string): Promise<number> {
  const { projectorOptions, close } = await openReadModelBackend(readEnv({ REDIS_URL: url }), log)
  await close()
  return projectorOptions.batch!
}

/** All projections, into a Redis that is empty. @returns ms */
export async function msToBuild(store: EventStore, url: string): Promise<number> {
  const side = await openReadModelBackend(readEnv({ REDIS_URL: url }), log)
  // Connects first, as a running projector is connected when it finds Redis empty.
  await side.readStore.checkpoint()
  const started = performance.now()
  const runner = startRunner(
    projectorDeps({ store, readStore: side.readStore, log, ...side.projectorOptions }),
  )
  await runner.ready
  const ms = performance.now() - started
  await runner.stop()
  await side.close()
  return ms
}

interface Piped {
  ms: number
  writes: number
  /** The length of all leaves. */
  characters: number
}

/** Serializes the leaves of each batch before it starts measuring. */
async function pipe(store: EventStore, client: Client, batch: number): Promise<Piped> {
  const piped: Piped = { ms: 0, writes: 0, characters: 0 }
  const head = await store.head()
  const docs = createMemoryReadStore()
  const stored = new Map<string, StoredLeaves | null>()
  const fold = createBatchFold(createProductCodec(), projections, new Set(), (error) => {
    throw error
  })
  let after = START
  const { signal } = new AbortController()
  const write = async (writes: readonly DocumentWrite[]): Promise<void> => {
    const changes = writes.map(({ projection, key, doc }) => {
      const name = `trips:0123456789ab:0123456789abc:${projectionId(projection)}:${key}`
      const leaves = leafWrites(projection, stored.get(name) ?? null, doc)
      stored.set(name, leaves.stored)
      return { document: { name, projection }, leaves }
    })
    for (const { leaves } of changes) {
      piped.writes += leaves.set.length + leaves.remove.length
      for (const [, text] of leaves.set) piped.characters += text.length
    }
    piped.ms += await msToWrite(client, changes)
  }
  for await (const events of store.subscribe({ after, signal, batch })) {
    const writes = await fold.batch(events, docs.load, false)
    const position = events.at(-1)!.position
    await docs.commit({ after, position, writes, ready: false })
    after = position
    await write(writes)
    if (position >= head) break
  }
  for (const projection of projections)
    if (projection.derived)
      for await (const keys of docs.keys(projection.derived.from[0]))
        await write(await fold.derive(projection, keys, docs.load))
  return piped
}

async function msToWrite(
  client: Client,
  changes: readonly { document: NamedDocument; leaves: LeafWrites }[],
): Promise<number> {
  const started = performance.now()
  const multi = client.multi()
  for (const { document, leaves } of changes) writeLeaves(multi, document, leaves)
  await multi.exec()
  return performance.now() - started
}
