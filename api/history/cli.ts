// `npm run replay`: prints a trip as it was after any change, and verifies the log and the read models. It only reads.
// Exit code 0: done without differences; 1: differences, damage or failure; 2: bad arguments.

import { existsSync } from 'node:fs'
import { toHistoryEntry } from '#core/history/entry.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { tripStateOf } from '#projections/history/stateAt.ts'
import { textOfLeaves } from '#projections/platform/leaves.ts'
import { redisDocuments } from '#api/stores/redis/redisDocuments.ts'
import { connectRedis } from '#api/stores/redis/redisConnection.ts'
import { generationOf, redisKeys } from '#api/stores/redis/redisKeys.ts'
import { projectionId } from '#projections/platform/projection.ts'
import { readEnv, type Env } from '#api/env.ts'
import { parseReplayArguments, type Request } from '#api/history/cliArguments.ts'
import { verifyReadModels, createRebuild, type LiveDocuments } from '#api/history/verifyReadModels.ts'
import { formatState } from '#api/history/formatState.ts'
import { runTool } from '#api/platform/commandLine.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { BrokenChain, createChains, wholeLog } from '#api/stores/chains.ts'
import { checkFiles } from '#api/stores/files/copyFiles.ts'
import { openFileStore } from '#api/stores/files/openFileStore.ts'
import { openEventStore } from '#api/stores/openEventStore.ts'
import { type ReadModelReader, openReadModelReader } from '#api/stores/sqlite/readModelFile.ts'
import { readModelFileIn } from '#api/stores/openReadModels.ts'
import { projections } from '#api/projections.ts'
import { tripPrefixes } from '#api/tripStreams.ts'
import { isChange } from '#core/history/events.ts'
import type { Codec } from '#core/store/codec.ts'
import { TripHistory } from '#projections/history/tripHistory.ts'

const REPORT_EVERY_MS = 500
const MAX_SHOWN = 20

await runTool(run)

async function run(args: string[]): Promise<number> {
  const request = parseReplayArguments(args)
  const env = readEnv()
  const store = await openEventStore({ ...env, onError: () => undefined })
  try {
    return request.verify ? await verify(env, store) : await replay(store, request)
  } finally {
    await store.close()
  }
}

async function replay(store: EventStore, { tripId, changeNumber, json }: Request): Promise<number> {
  const history = await tripHistoryFromLog(wholeLog(store), createProductCodec(), tripPrefixes, tripId)
  if (history === null) throw new Error(`There is no trip ${tripId}`)
  if (history === 'deleted') throw new Error(`Trip ${tripId} was deleted, and its history with it`)
  const n = changeNumber ?? history.length
  const change = history.change(n)
  const docs = change && (await history.docsAt(n))
  if (!docs?.trip) throw new Error(`Trip ${tripId} has ${history.length} changes, and no change ${n}`)
  const state = tripStateOf({ ...docs, trip: docs.trip }, { userId: '', emailOf: () => null })
  const entry = toHistoryEntry(change!)
  console.log(json ? JSON.stringify({ entry, state }, null, 2) : formatState(entry, state, history.length))
  return 0
}

async function verify(env: Env, store: EventStore): Promise<number> {
  const codec = createProductCodec()
  const progress = createReporter()
  const chains = createChains()
  // The whole log, independent of the projections.
  for await (const event of wholeLog(store)) {
    chains.add(event)
    progress(chains.events(), 'checked')
  }
  const { live: current, description, close } = await currentDocuments(env, store)
  console.log(description)
  let folded = 0
  const onEvent = () => progress(++folded, 'folded')
  const { documents, deletedTrips, differences } = await verifyReadModels(
    { store, codec, projections, onEvent },
    current,
  ).finally(close)
  const skipped =
    deletedTrips > 0 ? `, skipped ${deletedTrips} deleted ${deletedTrips === 1 ? 'trip' : 'trips'}` : ''
  console.log(
    `Checked ${chains.events()} events in ${chains.streams()} chains and ${documents} documents${skipped}.`,
  )
  const broken = chains.broken()
  for (const link of broken.slice(0, MAX_SHOWN)) console.error(new BrokenChain(link).message)
  sayMore(broken.length)
  if (broken.some(({ prev }) => prev !== null))
    console.error('See "When a hash chain is broken" in docs/operations.md.')
  for (const { projection, key, stored, rebuilt } of differences.slice(0, MAX_SHOWN)) {
    console.error(`${projection} ${key} differs from the log:`)
    console.error(`  stored  ${excerpt(stored)}\n  rebuilt ${excerpt(rebuilt)}`)
  }
  sayMore(differences.length)
  const files = await checkFiles(wholeLog(store), openFileStore(env))
  for (const [what, hashes] of Object.entries({ missing: files.missing, damaged: files.damaged })) {
    for (const hash of hashes.slice(0, MAX_SHOWN)) console.error(`A photo or file is ${what}: ${hash}`)
    sayMore(hashes.length)
  }
  if (files.unknown.length > 0)
    console.error(`${files.unknown.length} stored files are in no event, as after a restored backup.`)
  if (broken.length + differences.length + files.missing.length + files.damaged.length > 0) return 1
  console.log('All chains are valid, and all read models match the log.')
  return 0
}

