// Nodes that are started at the same moment on an empty log play the story together, and it has happened once.

import { describe, expect, it } from 'vitest'
import { type EventStore, START } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { seedDemoData } from '#api/seed/seed.ts'
import { everything } from '#tests/contracts/logDriver.ts'
import { expectChains } from '#tests/store/chain.ts'

const TODAY = Date.UTC(2026, 4, 2, 10)

/** What each stream says, without what differs from one salt or one order to the other. */
async function story(store: EventStore): Promise<Record<string, unknown[]>> {
  const streams: Record<string, unknown[]> = {}
  for (const { stream, type, data, meta } of await everything(store, START)) {
    const said = JSON.stringify(data).replaceAll(/"hash":"[^"]+"/g, '')
    ;(streams[stream] ??= []).push([type, said, meta.key, meta.at])
  }
  return streams
}

/** The same log, as another node has it: each call takes its own time. */
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

async function playedBy(nodes: number, turns: () => number): Promise<EventStore> {
  const store = createMemoryEventStore()
  const playing = Array.from({ length: nodes }, () => seedDemoData(distant(store, turns), 'low', TODAY))
  await Promise.all(playing)
  return store
}

/** Up to two turns, in an order that looks like none. */
function uneven(): () => number {
  let last = 1
  return () => (last = (last * 48_271) % 2_147_483_647) % 3
}

describe('the story, played by nodes that begin together', () => {
  it.each([
    ['two in step', 2, () => 0],
    ['two that overtake each other', 2, uneven()],
    ['four that overtake each other', 4, uneven()],
  ])('%s: it is the story of one', async (_, nodes, turns) => {
    const alone = await story(await playedBy(1, () => 0))
    expect(Object.keys(alone).length, 'needs a story to mean anything').toBeGreaterThan(20)
    const together = await playedBy(nodes, turns)
    expect(await story(together)).toEqual(alone)
    expectChains(await everything(together, START))
  })
})
