// Measures all projections built into memory, as at each start of a single process, compared with reading and parsing
// the same events.

import { type EventStore, START } from '#core/store/eventStore.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { projections } from '#api/projections.ts'
import type { Row } from '#bench/figures.ts'
import { inTurn, ratio } from '#bench/ratio.ts'
import { collectGarbage } from '#bench/readModels/heap.ts'

const TURNS = 15
const codec = createProductCodec()

export async function intoMemory(store: EventStore): Promise<Row> {
  const build = () => timed(() => rebuild(store))
  const read = () => timed(() => readAll(store))
  const events = await readAll(store)
  // The first runs warm up.
  for (let n = 0; n < 3; n++) await build()
  const turns = await inTurn(TURNS, build, read)
  const name = `rebuild of all projections of ${events.toLocaleString('en-HK')} events into memory ÷ reading and parsing them`
  return ratio(name, turns, (ms) => (events / ms) * 1000, 'events a second', { atLeast: 0.5 })
}

/** Runs a projector until it has processed the whole log. */
async function rebuild(store: EventStore): Promise<void> {
  const onError = (error: unknown) => {
    throw error
  }
  const runner = startRunner({ store, codec, readStore: createMemoryReadStore(), projections, onError })
  await runner.ready
  await runner.stop()
}

/** @returns the number of events */
async function readAll(store: EventStore): Promise<number> {
  const head = await store.head()
  const { signal } = new AbortController()
  let count = 0
  for await (const events of store.subscribe({ after: START, signal })) {
    for (const event of events) codec.decode(event)
    count += events.length
    if (events.at(-1)!.position >= head) break
    // The projector does the same.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return count
}

/** The duration of the act in milliseconds. */
async function timed(act: () => Promise<unknown>): Promise<number> {
  collectGarbage()
  const started = performance.now()
  await act()
  return performance.now() - started
}
