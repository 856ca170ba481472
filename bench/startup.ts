// Measures the start of a single process on a log of a million events: the first one after an upgrade, which builds the
// read models, and a second one; how long each takes, its memory, and how long it is silent meanwhile. And the read models
// of a smaller log built into Redis, as after its loss.

import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { pino } from 'pino'
import { startRunner } from '#projections/platform/runner.ts'
import { readEnv } from '#api/env.ts'
import { projectorDeps } from '#api/projectorDeps.ts'
import { openReadModelBackend } from '#api/readModelBackend.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { freePort } from '#tests/support/freePort.ts'
import { startRedis } from '#tests/support/redisServer.ts'
import { atMost, type Row } from './figures.ts'
import { generateYear, multiplyLog } from './startup/year.ts'
import { inFolder } from './writePath/program.ts'

const EVENTS = 1_000_000
const EVENTS_INTO_REDIS = 100_000
const ASK_EVERY_MS = 20
/** How long the process is watched after it is ready: the erasers run behind it. */
const WATCHED_FOR_MS = 10_000

export const bench = (): Promise<Row[]> =>
  inFolder(async (folder) => {
    const [file, small] = [join(folder, 'events.db'), join(folder, 'small.db')]
    const store = await openSqliteEventStore({ file })
    await generateYear(store)
    await store.close()
    // The mark names the end of the year's log.
    rmSync(`${file}-head`)
    copyFileSync(file, small)
    const perSecond = await intoRedis(small, multiplyLog(small, EVENTS_INTO_REDIS))
    const events = multiplyLog(file, EVENTS).toLocaleString('en-HK')
    const first = await startOn(folder)
    const second = await startOn(folder)
    return [
      atMost(3, 's', 'a start until ready', second.readyMs / 1000, `${events} events`),
      atMost(600, 'MB', 'its memory', second.megabytes),
      atMost(100, 'ms', 'its longest silence', second.silentMs),
      atMost(120, 's', 'the first start after an upgrade until ready', first.readyMs / 1000),
      atMost(1200, 'MB', 'its memory', first.megabytes),
      atMost(500, 'ms', 'its longest silence', first.silentMs),
      {
        name: 'events a second into an empty Redis',
        value: perSecond,
        unit: '',
        target: '≥ 10,000',
        met: perSecond >= 10_000,
      },
    ]
  })

interface Started {
  readyMs: number
  /** The most memory of the process so far. */
  megabytes: number
  /** The longest time without a response to /healthz. */
  silentMs: number
}

async function startOn(dataDir: string): Promise<Started> {
  const port = await freePort()
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', DEMO_DATA: 'off' }
  const started = performance.now()
  const child = spawn(process.execPath, ['api/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = once(child, 'exit')
  try {
    while (!(await ask('/healthz').catch(() => null))) await after(ASK_EVERY_MS)
    let [readyMs, silentMs] = [0, 0]
    for (let end = Infinity; performance.now() < end; await after(ASK_EVERY_MS)) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
      const asked = performance.now()
      await ask('/healthz')
      silentMs = Math.max(silentMs, performance.now() - asked)
      if (readyMs > 0 || !(await ask('/readyz')).ok) continue
      readyMs = performance.now() - started
      end = performance.now() + WATCHED_FOR_MS
    }
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return { readyMs, silentMs, megabytes: Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1000 }
  } finally {
    child.kill('SIGTERM')
    await gone
  }
}

/** @returns events a second */
async function intoRedis(file: string, events: number): Promise<number> {
  const redis = await startRedis()
  const log = pino({ level: 'silent' })
  const side = await openReadModelBackend(readEnv({ REDIS_URL: redis.url }), log)
  const store = await openSqliteEventStore({ file })
  try {
    // Connects first, as a running projector is connected when it finds Redis empty.
    await side.readStore.checkpoint()
    const started = performance.now()
    const deps = projectorDeps({ store, readStore: side.readStore, log, ...side.projectorOptions })
    const runner = startRunner(deps)
    await runner.ready
    const seconds = (performance.now() - started) / 1000
    await runner.stop()
    return events / seconds
  } finally {
    await side.close()
    await store.close()
    await redis.stop()
  }
}
