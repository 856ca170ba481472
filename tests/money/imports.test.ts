// An import: records of another app's file, added as one change and removed as one.

import { randomUUID } from 'node:crypto'
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { optionalFields } from '#core/money/events.ts'
import { MAX_APPEND_BYTES } from '#core/kernel/appendSize.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { UndoImportOperation } from '#core/money/operations.ts'
import { bytesOf } from '#core/store/eventText.ts'
import { executeOperation } from '#core/store/operation.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let product: Product<'ann' | 'ben' | 'cat'>
let tripId: string
const path = () => `/trips/${tripId}`
const ann = () => product.as('ann')

beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben', 'cat'] })
})
afterAll(() => product.stop())

async function newTrip(): Promise<void> {
  const { trip } = expectSuccess(
    await ann().post('/trips', { ...aTrip, inviteUserIds: [product.people.ben.id] }),
  )
  tripId = trip.id
}

const keyOf = (n: number) => String(n).padStart(64, '0')
const importOf = (records: object[], importId = randomUUID()) => ({
  importId,
  source: 'Splitwise',
  fileHash: 'f'.repeat(64),
  records,
})

/** The dinner of Splitwise's sample, without Chi: 480, Ada paid and lent 160. */
const dinner = (more: object = {}) => ({
  kind: 'expense',
  rowKey: keyOf(1),
  expenseDate: '2020-10-03',
  description: '飲茶',
  amount: 480,
  category: 'food',
  payers: [{ id: product.people.ann.id, amount: 480 }],
  split: {
    mode: 'exact',
    of: [
      { id: product.people.ann.id, amount: 320 },
      { id: product.people.ben.id, amount: 160 },
    ],
  },
  ...more,
})
const payment = (more: object = {}) => ({
  kind: 'payment',
  rowKey: keyOf(2),
  amount: 50,
  from: { id: product.people.ben.id, type: 'user' },
  to: { id: product.people.ann.id, type: 'user' },
  ...more,
})

const balances = async () => {
  const { balances: all } = expectSuccess(await ann().get(`${path()}/balances`))
  return Object.fromEntries(
    all.map(({ name, netBalance }: { name: string; netBalance: number }) => [name, netBalance]),
  )
}
const newestChange = async () => expectSuccess(await ann().get(`${path()}/history?limit=1`)).entries[0]

