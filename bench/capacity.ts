// Measures how many devices one process serves: people on trips of five, each with a socket and the change feed of the
// trip open; one in five acts every ten seconds: opens the trip, sends a message, adds an expense, reads the messages. The
// server has one processor core and the devices the other. The number of devices rises until the 99th percentile of an
// action passes 250 ms or no further connection can be opened; then the same devices act more often.

import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { Acted, LoadRequest } from './capacity/load.ts'
import { TRIP_SIZE, writeAccounts } from './capacity/people.ts'
import { atMost, type Report, table } from './figures.ts'
import { emptyClient, inFolder, type Program, start } from './writePath/program.ts'

const WANTED = 10_000
const WANTED_MS = 100
const STEPS = [1000, 3000, 5000, 7500, WANTED]
const SATURATED_MS = 250
const EVERY_MS = 10_000
/** The better of two windows counts, because other processes share the machine. */
const WINDOWS = 2
const WINDOW_MS = 10_000
/** Reconnections, presence and garbage of a step end before it is measured. */
const SETTLES_MS = 3000
/** Descriptors of a process that are not a device's: files, threads, the connections of requests. */
const OTHER_DESCRIPTORS = 250

interface Step {
  devices: number
  everyMs: number
  acted: Acted
  perSecond: number
  /** Cores that the server used. */
  cores: number
  megabytes: number
}

interface Processes {
  server: Program
  load: ChildProcess
}

export const bench = (): Promise<Report> =>
  inFolder(async (folder) => {
    const load = fork(join(import.meta.dirname, 'capacity/load.ts'))
    try {
      await writeAccounts(join(folder, 'events.db'), WANTED)
      const server = await start(['api/main.ts'], {
        DATA_DIR: folder,
        CLIENT_DIR: emptyClient(folder),
        DEMO_DATA: 'off',
        PASSWORD_COST: 'low',
        CONNECTIONS: '100000',
      })
      for (const [core, pid] of [server.pid, load.pid!].entries())
        spawnSync('taskset', ['-a', '-p', '-c', String(core), String(pid)])
      const limit = Math.min(descriptorLimit(server.pid), descriptorLimit(load.pid!))
      const most = Math.floor((limit - OTHER_DESCRIPTORS) / 2 / TRIP_SIZE) * TRIP_SIZE
      return report(await climb({ server, load }, most), most < WANTED ? limit : null)
    } finally {
      load.kill('SIGKILL')
    }
  })

async function climb({ server, load }: Processes, most: number): Promise<Step[]> {
  const counts = STEPS.filter((devices) => devices <= most)
  if (counts.length < STEPS.length) counts.push(most)
  await ask(load, { populate: { port: server.port, people: counts.at(-1)! } })
  const steps: Step[] = []
  const isSaturated = () =>
    steps.some(({ acted }) => percentile(acted, 0.99) > SATURATED_MS || acted.failed > 0)
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
  while (windows.length < WINDOWS) {
    const [usedBefore, began] = [processorSeconds(server.pid), performance.now()]
    const acted = (await ask(load, { act: { forMs: WINDOW_MS, everyMs } }))!
    const seconds = (performance.now() - began) / 1000
    const cores = (processorSeconds(server.pid) - usedBefore) / seconds
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(statusOf(server.pid, 'status'))![1]) / 1000
    windows.push({ devices, everyMs, acted, perSecond: acted.times.length / seconds, cores, megabytes })
  }
  return windows.toSorted(
    (a, b) => a.acted.failed - b.acted.failed || percentile(a.acted, 0.99) - percentile(b.acted, 0.99),
  )[0]!
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

/** @param limit of file descriptors, where it ended the climb */
function report(steps: readonly Step[], limit: number | null): Report {
  const usual = steps.filter(({ everyMs }) => everyMs === EVERY_MS)
  const fast = usual.findLast(({ acted }) => percentile(acted, 0.99) <= WANTED_MS && acted.failed === 0)
  const devices = fast?.devices ?? 0
  const plain = (count: number) => count.toLocaleString('en-HK')
  const row = {
    name: `devices with a p99 of at most ${WANTED_MS} ms`,
    value: devices,
    unit: '',
    target: `≥ ${plain(WANTED)}`,
    met: devices >= WANTED,
    note: limit === null ? '' : `${plain(limit)} file descriptors, two a device`,
  }
  const last = usual.at(-1)!
  const p99Name = `p99 with ${plain(last.devices)} devices`
  const lines = steps.map(({ devices, everyMs, perSecond, acted, cores, megabytes }) => [
    plain(devices),
    `${everyMs / 1000} s`,
    perSecond.toFixed(0),
    ...[0.5, 0.99].map((share) => `${percentile(acted, share).toFixed(1)} ms`),
    `${Math.round(cores * 100)} %`,
    `${megabytes.toFixed(0)} MB`,
    acted.failed === 0 ? '' : `${acted.failed}: ${acted.error}`,
  ])
  const head = ['devices', 'each acts every', 'actions/s', 'p50', 'p99', 'core', 'memory', 'failed']
  return {
    rows: [row, atMost(WANTED_MS, 'ms', p99Name, percentile(last.acted, 0.99))],
    below: table(head, lines),
  }
}

const percentile = ({ times }: Acted, share: number): number =>
  times[Math.floor(times.length * share)] ?? Infinity

const statusOf = (pid: number, file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8')

/** The processor time of a process so far; /proc counts hundredths of a second. */
function processorSeconds(pid: number): number {
  // The program's name, in brackets, may contain spaces.
  const fields = statusOf(pid, 'stat').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const descriptorLimit = (pid: number): number =>
  Number(/Max open files\s+(\d+)/.exec(statusOf(pid, 'limits'))![1])
