// Measures how many devices one process serves: people on trips of five, each with a socket and the change feed of the
// trip open; one in five acts every ten seconds: opens the trip, sends a message, adds an expense, reads the messages. The
// server has one processor core and the devices the other. The number of devices rises until the 99th percentile of an
// action passes 250 ms or no further connection can be opened; then the same devices act more often. It takes about six
// minutes.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { emptyClient } from './chat/emptyClient.ts'
import { actionNames } from './capacity/actions.ts'
import { type Acted, type LoadRequest, TRIP_SIZE } from './capacity/load.ts'
import {
  EVERY_MS,
  MOST_WINDOWS,
  percentile,
  report,
  SATURATED_MS,
  type Step,
  WANTED,
  WINDOW_MS,
} from './capacity/report.ts'
import type { Report } from './figures.ts'
import * as use from './processUse.ts'
import { type Program, start } from './writePath/program.ts'

const STEPS = [1000, 3000, 5000, 7500, WANTED]
/** Windows in which other processes took less than this share of a core; two of them are enough. */
const QUIET_CORES = 0.25
/** Two windows are enough when the better one is as fast as this, and after this time in any case. */
const FAST_MS = 50
const REPEATS_FOR_MS = 210_000
/** Reconnections, presence and garbage of a step end before it is measured. */
const SETTLES_MS = 3000
/** Descriptors of a process that are not a device's: files, threads, the connections of requests. */
const OTHER_DESCRIPTORS = 250
const METRICS_TOKEN = 'capacity'

interface Processes {
  server: Program
  load: ChildProcess
}

export async function bench(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  let server: Program | undefined
  const load = fork(join(import.meta.dirname, 'capacity/load.ts'))
  try {
    server = await start(['--import', join(import.meta.dirname, 'chat/manyAccounts.ts'), 'api/main.ts'], {
      DATA_DIR: folder,
      CLIENT_DIR: emptyClient(folder),
      DEMO_DATA: 'off',
      REGISTRATION: 'open',
      PASSWORD_COST: 'low',
      CONNECTIONS: '100000',
      METRICS_TOKEN,
    })
    const isPinned = use.pinToCore(server.pid, 0) && use.pinToCore(load.pid!, 1)
    const limit = Math.min(use.descriptorLimit(server.pid), use.descriptorLimit(load.pid!))
    const most = Math.floor((limit - OTHER_DESCRIPTORS) / 2 / TRIP_SIZE) * TRIP_SIZE
    const steps = await climb({ server, load }, most)
    return report(steps, { limit, most, isPinned })
  } finally {
    load.kill('SIGKILL')
    await server?.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function climb({ server, load }: Processes, most: number): Promise<Step[]> {
  const counts = STEPS.filter((devices) => devices <= most)
  if (counts.length < STEPS.length) counts.push(most)
  await ask(load, { populate: { port: server.port, people: counts.at(-1)! } })
  const steps: Step[] = []
  // Slow actions beside other processes say nothing about this one.
  const isSaturated = () =>
    steps.some(
      ({ p99, acted, cores }) => (p99 > SATURATED_MS && cores.others < QUIET_CORES) || acted.failed > 0,
    )
  for (const devices of counts) {
    if (isSaturated()) break
    await ask(load, { connect: { devices } })
    await after(SETTLES_MS)
    steps.push(await measure({ server, load }, devices, EVERY_MS))
  }
  for (let everyMs = EVERY_MS / 2; !isSaturated() && everyMs > 100; everyMs /= 2)
    steps.push(await measure({ server, load }, counts.at(-1)!, everyMs))
  return steps
}

/** @returns the best window */
async function measure({ server, load }: Processes, devices: number, everyMs: number): Promise<Step> {
  const windows: Step[] = []
  const isEnough = () =>
    windows.length >= 2 &&
    (windows.length >= MOST_WINDOWS ||
      performance.now() > REPEATS_FOR_MS ||
      windows.filter(({ cores }) => cores.others < QUIET_CORES).length >= 2 ||
      windows.some(({ p99 }) => p99 <= FAST_MS))
  while (!isEnough()) windows.push(await measureOnce({ server, load }, devices, everyMs))
  const all = windows.map(({ p99 }) => p99.toFixed(1)).join(', ')
  console.log(`${devices} devices, each active one acts every ${everyMs / 1000} s: p99 ${all} ms`)
  return windows.toSorted((a, b) => a.acted.failed - b.acted.failed || a.p99 - b.p99)[0]!
}

async function measureOnce({ server, load }: Processes, devices: number, everyMs: number): Promise<Step> {
  await loopDelayOf(server)
  const used = () => [
    use.processorSeconds(server.pid),
    use.processorSeconds(load.pid!),
    use.machineSeconds(),
    performance.now() / 1000,
  ]
  const before = used()
  const acted = (await ask(load, { act: { forMs: WINDOW_MS, everyMs } }))!
  const [serverS, loadS, machineS, seconds] = used().map((now, n) => now - before[n]!) as [
    number,
    number,
    number,
    number,
  ]
  const all = actionNames.flatMap((name) => acted.times[name]).sort((a, b) => a - b)
  return {
    devices,
    everyMs,
    acted,
    p99: percentile(all, 0.99),
    perSecond: all.length / seconds,
    cores: {
      server: serverS / seconds,
      load: loadS / seconds,
      others: Math.max(0, machineS - serverS - loadS) / seconds,
    },
    megabytes: use.residentMegabytes(server.pid),
    descriptors: use.openDescriptors(server.pid),
    loopDelayMs: await loopDelayOf(server),
    machineLoad: loadavg()[0]!,
  }
}

/** The 99th percentile since the last call, in ms. */
async function loopDelayOf({ port }: Program): Promise<number> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)![1]) * 1000
}

/** @throws Error when the process of the devices ends */
async function ask(load: ChildProcess, request: LoadRequest): Promise<Acted | null> {
  const gone = new AbortController()
  const end = () => gone.abort(new Error('The process of the devices has ended'))
  load.once('exit', end)
  load.send(request)
  const [response] = (await once(load, 'message', { signal: gone.signal })) as [Acted | null]
  load.off('exit', end)
  return response
}
