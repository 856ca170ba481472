// The product in a page: the real operations over the log in memory, the real views beside it. What the server puts
// around them is what a single visitor does not need: accounts, a disk, a network.

import { moneyStreamType } from '#core/money/decider.ts'
import { moneyUpcasts } from '#core/money/events.ts'
import type { Lookups } from '#core/kernel/lookups.ts'
import { createCodec } from '#core/store/codec.ts'
import type { CommandOutcome } from '#core/store/commandHandler.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import type { AnyOperation, Invocation, Actor } from '#core/store/operation.ts'
import { executeOperation } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import { tripUpcasts } from '#core/trips/events.ts'
import { balances } from '#projections/money/balances.ts'
import { contributions } from '#projections/money/contributions.ts'
import { expenses } from '#projections/money/expenses.ts'
import { payments } from '#projections/money/payments.ts'
import { settlements } from '#projections/money/settlements.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { guestContacts } from '#projections/trips/guestContacts.ts'
import { tripIn, itemLocations } from '#projections/trips/tripOf.ts'
import { trips } from '#projections/trips/trips.ts'

/** Of one trip and its money. */
const projections = [
  trips,
  itemLocations,
  guestContacts,
  expenses,
  contributions,
  payments,
  balances,
  settlements,
]

/** As long as on the server. */
const READ_YOUR_WRITES_MS = 2000

export interface DemoProduct {
  /** Does a command; resolves when it can be read. */
  run(of: AnyOperation, asked: Invocation): Promise<CommandOutcome<unknown>>
  reader: StreamReader
  docs: ReadStore
  lookups: Lookups
  /** What the views show. */
  position(): string
  stop(): Promise<void>
}

interface DemoSettings {
  accounts: readonly Actor[]
  /** Milliseconds since 1970. */
  clock(): number
}

export function createDemoProduct({ accounts, clock }: DemoSettings): DemoProduct {
  const codec = createCodec(tripUpcasts, moneyUpcasts)
  const store = createMemoryEventStore()
  const docs = createMemoryReadStore()
  const reader = createStreamReader(store, codec)
  const handleCommand = createCommandHandler({ store, codec, reader })
  const onError = (error: unknown) => console.error(error)
  const runner = startRunner({ store, codec, readStore: docs, projections, onError, onRetry: onError })
  const lookups: Lookups = {
    users: async (ids) =>
      new Map(accounts.filter(({ id }) => ids.includes(id)).map((one) => [one.id, { ...one, email: null }])),
    currencyInUse: async (tripId) => (await reader.state(moneyStreamType, tripId)).currency,
    // One trip, one visitor.
    counts: async () => new Map(),
  }
  // The views have always shown the last command by the next: `run` waits for them.
  const locateItem = async (thingId: string) => tripIn(await docs.get(itemLocations, thingId))
  const madeIn = async (keyId: string) => (await docs.get(itemLocations, keyId))?.stream ?? null
  const deps = { handleCommand, lookups, clock, locateItem, madeIn }
  return {
    async run(of, asked) {
      await runner.ready
      const outcome = await executeOperation(deps, of, asked)
      if (!outcome.refusal) await runner.reached(outcome.position, READ_YOUR_WRITES_MS)
      return outcome
    },
    reader,
    docs,
    lookups,
    position: runner.position,
    stop: runner.stop,
  }
}
