// Lagging projections: a written command succeeds, and an id that is not yet visible is not reported as missing.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type PausableReadStore, createPausableReadStore } from '#tests/support/pausableReadStore.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let product: Product<'ann'>
let readStore: PausableReadStore
beforeAll(async () => {
  readStore = createPausableReadStore()
  product = await startProduct({ people: ['ann'], readStore })
})
afterAll(async () => {
  readStore.resume()
  await product.stop()
})

/** Advances the clock whenever nothing else is to be done, so that waiting for two seconds takes no time. */
async function inNoTime<Answers>(asking: Promise<Answers>): Promise<Answers> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const going = setInterval(() => vi.advanceTimersByTime(100), 2)
  await asking.finally(() => clearInterval(going))
  vi.useRealTimers()
  return asking
}

it('A command succeeds and reports the lag while projections are behind, and an unknown id may be retried', async () => {
  const ann = product.as('ann')
  const path = `/trips/${expectSuccess(await ann.post('/trips', aTrip)).trip.id}`
  await product.caughtUp()
  readStore.pause()
  const [added, edited] = await inNoTime(
    Promise.all([
      ann.post(`${path}/expenses`, { ...anExpense, sharedBy: [product.people.ann.id] }),
      ann.put(`/expenses/${randomUUID()}`, { amount: 1 }),
    ]),
  )
  expect([added.status, added.headers['read-model']]).toEqual([201, 'behind'])
  expect(String(added.headers['position'])).toBe(await product.store.head())
  expect([edited.status, edited.body.error.code]).toEqual([503, 'UNAVAILABLE'])
  expect(edited.headers['retry-after']).toBe('1')

  readStore.resume()
  await product.caughtUp()
  const { expense } = added.body
  expect((await ann.put(`/expenses/${expense.id}`, { amount: 1 })).status).toBe(200)
  expect((await ann.put(`/expenses/${randomUUID()}`, { amount: 1 })).status).toBe(404)
})
