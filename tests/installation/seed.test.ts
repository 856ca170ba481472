// The figures of the demo trip, which the documentation and the pictures show.

import { describe, expect, it } from 'vitest'
import { idFrom } from '#core/kernel/ids.ts'
import { NO_STREAM, START } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { seedDemoData } from '#api/seed/seed.ts'
import { everything, noted } from '#tests/contracts/logDriver.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

async function eventsAt(now: number) {
  const store = createMemoryEventStore()
  await seedDemoData(store, 'low', now)
  return everything(store, START)
}

describe('the demo data', () => {
  it('No event of the demo data is later than the start of the server, and none is out of order in its stream', async () => {
    const early = Date.UTC(2026, 10, 21, 0, 5)
    const last = new Map<string, string>()
    for (const { stream, meta } of await eventsAt(early)) {
      expect(Date.parse(meta.at)).toBeLessThanOrEqual(early)
      expect(meta.at >= (last.get(stream) ?? ''), stream).toBe(true)
      last.set(stream, meta.at)
    }
  })

  it('A log that an earlier release has seeded is left as it is', async () => {
    const store = createMemoryEventStore()
    const meta = { ...noted(1)[0]!.meta, key: idFrom('seed', '1') }
    await store.append('username-alice', NO_STREAM, [{ type: 'UsernameReserved', data: {}, meta }])
    const before = await store.head()
    await seedDemoData(store, 'low', NOON)
    expect(await store.head()).toBe(before)
  })

  it('An interrupted seed is finished, and a finished one is left as it is', async () => {
    const whole = await eventsAt(NOON)
    const store = createMemoryEventStore()
    for (const { stream, revision, type, data, meta } of whole.slice(0, whole.length / 2))
      await store.append(stream, revision - 1, [{ type, data, meta }])
    await seedDemoData(store, 'low', NOON)
    expect(await everything(store, START)).toHaveLength(whole.length)
    const finished = await store.head()
    await seedDemoData(store, 'low', NOON)
    expect(await store.head()).toBe(finished)
  })

  it('The demo trip is on its fifth of ten days, with eleven expenses, three of them in euros, and five deposits', async () => {
    const events = await eventsAt(NOON)
    const planned = events.find(({ data }) => JSON.stringify(data).includes('Lisbon and the Algarve'))!
    const money = events.filter(({ stream }) => stream === planned.stream.replace('trip-', 'money-'))
    const added = money.filter(({ type }) => type === 'ExpenseAdded')
    expect(added).toHaveLength(11)
    expect(added.filter(({ data }) => JSON.stringify(data).includes('"EUR"'))).toHaveLength(3)
    expect(money.filter(({ type }) => type === 'ContributionMade')).toHaveLength(5)
    expect(JSON.stringify(planned.data)).toContain('"2026-11-17"')
    expect(JSON.stringify(planned.data)).toContain('"2026-11-26"')
  })
})
