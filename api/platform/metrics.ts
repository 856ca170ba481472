// Collects metrics for Prometheus: commands and their outcomes, appends and conflicts, the lag of the read models, the
// delay to the sockets, the number of sockets, and the process.

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { WrongRevision, type EventStore, type StoredEvent } from '#core/store/eventStore.ts'
import type { Progress } from '#projections/platform/progress.ts'

export interface Metrics {
  /** The store, with its appends measured. */
  measureAppends(store: EventStore): EventStore
  /** Counts a command. @param name as in the code, like `AddExpense`; never chosen by a caller */
  recordCommand(name: string, outcome: string, seconds: number): void
  /** Takes every event of the log from now on. */
  recordEvent(event: StoredEvent): void
  /** Takes every event that was published to this node's sockets. */
  recordPublished(event: StoredEvent): void
  watch(progress: Progress): void
  countSockets(count: () => number): void
  /** Of the documents that the file of the read models lacks. */
  countUnwritten(count: () => number): void
  contentType: string
  text(): Promise<string>
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Events tracked before they are readable; beyond, the gauges are lower bounds. */
const MAX_UNREADABLE = 100_000

/** @param clock milliseconds since 1970 */
export function createMetrics(clock: () => number): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const { commands, append, conflicts, fanOut } = defineMetrics(register)
  /** Events written while this process runs and not readable yet; oldest first. */
  const unreadable: { position: string; at: number }[] = []
  let progress: Progress | undefined
  let sockets: () => number = () => 0
  let unwritten: () => number = () => 0

  function prune(): void {
    const readable = progress?.isReady() ? progress.position() : ''
    const first = unreadable.findIndex(({ position }) => position > readable)
    unreadable.splice(0, first === -1 ? unreadable.length : first)
  }

  function gauge(name: string, help: string, value: () => number): void {
    const of: Gauge = new Gauge({ name, help, registers: [register], collect: () => of.set(value()) })
  }
  gauge('trips_projection_lag_events', 'Events that the read models do not include yet', () => {
    prune()
    return unreadable.length
  })
  gauge(
    'trips_projection_lag_seconds',
    'Age of the oldest event that the read models do not include yet',
    () => {
      prune()
      return unreadable[0] ? Math.max(0, clock() - unreadable[0].at) / 1000 : 0
    },
  )
  gauge('trips_projection_ready', 'Whether the read models are readable', () => (progress?.isReady() ? 1 : 0))
  gauge('trips_read_models_unwritten', 'Documents that the file of the read models lacks', () => unwritten())
  gauge('trips_sockets', 'Open sockets of this node', () => sockets())

  return {
    measureAppends: (store) => ({
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
    recordCommand: (command, outcome, seconds) => commands.observe({ command, outcome }, seconds),
    recordEvent({ position, meta }) {
      prune()
      if (unreadable.length < MAX_UNREADABLE) unreadable.push({ position, at: Date.parse(meta.at) })
    },
    recordPublished: ({ meta }) => fanOut.observe(Math.max(0, clock() - Date.parse(meta.at)) / 1000),
    watch: (of) => void (progress = of),
    countSockets: (count) => void (sockets = count),
    countUnwritten: (count) => void (unwritten = count),
    contentType: register.contentType,
    text: () => register.metrics(),
  }
}

function defineMetrics(register: Registry) {
  const registers = [register]
  const buckets = SECONDS
  const commands = new Histogram({
    name: 'trips_command_seconds',
    help: 'Time to decide and store a command, by its name and outcome',
    labelNames: ['command', 'outcome'],
    buckets,
    registers,
  })
  const append = new Histogram({
    name: 'trips_append_seconds',
    help: 'Time of an append to the event store',
    labelNames: ['outcome'],
    buckets,
    registers,
  })
  const conflicts = new Counter({
    name: 'trips_append_conflicts_total',
    help: 'Appends refused because another node had written the expected revision',
    registers,
  })
  const fanOut = new Histogram({
    name: 'trips_fan_out_seconds',
    help: 'Time from an event to its publication on the sockets of this node',
    buckets,
    registers,
  })
  return { commands, append, conflicts, fanOut }
}
