// Measures the product on EventStoreDB, which is the tests' small server as a process of its own: how fast a log moves into
// it, compared with a bare client that writes the same events, how fast Redis is filled from it, and how soon it is written to
// again after a silence.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { NO_STREAM, StoreUnavailable, type EventStore, type StoredEvent } from '#core/store/eventStore.ts'
import { createDocumentKeys } from '#projections/platform/documentKeys.ts'
import { projections } from '#api/projections.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { wholeLog } from '#api/stores/chains.ts'
import { openEventStoreDb } from '#api/stores/eventstoredb.ts'
import { copyLog } from '#api/stores/copyLog.ts'
import { openSqliteEventStore } from '#api/stores/sqlite.ts'
import { startEventStoreProcess } from '#tests/support/eventStoreServer/process.ts'
import { createTcpProxy } from '#tests/support/tcpProxy.ts'
import { intoRedis } from './eventStore/intoRedis.ts'
import { atMost, type Row } from './figures.ts'
import { mapConcurrently } from './chat/population.ts'
import { generateYear } from './readModels/year.ts'

const SILENCE_MS = 20_000
const LINKS = 10
const BARE_APPEND = 200
const BARE_CONCURRENT = 32
/** As `npm run move`. */
const REPLY_TIMEOUT_MS = 15_000
const meta = { actor: 'bench', at: '', key: '', digest: '', requestId: '', v: 1, prev: null }

export async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    return [await move(folder), await rebuild(folder), await silence(folder)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function move(folder: string): Promise<Row> {
  const from = await openSqliteEventStore({ file: join(folder, 'events.db') })
  await generateYear(from)
  const bare = await perSecond(folder, 'bare', (to) => writeBare(from, to))
  const keysOf = createDocumentKeys(createProductCodec(), projections)
  const moved = await perSecond(folder, 'moved', async (to) => (await copyLog({ from, to, keysOf })).events)
  await from.close()
  const plain = (value: number) => Math.round(value).toLocaleString('en-HK')
  return {
    name: 'npm run move from SQLite, with its checks: events a second',
    value: moved,
    unit: '',
    target: '≥ 5,000',
    met: moved >= 5000,
    note: `${(moved / bare).toFixed(2)} of ${plain(bare)}, a bare client that writes stream by stream and checks nothing`,
  }
}

/** From the log that was moved. */
async function rebuild(folder: string): Promise<Row> {
  const server = await startEventStoreProcess({ file: join(folder, 'moved') })
  const store = await openEventStoreDb({ connectionString: server.url, replyTimeoutMs: REPLY_TIMEOUT_MS })
  try {
    return await intoRedis(store, server.url)
  } finally {
    await store.close()
    await server.kill9()
  }
}

/** @param write returns the number of events */
async function perSecond(
  folder: string,
  name: string,
  write: (to: EventStore) => Promise<number>,
): Promise<number> {
  const server = await startEventStoreProcess({ file: join(folder, name) })
  const to = await openEventStoreDb({ connectionString: server.url, replyTimeoutMs: REPLY_TIMEOUT_MS })
  const begin = performance.now()
  const events = await write(to)
  const ms = performance.now() - begin
  await to.close()
  await server.kill9()
  return (events / ms) * 1000
}

async function writeBare(from: EventStore, to: EventStore): Promise<number> {
  const streams = new Map<string, StoredEvent[]>()
  let count = 0
  for await (const event of wholeLog(from)) {
    count++
    const stream = streams.get(event.stream)
    if (stream) stream.push(event)
    else streams.set(event.stream, [event])
  }
  const all = [...streams.values()]
  await mapConcurrently(all.length, BARE_CONCURRENT, async (n) => {
    const events = all[n]!
    for (let first = 0; first < events.length; first += BARE_APPEND) {
      const part = events.slice(first, first + BARE_APPEND)
      const copies = part.map(({ type, data, meta: own }) => ({ type, data, meta: own }))
      // A truncated stream begins later; what it is called matters less than its size.
      await to.append(events[0]!.stream, first - 1, copies)
    }
  })
  return count
}

/** The network loses everything for 20 s; several processes, because it matters when in its probes each of them is. */
async function silence(folder: string): Promise<Row> {
  const server = await startEventStoreProcess({ file: join(folder, 'silent') })
  const times = await mapConcurrently(LINKS, LINKS, async (n) => {
    const proxy = await createTcpProxy({ target: { port: server.port } })
    const connectionString = `esdb://127.0.0.1:${proxy.port}?tls=false`
    const store = await openEventStoreDb({ connectionString, onError: () => undefined })
    const write = (expected: number) => store.append(`s${n}`, expected, [{ type: 'Noted', data: {}, meta }])
    await write(NO_STREAM)
    proxy.drop()
    await store.head().catch(() => undefined)
    await after(SILENCE_MS + n * 320)
    proxy.heal()
    const healed = performance.now()
    while (!(await write(0).then(() => true, ignoreOutage))) await after(20)
    const ms = performance.now() - healed
    await store.close()
    await proxy.close()
    return ms
  })
  await server.kill9()
  const name = 'writing again after 20 s in which the network loses everything, the longest of 10 processes'
  return atMost(3, 's', name, Math.max(...times) / 1000)
}

function ignoreOutage(error: unknown): false {
  if (error instanceof StoreUnavailable) return false
  throw error
}
