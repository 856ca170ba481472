// Measures what one more expense writes into Redis on a trip that has many: the bytes that Redis receives from the
// projector until the read models include it.

import { createClient } from 'redis'
import { pino } from 'pino'
import { AddExpenseOperation } from '#core/money/operations.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { Actor } from '#core/store/operation.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { readEnv } from '#api/env.ts'
import { projectorDeps } from '#api/projectorDeps.ts'
import { openReadModelBackend } from '#api/readModelBackend.ts'
import { createSeeder } from '#api/seed/seeder.ts'
import { atMost, type Row } from '#bench/figures.ts'
import { mapConcurrently } from '#bench/chat/population.ts'
import { median } from '#bench/ratio.ts'

const EXPENSES = [50, 5000, 20_000]
const FRIENDS = 4
const SAMPLES = 5
const APPEND = 500
const log = pino({ level: 'silent' })

export async function oneExpense(url: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of EXPENSES) {
    const bytes = await bytesOfOne(url, count)
    const name = `bytes into Redis for one expense of ${FRIENDS} people on a trip with ${count.toLocaleString('en-HK')}`
    rows.push(atMost(10_000, 'bytes', name, bytes))
  }
  return rows
}

async function bytesOfOne(url: string, count: number): Promise<number> {
  const store = createMemoryEventStore()
  const addOne = await tripWith(store, count)
  const client = await createClient({ url }).connect()
  await client.flushAll()
  const side = await openReadModelBackend(readEnv({ REDIS_URL: url }), log)
  const runner = startRunner(
    projectorDeps({ store, readStore: side.readStore, log, ...side.projectorOptions }),
  )
  await runner.ready
  const received = async () => Number(/total_net_input_bytes:(\d+)/.exec(await client.info('stats'))![1])
  const samples: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const before = await received()
    await addOne(sample)
    await runner.waitForPosition(await store.head(), 10_000)
    samples.push((await received()) - before)
  }
  await runner.stop()
  await side.close()
  client.destroy()
  await store.close()
  return median(samples)
}

/** @returns a function that adds one more expense */
async function tripWith(store: EventStore, count: number): Promise<(n: number) => Promise<unknown>> {
  const seeder = createSeeder(store, 'travel-demo', 'low', Date.UTC(2026, 4, 2))
  seeder.setTime(-10, 9)
  const people = await mapConcurrently(FRIENDS, 4, (n) => seeder.signUp(`person${n}`))
  const [organizer, ...others] = people as [Actor, ...Actor[]]
  const tripId = await seeder.planTrip(organizer, {
    title: 'The long journey',
    destination: 'Lisbon, Portugal',
    startDate: seeder.date(1),
    endDate: seeder.date(9),
    currency: 'HKD',
    inviteUserIds: others.map(({ id }) => id),
  })
  for (const friend of others) await seeder.acceptInvitation(friend, tripId)
  const sharedBy = people.map(({ id }) => id)
  const addOne = (n: number) =>
    seeder.run(
      organizer,
      AddExpenseOperation,
      { tripId },
      {
        description: `Dinner number ${n}`,
        amount: 10 + (n % 90),
        category: 'food',
        sharedBy,
      },
    )
  await addOne(0)
  await repeatNewest(store, moneyStreamType.prefix + tripId, count - 1 - SAMPLES)
  return addOne
}

/** Appends copies of the newest expense with other ids: the commands themselves would take minutes. */
async function repeatNewest(store: EventStore, stream: string, count: number): Promise<void> {
  const [model] = (await store.read(stream, { backward: true, limit: 1 })) as [StoredEvent]
  const { expense } = model.data as { expense: object }
  for (let done = 0; done < count; done += APPEND) {
    const events = Array.from({ length: Math.min(APPEND, count - done) }, () => ({
      type: model.type,
      data: { ...(model.data as object), expense: { ...expense, id: crypto.randomUUID() } },
      meta: { ...model.meta, key: crypto.randomUUID() },
    }))
    await store.append(stream, model.revision + done, events)
  }
}
