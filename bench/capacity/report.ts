// The report of the capacity bench: its rows, the table of all steps, and what ended the climb.

import { atMost, table, type Report } from '#bench/figures.ts'
import { type Acted } from './load.ts'
import { actionNames } from './actions.ts'

export const WANTED = 10_000
export const SATURATED_MS = 250
export const EVERY_MS = 10_000
/** The best of several windows counts, because other processes share the machine. */
export const WINDOW_MS = 10_000
export const MOST_WINDOWS = 5
const WANTED_MS = 100

export interface Step {
  devices: number
  everyMs: number
  acted: Acted
  /** Of all actions together, in ms. */
  p99: number
  perSecond: number
  /** Processor cores in use. */
  cores: { server: number; load: number; others: number }
  megabytes: number
  descriptors: number
  loopDelayMs: number
  machineLoad: number
}

export interface Machine {
  /** File descriptors of one process. */
  limit: number
  /** Devices that they allow. */
  most: number
  isPinned: boolean
}

export function report(steps: readonly Step[], { limit, most, isPinned }: Machine): Report {
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
  const head = ['devices', 'acts every', 'actions/s', 'all', ...actionNames, 'server', 'load', 'others']
  const more = ['RSS', 'event loop p99', 'load average']
  const lines = steps.map((step) => {
    const pair = (times: readonly number[]) =>
      `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.99).toFixed(1)}`
    const all = actionNames.flatMap((name) => step.acted.times[name]).sort((a, b) => a - b)
    const { server, load, others } = step.cores
    return [
      step.devices.toLocaleString('en-HK'),
      `${step.everyMs / 1000} s`,
      step.perSecond.toFixed(0),
      ...[all, ...actionNames.map((name) => step.acted.times[name])].map(pair),
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

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