describe('importing records', () => {
  it('The records of a file are one change, with figures to the cent and texts the form would refuse', async () => {
    await newTrip()
    const body = importOf([
      dinner(),
      payment(),
      dinner({
        kind: 'refund',
        rowKey: keyOf(3),
        amount: 30,
        payers: [{ id: product.people.ben.id, amount: 30 }],
        split: { mode: 'equal', of: [product.people.ann.id, product.people.ben.id] },
      }),
    ])
    const { import: done } = expectSuccess(await ann().post(`${path()}/imports`, body))
    expect(done).toEqual({ id: body.importId, added: 3, skipped: 0, differing: [] })
    expect(await balances()).toEqual({ ann: 125, ben: -125 })
    expect(await newestChange()).toMatchObject({
      text: 'ann imported 2 expenses and 1 payment from Splitwise',
    })
    const { expenses } = expectSuccess(await ann().get(`${path()}/expenses`))
    expect(expenses.map(({ id }: { id: string }) => id)).toContain(idFrom(tripId, keyOf(1)))
    expect(expenses[0]).toMatchObject({
      description: '飲茶',
      expenseDate: '2020-10-03',
      createdBy: { username: 'ann' },
    })
  })

  it('Importing the same file again adds nothing, and a later file adds only what is new', async () => {
    await newTrip()
    expectSuccess(await ann().post(`${path()}/imports`, importOf([dinner(), payment()])))
    const again = expectSuccess(await ann().post(`${path()}/imports`, importOf([dinner(), payment()])))
    expect(again.import).toMatchObject({ added: 0, skipped: 2 })
    const later = importOf([dinner(), dinner({ rowKey: keyOf(9) }), dinner({ rowKey: keyOf(9) })])
    expect(expectSuccess(await product.as('ben').post(`${path()}/imports`, later)).import).toMatchObject({
      added: 1,
      skipped: 2,
    })
  })

  it('Skipped rows whose record on the trip has another content are named by their places', async () => {
    await newTrip()
    const ben = product.as('ben')
    // Whoever takes a row key first decides what stands under it.
    const taken = { amount: 4.8, payers: [{ id: product.people.ann.id, amount: 4.8 }] }
    const { ann: first, ben: second } = product.people
    const split = { mode: 'equal', of: [first.id, second.id] }
    expectSuccess(await ben.post(`${path()}/imports`, importOf([dinner({ ...taken, split }), payment()])))
    const body = importOf([payment(), dinner(), dinner({ rowKey: keyOf(9) }), payment({ amount: 51 })])
    const done = expectSuccess(await ann().post(`${path()}/imports`, body)).import
    expect(done).toMatchObject({ added: 1, skipped: 3, differing: [1, 3] })
    expectSuccess(await ann().put(`/expenses/${idFrom(tripId, keyOf(9))}`, { description: 'Yum cha' }))
    const again = expectSuccess(
      await ann().post(`${path()}/imports`, importOf([dinner({ rowKey: keyOf(9) })])),
    )
    expect(again.import, 'changed since').toMatchObject({ added: 0, skipped: 1, differing: [0] })
  })

  it('Nobody adds to an import that somebody else began, also after it was removed and brought back', async () => {
    await newTrip()
    const ben = product.as('ben')
    const body = importOf([dinner()])
    expectSuccess(await ann().post(`${path()}/imports`, body))
    const more = importOf([payment()], body.importId)
    const isRefused = async () => {
      const refused = await ben.post(`${path()}/imports`, more)
      expect([refused.status, refused.body.error.code]).toEqual([409, 'ImportOfSomebodyElse'])
    }
    await isRefused()
    expectSuccess(await ann().del(`${path()}/imports/${body.importId}`))
    await isRefused()
    expectSuccess(await ben.post(`${path()}/history/${(await newestChange()).n}/undo`, {}))
    await isRefused()
    expect(await balances()).toEqual({ ann: 160, ben: -160 })
    expectSuccess(await ann().post(`${path()}/imports`, more))
    expectSuccess(await ann().del(`${path()}/imports/${body.importId}`))
    expect(await balances()).toEqual({ ann: 0, ben: 0 })
  })

  it('A wrong row refuses the whole request and is named by its place', async () => {
    await newTrip()
    const strangers = { payers: [{ id: product.people.cat.id, amount: 480 }], rowKey: keyOf(4) }
    const refused = await ann().post(`${path()}/imports`, importOf([dinner(), dinner(strangers)]))
    expect(refused.status).toBe(400)
    const unbalanced = dinner({ rowKey: keyOf(5), amount: 481 })
    const sums = await ann().post(`${path()}/imports`, importOf([dinner(), unbalanced]))
    expect(sums.body.error.fields).toEqual({
      'records.1.payers': 'The payers add up to HK$480.00, not HK$481.00',
    })
    const formless = await ann().post(`${path()}/imports`, importOf([dinner({ rowKey: 'x' })]))
    expect(Object.keys(formless.body.error.fields)).toEqual(['records.0.rowKey'])
    expect(await balances()).toEqual({ ann: 0, ben: 0 })
  })

  it('A stranger imports nothing, and 501 records are refused', async () => {
    await newTrip()
    expect((await product.as('cat').post(`${path()}/imports`, importOf([dinner()]))).status).toBe(404)
    const many = Array.from({ length: 501 }, (_, n) => payment({ rowKey: keyOf(n) }))
    expect((await ann().post(`${path()}/imports`, importOf(many))).status).toBe(400)
    const fits = Array.from({ length: 500 }, (_, n) => payment({ rowKey: keyOf(n) }))
    expect(expectSuccess(await ann().post(`${path()}/imports`, importOf(fits))).import.added).toBe(500)
  })
})

