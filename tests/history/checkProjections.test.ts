// The check of the projections finds every difference from the log and no others, also while the log grows.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { aTrip } from '#tests/authorization/scenario.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { type LiveDocuments, verifyReadModels } from '#api/history/verifyReadModels.ts'
import { projections } from '#api/projections.ts'
import { settlements } from '#projections/money/settlements.ts'
import { directory } from '#projections/people/directory.ts'
import { entityStreams } from '#projections/trips/entityStreams.ts'
import { trips } from '#projections/trips/trips.ts'
import { type MemoryReadStore, createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { projectionId } from '#projections/platform/projection.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let product: Product<'ann' | 'ben'>
let readStore: MemoryReadStore
let tripId: string

beforeAll(async () => {
  readStore = createMemoryReadStore()
  product = await startProduct({ people: ['ann', 'ben'], readStore })
  const plan = { ...aTrip, inviteUserIds: [product.people.ben.id] }
  tripId = expectSuccess(await product.as('ann').post('/trips', plan)).trip.id
  expectSuccess(await product.as('ben').post(`/trips/${tripId}/chats`, { name: 'Plans' }))
})
afterAll(() => product.stop())

/** A reader of the documents, some of them replaced by these. */
function shown(instead: Record<string, string | null> = {}, before = async () => {}): LiveDocuments {
  const text = (projection: string, key: string) => {
    const doc = readStore.document(projection, key)
    return `${projection} ${key}` in instead
      ? instead[`${projection} ${key}`]!
      : doc === undefined
        ? null
        : JSON.stringify(doc)
  }
  return {
    position: async () => readStore.snapshot().position,
    async *all() {
      const { docs } = readStore.snapshot()
      const names = new Set([
        ...docs.map(({ projection, key }) => `${projection} ${key}`),
        ...Object.keys(instead),
      ])
      await before()
      for (const name of names) {
        const [projection = '', key = ''] = name.split(' ')
        const now = text(projection, key)
        if (now !== null) yield { projection, key, text: now }
      }
    },
    get: async (projection, key) => text(projectionId(projection), key),
  }
}

const check = (live: LiveDocuments) =>
  verifyReadModels(
    { store: product.store, codec: createProductCodec(), projections, onEvent: () => undefined },
    live,
  )

it('The check finds no difference where all documents follow from the log', async () => {
  const { documents, differences } = await check(shown())
  expect(differences).toEqual([])
  expect(documents).toBeGreaterThan(8)
})

it('The check finds a changed document, a missing one and a superfluous one', async () => {
  const wrong = {
    [`${projectionId(trips)} ${tripId}`]: JSON.stringify({ title: 'Porto' }),
    [`${projectionId(entityStreams)} ${tripId}`]: null,
    [`${projectionId(settlements)} ${tripId}`]: JSON.stringify({ currency: 'HKD' }),
    [`${projectionId(directory)} nobody`]: '{}',
  }
  const { differences } = await check(shown(wrong))
  expect(differences.map(({ projection, key }) => `${projection} ${key}`).toSorted()).toEqual(
    Object.keys(wrong).toSorted(),
  )
})

it('The check is not misled by writes while it compares', async () => {
  let written = false
  const live = shown({}, async () => {
    if (written) return
    written = true
    expectSuccess(await product.as('ann').put(`/trips/${tripId}`, { title: 'Madeira' }))
    await product.caughtUp()
  })
  expect((await check(live)).differences).toEqual([])
  expect(written).toBe(true)
})
