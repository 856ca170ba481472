// Measures the read models: a rebuild from the log into memory compared with reading the same events, into Redis
// compared with a bare pipeline of the same writes, what one expense writes, and an idle projector.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteEventStore } from '#api/stores/sqlite.ts'
import { startRedis } from '#tests/support/redisServer.ts'
import type { Row } from './figures.ts'
import { idleProjector } from './readModels/idle.ts'
import { intoMemory } from './readModels/intoMemory.ts'
import { intoRedis } from './readModels/intoRedis.ts'
import { oneExpense } from './readModels/oneExpense.ts'
import { generateYear } from './readModels/year.ts'

export async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const file = join(folder, 'events.db')
  const redis = await startRedis()
  try {
    const store = await openSqliteEventStore({ file })
    await generateYear(store)
    const rows = [
      await intoMemory(store),
      await intoRedis(store, redis.url),
      ...(await oneExpense(redis.url)),
    ]
    await store.close()
    return [...rows, ...(await idleProjector(folder))]
  } finally {
    await redis.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