describe('importing records of another trip', () => {
  const deposit = (more: object = {}) => ({
    kind: 'contribution',
    rowKey: keyOf(6),
    amount: 60,
    contributor: { id: product.people.ben.id, type: 'user' },
    description: 'For the pool',
    ...more,
  })
  const texts = optionalFields((field) => `https://example.com/${field}`)
  const ofThree = (parts: object) => {
    const { ann: first, ben: second } = product.people
    return dinner({
      rowKey: keyOf(7),
      amount: 10.01,
      payers: [{ id: first.id, amount: 10.01 }],
      split: { mode: 'equal', of: [first.id, second.id] },
      ...texts,
      parts,
    })
  }

  it('A deposit goes into the pool, and is removed with its import', async () => {
    await newTrip()
    const body = importOf([dinner(), deposit()])
    expect(expectSuccess(await ann().post(`${path()}/imports`, body)).import.added).toBe(2)
    expect(await newestChange()).toMatchObject({
      text: 'ann imported 1 expense and 1 deposit from Splitwise',
    })
    const pool = async () => expectSuccess(await ann().get(`${path()}/pool`))
    expect(await pool()).toMatchObject({ balance: 60 })
    expect(await balances()).toEqual({ ann: 160, ben: -100 })
    expectSuccess(await ann().post(`${path()}/imports`, importOf([deposit()])))
    expect(await balances()).toEqual({ ann: 160, ben: -100 })
    expectSuccess(await ann().del(`${path()}/imports/${body.importId}`))
    expect(await pool()).toMatchObject({ balance: 0 })
    const { n } = await newestChange()
    expectSuccess(await ann().post(`${path()}/history/${n}/undo`, {}))
    expect(await pool()).toMatchObject({ balance: 60 })
  })

  it('Nobody removes with an import the deposits and payments that they may not remove by themselves', async () => {
    for (const record of [
      deposit({ contributor: { id: product.people.ann.id, type: 'user' } }),
      payment({ from: { id: 'pool', type: 'pool' } }),
    ]) {
      await newTrip()
      const ben = product.as('ben')
      const body = importOf([dinner(), record])
      expectSuccess(await ann().post(`${path()}/imports`, body))
      const { n } = await newestChange()
      expectSuccess(await ben.del(`/expenses/${idFrom(tripId, keyOf(1))}`))
      const before = await balances()
      expect((await ben.del(`${path()}/imports/${body.importId}`)).status).toBe(403)
      expect((await ben.post(`${path()}/history/${n}/undo`, {})).status).toBe(403)
      expect(await balances()).toEqual(before)
      expectSuccess(await ann().del(`${path()}/imports/${body.importId}`))
    }
  })

  it('Whoever brings a removed import back may not remove the payments and deposits of others in it', async () => {
    await newTrip()
    const ben = product.as('ben')
    const byAnn = {
      deposit: deposit({ contributor: { id: product.people.ann.id, type: 'user' } }),
      payment: payment({ from: { id: 'pool', type: 'pool' } }),
    }
    const body = importOf([dinner(), byAnn.deposit, byAnn.payment])
    expectSuccess(await ann().post(`${path()}/imports`, body))
    product.clock.forward(60_000)
    expectSuccess(
      await ann().post(`${path()}/imports`, importOf([dinner({ rowKey: keyOf(9) })], body.importId)),
    )
    const recorded = async () => ({
      expenses: expectSuccess(await ann().get(`${path()}/expenses`)).expenses.map(
        ({ id, createdBy, createdAt }: Record<string, unknown>) => ({ id, createdBy, createdAt }),
      ),
      ...expectSuccess(await ann().get(`${path()}/payments`)),
      pool: expectSuccess(await ann().get(`${path()}/pool`)),
    })
    const before = await recorded()
    expectSuccess(await ann().del(`${path()}/imports/${body.importId}`))
    product.clock.forward(60_000)
    expectSuccess(await ben.post(`${path()}/history/${(await newestChange()).n}/undo`, {}))
    expect(await recorded()).toEqual(before)
    for (const denied of [
      `imports/${body.importId}`,
      `payments/${idFrom(tripId, keyOf(2))}`,
      `pool/transactions/${idFrom(tripId, keyOf(6))}`,
    ])
      expect([denied, (await ben.del(`${path()}/${denied}`)).status]).toEqual([denied, 403])
    expectSuccess(await ann().del(`${path()}/imports/${body.importId}`))
    expect(await balances()).toEqual({ ann: 0, ben: 0 })
  })

  it('Only somebody on the trip can have made a deposit, or keep it', async () => {
    await newTrip()
    const cat = { id: product.people.cat.id, type: 'user' }
    for (const stranger of [{ contributor: cat }, { keptBy: cat }])
      expect((await ann().post(`${path()}/imports`, importOf([deposit(stranger)]))).status).toBe(400)
  })

  it('The odd cent goes to whom the other trip gave it, and receipt and notes come along', async () => {
    for (const shares of [
      [5.01, 5],
      [5, 5.01],
    ]) {
      await newTrip()
      const body = importOf([ofThree({ payers: [10.01], shares })])
      expectSuccess(await ann().post(`${path()}/imports`, body))
      const { expenses } = expectSuccess(await ann().get(`${path()}/expenses`))
      expect(expenses[0]).toMatchObject({
        split: { mode: 'equal' },
        sharedBy: [{ share: shares[0] }, { share: shares[1] }],
        ...texts,
      })
    }
  })

  it('No part differs where the split leaves no odd cent', async () => {
    await newTrip()
    const { ann: first, ben: second } = product.people
    const exact = (of: number[]) => ({
      mode: 'exact',
      of: [first, second].map(({ id }, at) => ({ id, amount: of[at] })),
    })
    for (const [split, shares] of [
      [exact([320, 160]), [319.99, 160.01]],
      [exact([480, 0]), [479.99, 0.01]],
      [{ mode: 'equal', of: [first.id, second.id] }, [240.01, 239.99]],
    ]) {
      const body = importOf([dinner({ split, parts: { payers: [480], shares } })])
      const refused = await ann().post(`${path()}/imports`, body)
      expect(refused.body.error.fields).toEqual({
        'records.0.parts': 'The parts may differ from those of the split by the odd cent only',
      })
    }
  })

  it('Parts that differ by more than the odd cent, or by their sum, are refused', async () => {
    await newTrip()
    for (const parts of [
      { payers: [10.01], shares: [6.01, 4] },
      { payers: [10.01], shares: [5, 5] },
      { payers: [10.01], shares: [10.01] },
      { payers: [10], shares: [5.01, 5] },
      { payers: [10.01], shares: [5.005, 5.005] },
    ]) {
      const refused = await ann().post(`${path()}/imports`, importOf([ofThree(parts)]))
      expect(refused.body.error.fields).toEqual({
        'records.0.parts': 'The parts may differ from those of the split by the odd cent only',
      })
    }
  })
})

