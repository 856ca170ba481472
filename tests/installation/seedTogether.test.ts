// Nodes started at the same moment on an empty log seed the demo data together, and it exists once.

import { describe, expect, it } from 'vitest'
import { type EventStore, START } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { seedDemoData } from '#api/seed/seed.ts'
import { everything } from '#tests/contracts/logDriver.ts'
import { expectChains } from '#tests/store/chain.ts'

const TODAY = Date.UTC(2026, 4, 2, 10)

/** The events of each stream, without the values that depend on a random salt or on the order. */
async function documentsOf(store: EventStore): Promise<Record<string, unknown[]>> {
  const streams: Record<string, unknown[]> = {}
  for (const { stream, type, data, meta } of await everything(store, START)) {
    const said = JSON.stringify(data).replaceAll(/"hash":"[^"]+"/g, '')
    ;(streams[stream] ??= []).push([type, said, meta.key, meta.at])
  }
  return streams
}

/** The same log as seen from another node: each call takes a different time. */
function distant(store: EventStore, turns: () => number): EventStore {
  const slowly = async () => {
    for (let left = turns(); left > 0; left--) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    ...store,
    append: async (...args) => (await slowly(), store.append(...args)),
    read: async (...args) => (await slowly(), store.read(...args)),
  }
}

async function seededBy(nodes: number, turns: () => number): Promise<EventStore> {
  const store = createMemoryEventStore()
  const seeding = Array.from({ length: nodes }, () => seedDemoData(distant(store, turns), 'low', TODAY))
  await Promise.all(seeding)
  return store
}

/** Delays of zero to two turns, in an irregular order. */
function uneven(): () => number {
  let last = 1
  return () => (last = (last * 48_271) % 2_147_483_647) % 3
}

describe('seed by several nodes', () => {
  it.each([
    ['two nodes in step', 2, () => 0],
    ['two nodes that overtake each other', 2, uneven()],
    ['four nodes that overtake each other', 4, uneven()],
  ])('Nodes that seed together produce the demo data once: %s', async (_, nodes, turns) => {
    const alone = await documentsOf(await seededBy(1, () => 0))
    expect(Object.keys(alone).length, 'the demo data has streams').toBeGreaterThan(20)
    const together = await seededBy(nodes, turns)
    expect(await documentsOf(together)).toEqual(alone)
    expectChains(await everything(together, START))
  })
})
