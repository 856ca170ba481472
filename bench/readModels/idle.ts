// Measures an idle projector, which must not poll busily: its share of a core, and its requests to Redis and to the
// event store. The event store is the tests' server with EventStoreDB's protocol, since it counts requests.

import { setTimeout as after } from 'node:timers/promises'
import { createClient } from 'redis'
import { openEventStore } from '#api/stores/openEventStore.ts'
import { seedDemoData } from '#api/seed/seed.ts'
import { startEventStoreServer } from '#tests/support/eventStoreServer/server.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'
import type { Row } from '#bench/figures.ts'
import { processorSeconds } from '#bench/processUse.ts'
import { type Program, start } from '#bench/writePath/program.ts'

const WHILE_S = 20
const CALLS = 5

/** @param folder with a SQLite log */
export async function idleProjector(folder: string): Promise<Row[]> {
  const eventStore = await startEventStoreServer()
  const store = await openEventStore({ eventStoreDbUrl: eventStore.url, dataDir: folder })
  await seedDemoData(store, 'low', Date.UTC(2026, 4, 2))
  await store.close()
  const [redis, other] = [await startRedis(), await startRedis()]
  const programs: Program[] = []
  try {
    const env = { DATA_DIR: folder, ROLE: 'projector' }
    const onEventStore = await ready(
      { ...env, EVENTSTOREDB_URL: eventStore.url, REDIS_URL: redis.url },
      programs,
    )
    const onSqlite = await ready({ ...env, REDIS_URL: other.url }, programs)
    const client = await createClient({ url: redis.url }).connect()
    const now = async () => ({
      reads: eventStore.calls.read + eventStore.calls.append,
      redis: Number(/total_commands_processed:(\d+)/.exec(await client.info('stats'))![1]),
      cpu: [processorSeconds(onEventStore.pid), processorSeconds(onSqlite.pid)] as const,
    })
    await after(2000)
    const before = await now()
    await after(WHILE_S * 1000)
    const later = await now()
    await client.close()
    const percent = (n: 0 | 1) => ((later.cpu[n] - before.cpu[n]) / WHILE_S) * 100
    return [
      atMost(1, '%', 'an idle projector on EventStoreDB and Redis: processor time, of one core', percent(0)),
      atMost(1, '%', 'the same on SQLite and Redis', percent(1)),
      atMost(CALLS, '', 'its Redis calls per second', (later.redis - before.redis - 1) / WHILE_S),
      atMost(0, '', 'its EventStoreDB calls per second', (later.reads - before.reads) / WHILE_S),
    ]
  } finally {
    await Promise.all(programs.map((program) => program.end()))
    await Promise.all([redis, other].map((one: RedisServer) => one.stop()))
    eventStore.close()
  }
}

const atMost = (most: number, unit: string, name: string, value: number): Row => ({
  name,
  value,
  unit,
  target: `≤ ${most}`,
  met: value <= most,
  note: `over ${WHILE_S} s`,
})

/** Starts a projector and waits until it has built all projections. */
async function ready(env: Record<string, string>, programs: Program[]): Promise<Program> {
  const program = await start(['api/main.ts'], env)
  programs.push(program)
  const isReady = () => fetch(`http://127.0.0.1:${program.port}/readyz`).then(({ ok }) => ok)
  while (!(await isReady())) await after(50)
  return program
}
