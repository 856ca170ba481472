// The product in a page: the real operations over the log in memory, the real views beside it. What the server puts
// around them is what a single visitor does not need: accounts, a disk, a network.

import { moneyKind } from '#core/money/decider.ts'
import { moneyUpcasts } from '#core/money/events.ts'
import type { World } from '#core/kernel/world.ts'
import { createCodec } from '#core/store/codec.ts'
import type { Outcome } from '#core/store/handle.ts'
import { createHandler } from '#core/store/handle.ts'
import { createMemoryEventStore } from '#core/store/memory.ts'
import type { AnyOperation, Invocation, Person } from '#core/store/operate.ts'
import { operate } from '#core/store/operate.ts'
import type { Reader } from '#core/store/reader.ts'
import { createReader } from '#core/store/reader.ts'
import { tripUpcasts } from '#core/trips/events.ts'
import { balances } from '#projections/money/balances.ts'
import { contributions } from '#projections/money/contributions.ts'
import { expenses } from '#projections/money/expenses.ts'
import { payments } from '#projections/money/payments.ts'
import { settlements } from '#projections/money/settlements.ts'
import { createMemoryReadStore } from '#projections/platform/memory.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { guestContacts } from '#projections/trips/guestContacts.ts'
import { tripIn, tripOf } from '#projections/trips/tripOf.ts'
import { trips } from '#projections/trips/trips.ts'

/** Of one trip and its money. */
const views = [trips, tripOf, guestContacts, expenses, contributions, payments, balances, settlements]

/** As long as on the server. */
const READ_YOUR_WRITES_MS = 2000

export interface DemoProduct {
  /** Does a command; resolves when it can be read. */
  run(of: AnyOperation, asked: Invocation): Promise<Outcome<unknown>>
  reader: Reader
  docs: ReadStore
  world: World
  /** What the views show. */
  position(): string
  stop(): Promise<void>
}

interface DemoSettings {
  accounts: readonly Person[]
  /** Milliseconds since 1970. */
  clock(): number
}

export function createDemoProduct({ accounts, clock }: DemoSettings): DemoProduct {
  const codec = createCodec(tripUpcasts, moneyUpcasts)
  const store = createMemoryEventStore()
  const docs = createMemoryReadStore()
  const reader = createReader(store, codec)
  const handle = createHandler({ store, codec, reader })
  const onError = (error: unknown) => console.error(error)
  const runner = startRunner({ store, codec, readStore: docs, views, onError, onTrouble: onError })
  const world: World = {
    users: async (ids) =>
      new Map(accounts.filter(({ id }) => ids.includes(id)).map((one) => [one.id, { ...one, email: null }])),
    currencyInUse: async (tripId) => (await reader.state(moneyKind, tripId)).currency,
    // One trip, one visitor.
    counted: async () => new Map(),
  }
  // The views have always shown the last command by the next: `run` waits for them.
  const locate = async (thingId: string) => tripIn(await docs.get(tripOf, thingId))
  const madeIn = async (keyId: string) => (await docs.get(tripOf, keyId))?.stream ?? null
  const deps = { handle, world, clock, locate, madeIn }
  return {
    async run(of, asked) {
      await runner.ready
      const outcome = await operate(deps, of, asked)
      if (!outcome.refusal) await runner.reached(outcome.position, READ_YOUR_WRITES_MS)
      return outcome
    },
    reader,
    docs,
    world,
    position: runner.position,
    stop: runner.stop,
  }
}