/** The current documents: in Redis, in the file beside the log, or, before a server has built it, folded event by event. */
async function currentDocuments(
  env: Env,
  store: EventStore,
): Promise<{ live: LiveDocuments; description: string; close(): Promise<void> }> {
  if (env.redisUrl) {
    const connection = connectRedis(env.redisUrl, () => undefined)
    const keys = redisKeys(env.redisPrefix, generationOf(projections))
    const docs = redisDocuments(connection, keys, projections)
    const live = { ...docs, position: async () => (await docs.shown()).position }
    return { live, description: 'Comparing with the documents in Redis', close: connection.close }
  }
  const file = readModelFileIn(env.dataDir, projections)
  const stored = existsSync(file) ? openReadModelReader(file, false) : undefined
  if (stored?.checkpoint().ready) {
    const live = storedDocuments(stored)
    const close = async () => stored.close()
    return { live, description: `Comparing with the documents in ${file}`, close }
  }
  stored?.close()
  const rebuild = createRebuild(
    { store, codec: createProductCodec(), projections, onEvent: () => undefined },
    1,
  )
  const position = await store.head()
  await rebuild.to(position)
  const live: LiveDocuments = {
    position: async () => position,
    all: async function* () {
      for (const { projection, key } of rebuild.docs())
        yield { projection, key, text: rebuild.text(projection, key)! }
    },
    get: async (projection, key) => rebuild.text(projectionId(projection), key),
  }
  return {
    live,
    description:
      'No read models are stored: comparing documents folded event by event with documents folded in batches',
    close: async () => undefined,
  }
}

/** A running server writes its newest changes within a second or two, and each write is one transaction. */
function storedDocuments(reader: ReadModelReader): LiveDocuments {
  const byId = new Map(projections.map((projection) => [projectionId(projection), projection]))
  return {
    position: async () => reader.checkpoint().position,
    async *all() {
      for (const { projection, key, leaves } of reader.all())
        yield { projection, key, text: textOfLeaves(byId.get(projection) ?? {}, leaves)! }
    },
    get: async (projection, key) => textOfLeaves(projection, reader.leaves(projectionId(projection), key)),
  }
}

function sayMore(count: number): void {
  if (count > MAX_SHOWN) console.error(`… and ${count - MAX_SHOWN} more`)
}

function excerpt(text: string | null): string {
  return text === null ? 'nothing' : text.slice(0, 200)
}

/** Prints the progress at most twice a second. */
function createReporter(): (count: number, verb: string) => void {
  let reportedAt = performance.now()
  return (count, verb) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = performance.now()
    console.error(`${count.toLocaleString('en-HK')} events ${verb} …`)
  }
}

/**
 * The history of one trip from the log, without read models: null for a trip that does not exist; `deleted` for one whose history is erased.
 * @param prefixes of all streams of a trip
 */
async function tripHistoryFromLog(
  log: AsyncIterable<StoredEvent>,
  codec: Codec,
  prefixes: readonly string[],
  tripId: string,
): Promise<TripHistory | 'deleted' | null> {
  const own = new Set(prefixes.map((prefix) => prefix + tripId))
  const history = new TripHistory(tripId)
  for await (const stored of log) {
    const isOwn = own.has(stored.stream)
    if (isOwn && stored.type === 'TripDeleted') return 'deleted'
    if (!isOwn && (stored.data as { tripId?: unknown } | null)?.tripId !== tripId) continue
    const event = codec.decode(stored)
    if (isChange(event)) history.add(event)
  }
  return history.length > 0 ? history : null
}
