// A node loses sight of the read models' position for a moment, while it can still read their documents: Redis tells
// the two over different connections.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HistoryEntry } from '#core/history/contract.ts'
import { START } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import type { Checkpoint, ReadStore } from '#projections/platform/readStore.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const documents = createMemoryReadStore()
const listeners = new Set<(checkpoint: Checkpoint) => void>()
const publish = (checkpoint: Checkpoint) => {
  for (const listener of listeners) listener(checkpoint)
}

let projecting: Product<'ann'>
let node: Product<'ann'>
beforeAll(async () => {
  const store = createMemoryEventStore()
  projecting = await startProduct({ people: ['ann'], store, readStore: documents })
  const readStore: ReadStore = {
    ...documents,
    onCheckpoint(listener) {
      listeners.add(listener)
      return documents.onCheckpoint(listener)
    },
  }
  node = await startProduct({ people: ['ann'], store, readStore, runsProjector: false })
})
afterAll(async () => {
  await node.stop()
  await projecting.stop()
})

it('The numbers of a history stay the same when a node loses the position of the read models for a moment', async () => {
  const ann = node.as('ann')
  const path = `/trips/${expectSuccess(await ann.post('/trips', aTrip)).trip.id}`
  expectSuccess(await ann.post(`${path}/chats`, { name: 'Food' }))
  await node.caughtUp()
  const numbers = async () =>
    expectSuccess(await ann.get(`${path}/history`)).entries.map(({ n, text }: HistoryEntry) => [n, text])
  const before = await numbers()
  expect(before, 'needs a change of a chat to mean anything').toHaveLength(2)

  publish({ position: START, ready: false })
  expect(await numbers()).toEqual(before)
  publish(await documents.checkpoint())
  expect(await numbers()).toEqual(before)
})