describe('removing an import', () => {
  it('An import is removed as one, in all its batches, and can be imported again', async () => {
    await newTrip()
    const importId = randomUUID()
    expectSuccess(await ann().post(`${path()}/imports`, importOf([dinner()], importId)))
    expectSuccess(await ann().post(`${path()}/imports`, importOf([payment()], importId)))
    expect((await product.as('cat').del(`${path()}/imports/${importId}`)).status).toBe(404)
    expectSuccess(await product.as('ben').del(`${path()}/imports/${importId}`))
    expect(await balances()).toEqual({ ann: 0, ben: 0 })
    expect(await newestChange()).toMatchObject({
      text: 'ben removed 1 expense and 1 payment imported from Splitwise',
    })
    expect((await ann().del(`${path()}/imports/${importId}`)).status).toBe(404)
    expectSuccess(await ann().post(`${path()}/imports`, importOf([dinner()])))
    expect(await balances()).toEqual({ ann: 160, ben: -160 })
  })

  it('An import with an expense that was changed since is not removed, until that one is deleted', async () => {
    await newTrip()
    const importId = randomUUID()
    expectSuccess(await ann().post(`${path()}/imports`, importOf([dinner(), payment()], importId)))
    const expense = `/expenses/${idFrom(tripId, keyOf(1))}`
    expectSuccess(await ann().put(expense, { description: 'Yum cha' }))
    const refused = await ann().del(`${path()}/imports/${importId}`)
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      '“Yum cha” was changed since. Delete it by itself first, and then the import.',
    ])
    expectSuccess(await ann().del(expense))
    expectSuccess(await ann().del(`${path()}/imports/${importId}`))
    expect(await balances()).toEqual({ ann: 0, ben: 0 })
  })

  it('A record that was deleted and imported again under the same import is removed from the figures once', async () => {
    await newTrip()
    const body = importOf([dinner(), dinner({ rowKey: keyOf(9) })])
    expectSuccess(await ann().post(`${path()}/imports`, body))
    expectSuccess(await ann().del(`/expenses/${idFrom(tripId, keyOf(1))}`))
    expectSuccess(await ann().post(`${path()}/imports`, body))
    expect(await balances()).toEqual({ ann: 320, ben: -320 })
    expectSuccess(await ann().del(`${path()}/imports/${body.importId}`))
    expect(await balances()).toEqual({ ann: 0, ben: 0 })
    expect(await newestChange()).toMatchObject({ text: 'ann removed 2 expenses imported from Splitwise' })
  })

  it('A payment that was deleted and imported again with another file stays when the first import is removed', async () => {
    await newTrip()
    const [first, second] = [importOf([dinner(), payment()]), importOf([payment()])]
    expectSuccess(await ann().post(`${path()}/imports`, first))
    expectSuccess(await ann().del(`${path()}/payments/${idFrom(tripId, keyOf(2))}`))
    expectSuccess(await product.as('ben').post(`${path()}/imports`, second))
    expect(await balances(), 'the premise: both are there').toEqual({ ann: 110, ben: -110 })
    expectSuccess(await ann().del(`${path()}/imports/${first.importId}`))
    expect(await balances()).toEqual({ ann: -50, ben: 50 })
    expectSuccess(await product.as('ben').del(`${path()}/imports/${second.importId}`))
    expect(await balances()).toEqual({ ann: 0, ben: 0 })
  })

  describe('of a file that is larger than one event may be', () => {
    const importId = randomUUID()
    const longText = '火'.repeat(499)
    /** @returns the number of the change that imported the last batch */
    async function importLargeFile(): Promise<number> {
      await newTrip()
      for (const batch of [0, 1, 2, 3, 4]) {
        const rows = Array.from({ length: 75 }, (_, n) =>
          dinner({ rowKey: keyOf(batch * 75 + n), description: longText, notes: longText }),
        )
        const payments = [payment({ rowKey: keyOf(1000 + batch) })]
        expectSuccess(await ann().post(`${path()}/imports`, importOf([...rows, ...payments], importId)))
      }
      const { n } = await newestChange()
      const events = await product.store.read(`money-${tripId}`)
      expect(bytesOf(events), 'the premise: too large for one append').toBeGreaterThan(MAX_APPEND_BYTES)
      return n
    }
    const nothingIsLeft = async () => {
      expect(expectSuccess(await ann().get(`${path()}/expenses`)).expenses).toEqual([])
      expect(await balances()).toEqual({ ann: 0, ben: 0 })
      expect((await ann().del(`${path()}/imports/${importId}`)).status).toBe(404)
    }

    it('An import that is larger than one event may be is removed by one request', async () => {
      await importLargeFile()
      expectSuccess(await ann().del(`${path()}/imports/${importId}`))
      await nothingIsLeft()
    })

    it('An import that is larger than one event may be is removed by undoing one of its changes, and each removed part can be brought back', async () => {
      const n = await importLargeFile()
      const before = await balances()
      expectSuccess(await ann().post(`${path()}/history/${n}/undo`, {}))
      await nothingIsLeft()
      for (let part = (await newestChange()).n; part > n; part--)
        expectSuccess(await ann().post(`${path()}/history/${part}/undo`, {}))
      expect(await balances()).toEqual(before)
    })

    it('A repeated request completes a removal that a crash interrupted', async () => {
      await importLargeFile()
      const key = randomUUID()
      const params = { tripId, importId }
      const by = product.people.ann
      const request = { params, body: undefined, by, key, requestId: 'r' }
      await executeOperation(product.server.operationDeps, UndoImportOperation, request)
      await product.caughtUp()
      const { expenses } = expectSuccess(await ann().get(`${path()}/expenses`))
      expect(expenses.length, 'the premise: a part is left').toBeGreaterThan(0)
      expectSuccess(await ann().del(`${path()}/imports/${importId}`, { key }))
      await nothingIsLeft()
      expect((await ann().del(`${path()}/imports/${importId}`, { key })).status).toBe(204)
    })
  })
})
