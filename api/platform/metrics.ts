// What an operator watches, for Prometheus: which commands run and how they end, how long an append takes and how often somebody was faster, how far the
// read side lags, how long news takes to the sockets, how many there are, and how this process is.

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { WrongRevision } from '#core/store/eventStore.ts'
import type { Progress } from '#projections/platform/progress.ts'

export interface Metrics {
  /** The same store, measured. */
  measured(store: EventStore): EventStore
  /** One command has ended. @param name as the code calls it, like `AddExpense`; never anything a caller chose */
  command(name: string, outcome: string, seconds: number): void
  /** To be given every event of the log from now on. */
  written(event: StoredEvent): void
  /** What happened was told to this node's sockets. */
  told(event: StoredEvent): void
  watch(progress: Progress): void
  countSockets(count: () => number): void
  contentType: string
  text(): Promise<string>
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Events not shown yet that are remembered one by one; beyond, there are "at least" so many. */
const REMEMBERED = 100_000

/** @param clock milliseconds since 1970 */
export function createMetrics(clock: () => number): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const buckets = SECONDS
  const commands = new Histogram({
    name: 'trips_command_seconds',
    help: 'How long a command took until it was decided and on disk, by its name and how it ended',
    labelNames: ['command', 'outcome'],
    buckets,
    registers,
  })
  const append = new Histogram({
    name: 'trips_append_seconds',
    help: 'How long an append to the event store took',
    labelNames: ['outcome'],
    buckets,
    registers,
  })
  const conflicts = new Counter({
    name: 'trips_append_conflicts_total',
    help: 'Appends that met another revision than they expected: another node was faster',
    registers,
  })
  const fanOut = new Histogram({
    name: 'trips_fan_out_seconds',
    help: 'From the moment something was decided until it was written to the sockets of this node',
    buckets,
    registers,
  })
  /** Written while this process ran, and not shown yet; oldest first. */
  const behind: { position: string; at: number }[] = []
  let progress: Progress | undefined
  let sockets: () => number = () => 0

  function prune(): void {
    const shown = progress?.isReady() ? progress.position() : ''
    const first = behind.findIndex(({ position }) => position > shown)
    behind.splice(0, first === -1 ? behind.length : first)
  }

  function gauge(name: string, help: string, value: () => number): void {
    const of: Gauge = new Gauge({ name, help, registers, collect: () => of.set(value()) })
  }
  gauge(
    'trips_projection_lag_events',
    'Events written since this process runs that cannot be read yet',
    () => {
      prune()
      return behind.length
    },
  )
  gauge('trips_projection_lag_seconds', 'Age of the oldest event that cannot be read yet', () => {
    prune()
    return behind[0] ? Math.max(0, clock() - behind[0].at) / 1000 : 0
  })
  gauge('trips_projection_ready', 'Whether the views can be read', () => (progress?.isReady() ? 1 : 0))
  gauge('trips_sockets', 'Open sockets of this node', () => sockets())

  return {
    measured: (store) => ({
      ...store,
      async append(...args) {
        const end = append.startTimer()
        try {
          const appended = await store.append(...args)
          end({ outcome: 'written' })
          return appended
        } catch (error) {
          const isConflict = error instanceof WrongRevision
          if (isConflict) conflicts.inc()
          end({ outcome: isConflict ? 'conflict' : 'failed' })
          throw error
        }
      },
    }),
    command: (command, outcome, seconds) => commands.observe({ command, outcome }, seconds),
    written({ position, meta }) {
      prune()
      if (behind.length < REMEMBERED) behind.push({ position, at: Date.parse(meta.at) })
    },
    told: ({ meta }) => fanOut.observe(Math.max(0, clock() - Date.parse(meta.at)) / 1000),
    watch: (of) => void (progress = of),
    countSockets: (count) => void (sockets = count),
    contentType: register.contentType,
    text: () => register.metrics(),
  }
}
