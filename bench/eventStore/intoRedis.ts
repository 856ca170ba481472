// Measures all projections built into Redis from EventStoreDB, as after the loss of Redis, compared with a bare client that
// only receives the same events.

import { createClient } from 'redis'
import { EventStoreDBClient, streamNameFilter } from '@eventstore/db-client'
import type { EventStore } from '#core/store/eventStore.ts'
import { toEsdbPosition } from '#api/stores/esdbEvents.ts'
import { startRedis } from '#tests/support/redisServer.ts'
import type { Row } from '#bench/figures.ts'
import { msToBuild } from '#bench/readModels/intoRedis.ts'
import { inTurn, median } from '#bench/ratio.ts'

const TURNS = 3

export async function intoRedis(store: EventStore, url: string): Promise<Row> {
  const redis = await startRedis()
  const head = await store.head()
  try {
    const events = (await receive(url, head)).events
    const turns = await inTurn(
      TURNS,
      () => msToRebuild(store, redis.url),
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

async function msToRebuild(store: EventStore, url: string): Promise<number> {
  const client = await createClient({ url }).connect()
  await client.flushAll()
  await client.close()
  return msToBuild(store, url)
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
