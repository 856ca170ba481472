// Measures all projections built into Redis from EventStoreDB, as after the loss of Redis, compared with a bare client that
// only receives the same events.

import { createClient } from 'redis'
import { pino } from 'pino'
import { EventStoreDBClient, streamNameFilter } from '@eventstore/db-client'
import type { EventStore } from '#core/store/eventStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { readEnv } from '#api/env.ts'
import { projectorDeps } from '#api/projectorDeps.ts'
import { openReadModelBackend } from '#api/readModelBackend.ts'
import { toEsdbPosition } from '#api/stores/esdbEvents.ts'
import { startRedis } from '#tests/support/redisServer.ts'
import type { Row } from '#bench/figures.ts'
import { inTurn, median } from '#bench/ratio.ts'

const TURNS = 3
const log = pino({ level: 'silent' })

export async function intoRedis(store: EventStore, url: string): Promise<Row> {
  const redis = await startRedis()
  const head = await store.head()
  try {
    const events = (await receive(url, head)).events
    const turns = await inTurn(
      TURNS,
      () => msToBuild(store, redis.url),
      async () => (await receive(url, head)).ms,
    )
    const [built, bare] = [0, 1].map((side) => (events / median(turns.map((turn) => turn[side]!))) * 1000)
    const plain = (value: number) => Math.round(value).toLocaleString('en-HK')
    return {
      name: 'rebuild into Redis from EventStoreDB: events a second',
      value: built!,
      unit: '',
      target: '≥ 10,000',
      met: built! >= 10_000,
      note: `${(built! / bare!).toFixed(2)} of ${plain(bare!)}, a bare client that receives the events; ${plain(events)} events, medians of ${TURNS} turns`,
    }
  } finally {
    await redis.stop()
  }
}

async function msToBuild(store: EventStore, url: string): Promise<number> {
  const client = await createClient({ url }).connect()
  await client.flushAll()
  await client.close()
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

async function receive(url: string, head: string): Promise<{ ms: number; events: number }> {
  const client = EventStoreDBClient.connectionString(url)
  const started = performance.now()
  const filter = streamNameFilter({ regex: '^[^$]', checkpointInterval: 1000 })
  const subscription = client.subscribeToAll({ filter }, { highWaterMark: 512 })
  let events = 0
  for await (const { event } of subscription) {
    if (event) events++
    if (event && toEsdbPosition(event.position.commit) >= head) break
  }
  return { ms: performance.now() - started, events }
}
