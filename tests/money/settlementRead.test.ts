// GET /trips/{id}/settlement returns the stored settlement and calculates nothing.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { settlements } from '#projections/money/settlements.ts'
import { type MemoryReadStore, createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { aTrip, anExpense } from '#tests/authorization/scenario.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let product: Product<'ann' | 'ben'>
let readStore: MemoryReadStore
let path: string
beforeAll(async () => {
  readStore = createMemoryReadStore()
  product = await startProduct({ people: ['ann', 'ben'], readStore })
  const inviteUserIds = [product.people.ben.id]
  path = `/trips/${expectSuccess(await product.as('ann').post('/trips', { ...aTrip, inviteUserIds })).trip.id}`
  const sharedBy = [product.people.ann.id, ...inviteUserIds]
  expectSuccess(await product.as('ann').post(`${path}/expenses`, { ...anExpense, amount: 30, sharedBy }))
})
afterAll(() => product.stop())

const asked = async (mode: string) =>
  expectSuccess(await product.as('ben').get(`${path}/settlement?poolBalanceHandling=${mode}`)).settlement

it.each(['distributed', 'equal', 'reserved'])(
  'The response names the people of the stored plan in the mode %s',
  async (mode) => {
    coversSpec('§9 Pool balance handling modes')

    expect(await asked(mode)).toMatchObject({
      poolBalanceHandling: mode,
      payments: [{ from: { name: 'ben' }, to: { name: 'ann' }, amount: 15, description: 'ben pays ann' }],
      participants: [
        { name: 'ann', netBalance: 15 },
        { name: 'ben', netBalance: -15 },
      ],
    })
  },
)

it('The response holds the plan of the mode `distributed` where the request names no mode', async () => {
  coversSpec('§9 Pool balance handling modes')

  const { settlement } = expectSuccess(await product.as('ben').get(`${path}/settlement`))
  expect(settlement.poolBalanceHandling).toBe('distributed')
})

it('The response holds the stored plan, even where the figures disagree with it', async () => {
  const tripId = path.slice('/trips/'.length)
  const stored = (await readStore.get(settlements, tripId))!
  const [leg] = stored.equal.payments
  const doc = { ...stored, equal: { ...stored.equal, payments: [{ ...leg!, amount: 777 }] } }
  const { position } = await readStore.checkpoint()
  const writes = [{ projection: settlements, key: tripId, doc }]
  await readStore.commit({ after: position, position, writes, ready: true })
  expect((await asked('equal')).payments).toMatchObject([{ amount: 7.77 }])
  expect((await asked('distributed')).payments).toMatchObject([{ amount: 15 }])
})

it('The next response marks a participant who has just left as a former participant', async () => {
  expectSuccess(await product.as('ann').del(`${path}/participants/${product.people.ben.id}`))
  const { settlement } = expectSuccess(await product.as('ann').get(`${path}/settlement`))
  expect(settlement.participants).toMatchObject([{ name: 'ann' }, { name: 'ben', left: true }])
})
