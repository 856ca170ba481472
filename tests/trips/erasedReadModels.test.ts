// The read models of a deleted trip, where commands of its other streams were written after the deletion.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { projections } from '#api/projections.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { FOLDER } from '#tests/history/samples.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const sample = (name: string) => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as StoredEvent

const TRIP = sample('TripDeleted.v1').stream.slice('trip-'.length)
const late = {
  [`money-${TRIP}`]: ['ExpenseAdded.v3', 'ContributionMade.v1', 'PaymentMade.v1', 'StreamErased.v1'],
  [`itinerary-${TRIP}`]: ['ActivityAdded.v1', 'StreamErased.v1'],
}

test('What is written to a trip’s money and itinerary after its deletion is in no read model once they are erased', async () => {
  const store = createMemoryEventStore()
  const readStore = createMemoryReadStore()
  const onError = (error: unknown) => {
    throw error
  }
  const runner = startRunner({ store, codec: createProductCodec(), readStore, projections, onError })
  const write = async (stream: string, names: readonly string[]) => {
    for (const [n, name] of names.entries()) await store.append(stream, n - 1, [sample(name)])
  }
  const ofTrip = async () => {
    expect(await runner.waitForPosition(await store.head(), TIMEOUT_MS)).toBe(true)
    const found = readStore.snapshot().docs.filter(({ key }) => key === TRIP)
    return found.map(({ projection }) => projection.replace(/@.*/, '')).toSorted()
  }
  try {
    await write(`trip-${TRIP}`, ['TripDeleted.v1'])
    const afterDeletion = await ofTrip()
    for (const [stream, names] of Object.entries(late)) {
      await write(stream, names.slice(0, -1))
      expect(await ofTrip(), 'needs documents to erase').not.toEqual(afterDeletion)
      await store.append(stream, names.length - 2, [sample(names.at(-1)!)])
      expect(await ofTrip()).toEqual(afterDeletion)
    }
  } finally {
    await runner.stop()
  }
})
