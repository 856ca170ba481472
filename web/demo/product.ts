// The product in a page: the real operations over an event store in memory, and the real projections. A single visitor
// needs no accounts, disk or network.

import { moneyStreamType } from '#core/money/decider.ts'
import { recordUpcasts } from '#core/recordKinds.ts'
import { READ_YOUR_WRITES_MS } from '#core/kernel/limits.ts'
import { type Lookups, noFiles } from '#core/kernel/lookups.ts'
import { createCodec } from '#core/store/codec.ts'
import type { CommandOutcome } from '#core/store/command.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { type AnyOperation, type Invocation, type Actor, executeOperation } from '#core/store/operation.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import { tripUpcasts } from '#core/trips/events.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { tripProjections } from '#projections/replica/tripDocuments.ts'
import { tripOfEntity, entityStreams } from '#projections/trips/entityStreams.ts'

const projections = [...tripProjections, entityStreams]

export type DemoProduct = ReturnType<typeof createDemoProduct>

interface DemoSettings {
  accounts: readonly Actor[]
  /** Milliseconds since 1970. */
  clock(): number
}

export function createDemoProduct({ accounts, clock }: DemoSettings) {
  const codec = createCodec(tripUpcasts, recordUpcasts)
  const store = createMemoryEventStore()
  const readStore = createMemoryReadStore()
  const reader = createStreamReader(store, codec)
  const handleCommand = createCommandHandler({ store, codec, reader })
  const onError = (error: unknown) => console.error(error)
  const runner = startRunner({ store, codec, readStore, projections, onError, onRetry: onError })
  const lookups: Lookups = {
    users: async (ids) =>
      new Map(
        accounts.filter(({ id }) => ids.includes(id)).map((user) => [user.id, { ...user, email: null }]),
      ),
    currencyInUse: async (tripId) => (await reader.state(moneyStreamType, tripId)).currency,
    // There is one trip and one visitor, who claims no guest.
    hasMoney: async () => false,
    counts: async () => new Map(),
    ...noFiles,
  }
  // The read models show the last command, because `run` waits for them.
  const findEntity = async (entityId: string) => tripOfEntity(await readStore.get(entityStreams, entityId))
  const streamOfKey = async (keyId: string) => (await readStore.get(entityStreams, keyId))?.stream ?? null
  const deps = { handleCommand, lookups, clock, findEntity, streamOfKey }
  return {
    /** Executes a command; resolves when the read models show it. */
    async run(operation: AnyOperation, invocation: Invocation): Promise<CommandOutcome<unknown>> {
      await runner.ready
      const outcome = await executeOperation(deps, operation, invocation)
      if (!outcome.refusal) await runner.waitForPosition(outcome.position, READ_YOUR_WRITES_MS)
      return outcome
    },
    store,
    readStore,
    /** The log position of the read models. */
    position: runner.position,
    stop: runner.stop,
  }
}
