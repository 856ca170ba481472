// Measures the start of a single process on a log of a million events: the first one after an upgrade, which builds the
// read models, and a second one; how long each takes, its memory, and how long it is silent meanwhile.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { openSqliteEventStore } from '#api/stores/sqlite.ts'
import { atMost, type Row } from './figures.ts'
import { multiplyLog } from './readModels/manyYears.ts'
import { generateYear } from './readModels/year.ts'

const EVENTS = 1_000_000
const PORT = 4399
const ASK_EVERY_MS = 20
/** How long the process is watched after it is ready: the erasers run behind it. */
const WATCHED_FOR_MS = 10_000

export async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const file = join(folder, 'events.db')
  try {
    const store = await openSqliteEventStore({ file })
    await generateYear(store)
    await store.close()
    // The mark names the end of the year's log.
    rmSync(`${file}-head`)
    const events = multiplyLog(file, EVENTS).toLocaleString('en-HK')
    const first = await startOn(folder)
    const second = await startOn(folder)
    const row = (most: number, unit: string, what: string, value: number) =>
      atMost(most, unit, `${what}, ${events} events`, value)
    return [
      row(3, 's', 'a start until it is ready', second.readyMs / 1000),
      row(600, 'MB', 'its memory', second.megabytes),
      row(100, 'ms', 'its longest silence while it serves', second.silentMs),
      row(120, 's', 'the first start after an upgrade until it is ready', first.readyMs / 1000),
      row(1200, 'MB', 'its memory', first.megabytes),
      row(500, 'ms', 'its longest silence from its first response on', first.silentMs),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Started {
  readyMs: number
  /** The most memory of the process so far. */
  megabytes: number
  /** The longest time without a response to /healthz. */
  silentMs: number
}

async function startOn(dataDir: string): Promise<Started> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), HOST: '127.0.0.1', DEMO_DATA: 'off' }
  const started = performance.now()
  const child = spawn(process.execPath, ['api/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = once(child, 'exit')
  try {
    await responseOf('/healthz')
    let [readyMs, silentMs] = [0, 0]
    for (let end = Infinity; performance.now() < end; await after(ASK_EVERY_MS)) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
      const asked = performance.now()
      await fetch(`http://127.0.0.1:${PORT}/healthz`)
      silentMs = Math.max(silentMs, performance.now() - asked)
      if (readyMs > 0 || !(await fetch(`http://127.0.0.1:${PORT}/readyz`)).ok) continue
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

/** Waits until the server responds. */
async function responseOf(path: string): Promise<Response> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${PORT}${path}`).catch(() => null)
    if (response) return response
    await after(ASK_EVERY_MS)
  }
}
