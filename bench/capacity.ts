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
import { kinds } from './capacity/actions.ts'
import { type Acted, type LoadRequest, TRIP_SIZE } from './capacity/load.ts'
import { atMost, table, type Report } from './figures.ts'
import * as use from './processUse.ts'
import { type Program, start } from './writePath/program.ts'

const WANTED = 10_000
const STEPS = [1000, 3000, 5000, 7500, WANTED]
const WANTED_MS = 100
const SATURATED_MS = 250
const EVERY_MS = 10_000
/** The best of several windows counts, because other processes share the machine. */
const WINDOW_MS = 10_000
/** Windows in which other processes took less than this share of a core; two of them are enough. */
const QUIET_CORES = 0.25
const MOST_WINDOWS = 5
/** After this time two windows are enough in any case. */
const REPEATS_FOR_MS = 210_000
/** Reconnections, presence and garbage of a step end before it is measured. */
const SETTLES_MS = 3000
/** Descriptors of a process that are not a device's: files, threads, the connections of requests. */
const OTHER_DESCRIPTORS = 250
const METRICS_TOKEN = 'capacity'

interface Step {
  devices: number
  everyMs: number
  acted: Acted
  /** All kinds together, in ms. */
  p99: number
  perSecond: number
  /** Processor cores in use. */
  cores: { server: number; load: number; others: number }
  megabytes: number
  descriptors: number
  loopDelayMs: number
  machineLoad: number
}

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
  const isSaturated = () => steps.some(({ p99, acted }) => p99 > SATURATED_MS || acted.failed > 0)
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
    windows.filter(({ cores }) => cores.others < QUIET_CORES).length >= 2 ||
    (windows.length >= 2 && (windows.length >= MOST_WINDOWS || performance.now() > REPEATS_FOR_MS))
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
  const all = kinds.flatMap((kind) => acted.times[kind]).sort((a, b) => a - b)
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

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

interface Machine {
  /** File descriptors of one process. */
  limit: number
  /** Devices that they allow. */
  most: number
  isPinned: boolean
}

function report(steps: readonly Step[], { limit, most, isPinned }: Machine): Report {
  const usual = steps.filter(({ everyMs }) => everyMs === EVERY_MS)
  const fast = usual.findLast(({ p99, acted }) => p99 <= WANTED_MS && acted.failed === 0)
  const last = usual.at(-1)!
  const plain = (count: number) => Math.round(count).toLocaleString('en-HK')
  const devices = {
    name: `devices that one process serves with a p99 of an action of at most ${WANTED_MS} ms`,
    value: fast?.devices ?? 0,
    unit: '',
    target: `≥ ${plain(WANTED)}`,
    met: (fast?.devices ?? 0) >= WANTED,
    note:
      most < WANTED
        ? `the machine allows a process ${plain(limit)} file descriptors, a device takes two of them`
        : '',
  }
  const p99 = atMost(WANTED_MS, 'ms', `p99 of an action with ${plain(last.devices)} devices`, last.p99)
  return {
    rows: [devices, { ...p99, note: `${percent(last.cores.server)} of the server's core` }],
    below: [
      tableOf(steps),
      `Times are p50 / p99 in ms. Processor: of one core each; "others" is what the rest of the machine used meanwhile. ${isPinned ? 'Server and devices were each pinned to a core of their own' : '`taskset` could not pin server and devices to cores of their own'}. Of two to ${MOST_WINDOWS} windows of ${WINDOW_MS / 1000} s, more when others used the machine, the best counts.`,
      saturation(steps, most),
    ].join('\n\n'),
  }
}

const percent = (share: number) => `${Math.round(share * 100)} %`

function tableOf(steps: readonly Step[]): string {
  const head = ['devices', 'acts every', 'actions/s', 'all', ...kinds, 'server', 'load', 'others']
  const more = ['RSS', 'event loop p99', 'load average']
  const lines = steps.map((step) => {
    const pair = (times: readonly number[]) =>
      `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.99).toFixed(1)}`
    const all = kinds.flatMap((kind) => step.acted.times[kind]).sort((a, b) => a - b)
    const { server, load, others } = step.cores
    return [
      step.devices.toLocaleString('en-HK'),
      `${step.everyMs / 1000} s`,
      step.perSecond.toFixed(0),
      ...[all, ...kinds.map((kind) => step.acted.times[kind])].map(pair),
      ...[server, load, others].map(percent),
      `${step.megabytes.toFixed(0)} MB`,
      `${step.loopDelayMs.toFixed(1)} ms`,
      step.machineLoad.toFixed(1),
    ]
  })
  return table([...head, ...more], lines)
}

/** What stopped the climb. */
function saturation(steps: readonly Step[], most: number): string {
  const { devices, everyMs, cores, p99, acted, megabytes, descriptors, perSecond } = steps.at(-1)!
  const at = `${devices.toLocaleString('en-HK')} devices with ${perSecond.toFixed(0)} actions a second`
  const failed = acted.failed > 0 ? ` ${acted.failed} actions failed, the first with ${acted.error}.` : ''
  const lost = acted.lostSockets > 0 ? ` The server closed ${acted.lostSockets} sockets.` : ''
  const state = `server ${percent(cores.server)} and load ${percent(cores.load)} of a core, ${megabytes.toFixed(0)} MB, ${descriptors.toLocaleString('en-HK')} descriptors, load's event loop ${acted.loopDelayMs.toFixed(1)} ms`
  const first = cores.server >= cores.load ? "the server's core" : "the load's core"
  const devicesEnd =
    everyMs < EVERY_MS
      ? `File descriptors end the climb of devices at ${most.toLocaleString('en-HK')}; then the active ones act more often. `
      : ''
  const end =
    p99 > SATURATED_MS
      ? `${first} saturates: p99 is ${p99.toFixed(0)} ms`
      : `nothing was saturated: p99 is ${p99.toFixed(0)} ms`
  return `${devicesEnd}At ${at} ${end} (${state}).${failed}${lost}`
}
