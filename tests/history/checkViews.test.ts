// A check of the views finds what differs from the log, and nothing else, also while the log goes on.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { aTrip } from '#tests/authorization/scene.ts'
import { productCodec } from '#api/projecting.ts'
import type { LiveViews } from '#api/history/checkViews.ts'
import { checkViews } from '#api/history/checkViews.ts'
import { views } from '#api/views.ts'
import type { MemoryReadStore } from '#projections/platform/memory.ts'
import { createMemoryReadStore, idOf } from '#projections/platform/memory.ts'
import { done } from '#tests/support/client.ts'
import type { Product } from '#tests/support/product.ts'
import { startProduct } from '#tests/support/product.ts'

let product: Product<'ann' | 'ben'>
let readStore: MemoryReadStore
let tripId: string

beforeAll(async () => {
  readStore = createMemoryReadStore()
  product = await startProduct({ people: ['ann', 'ben'], readStore })
  const plan = { ...aTrip, inviteUserIds: [product.people.ben.id] }
  tripId = done(await product.as('ann').post('/trips', plan)).trip.id
  done(await product.as('ben').post(`/trips/${tripId}/chats`, { name: 'Plans' }))
})
afterAll(() => product.stop())

/** What is shown, with these documents in the place of some. */
function shown(instead: Record<string, string | null> = {}, before = async () => {}): LiveViews {
  const text = (view: string, key: string) => {
    const doc = readStore.document(view, key)
    return `${view} ${key}` in instead
      ? instead[`${view} ${key}`]!
      : doc === undefined
        ? null
        : JSON.stringify(doc)
  }
  return {
    position: async () => readStore.snapshot().position,
    async *all() {
      const { docs } = readStore.snapshot()
      const names = new Set([...docs.map(({ view, key }) => `${view} ${key}`), ...Object.keys(instead)])
      await before()
      for (const name of names) {
        const [view = '', key = ''] = name.split(' ')
        const now = text(view, key)
        if (now !== null) yield { view, key, text: now }
      }
    },
    get: async (view, key) => text(idOf(view), key),
  }
}

const check = (live: LiveViews) =>
  checkViews({ store: product.store, codec: productCodec(), views, hear: () => undefined }, live)

it('finds nothing where all is as the log makes it', async () => {
  const { documents, differences } = await check(shown())
  expect(differences).toEqual([])
  expect(documents).toBeGreaterThan(8)
})

it('finds one that is changed, one that is missing and one too many', async () => {
  const wrong = {
    [`trips@2 ${tripId}`]: JSON.stringify({ title: 'Porto' }),
    [`tripOf@6 ${tripId}`]: null,
    [`settlements@1 ${tripId}`]: JSON.stringify({ currency: 'HKD' }),
    'users@1 nobody': '{}',
  }
  const { differences } = await check(shown(wrong))
  expect(differences.map(({ view, key }) => `${view} ${key}`).toSorted()).toEqual(
    Object.keys(wrong).toSorted(),
  )
})

it('is not misled by what is written while it compares', async () => {
  let written = false
  const live = shown({}, async () => {
    if (written) return
    written = true
    done(await product.as('ann').put(`/trips/${tripId}`, { title: 'Madeira' }))
    await product.caughtUp()
  })
  expect((await check(live)).differences).toEqual([])
  expect(written).toBe(true)
})
