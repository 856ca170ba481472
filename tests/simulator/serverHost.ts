// The host of the server: one log that survives it, and one process at a time, which can die at any moment.

import { type EventStore, NO_STREAM } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import type { Session } from '#api/platform/http/route.ts'
import type { World } from '#tests/simulator/network.ts'
import { type SimulatedServer, startSimulatedServer } from '#tests/simulator/server.ts'

export interface ServerHost {
  /** The running process; null while none runs. */
  process(): SimulatedServer | null
  kill(): void
  start(): Promise<void>
  /** Adds a listener that is called at each kill. */
  onDeath(listener: () => void): void
  /** The server's clock, in milliseconds since 1970. */
  clock(): number
  /** Moves the server's clock. */
  turnClock(byMs: number): void
}

const START_MS = Date.parse('2026-05-02T10:00:00Z')

export function createServerHost({ time, faults }: World, people: readonly Session[]): ServerHost {
  const log = createMemoryEventStore()
  const listeners: (() => void)[] = []
  let running: SimulatedServer | null = null
  let registered: Promise<void> | null = null
  let turned = 0
  const clock = () => START_MS + turned + Math.floor(time.now())

  async function register(): Promise<void> {
    for (const { id, username, email, isAdmin } of people) {
      const data = { userId: id, username, email, isAdmin }
      const at = new Date(clock()).toISOString()
      const meta = { actor: 'system', at, key: id, digest: '', requestId: id, v: 1, prev: null }
      await log.append(`user-${id}`, NO_STREAM, [{ type: 'UserRegistered', data, meta }])
    }
  }

  function die(): void {
    running?.kill()
    running = null
    for (const listener of listeners) listener()
  }

  return {
    process: () => running,
    kill: die,
    onDeath: (listener) => void listeners.push(listener),
    clock,
    turnClock: (byMs) => void (turned += byMs),
    async start() {
      if (running) return
      await (registered ??= register())
      let isDead = false
      const never = () => new Promise<never>(() => undefined)
      const dying = () => {
        isDead = true
        die()
        return never()
      }
      const store: EventStore = {
        ...log,
        async append(...given) {
          if (isDead) return never()
          if (faults.happens('dieBeforeAppend')) return dying()
          const appended = await log.append(...given)
          return faults.happens('dieAfterAppend') ? dying() : appended
        },
      }
      const own = startSimulatedServer(store, people, clock)
      running = { ...own, kill: () => ((isDead = true), own.kill()) }
      await own.ready
    },
  }
}
