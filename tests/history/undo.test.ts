// Undoing changes over HTTP: every type of change has its row, and change and undo together change nothing.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HistoryEntry } from '#core/history/contract.ts'
import { topics } from '#core/history/events.ts'
import { undoings } from '#core/history/undo.ts'
import { anActivity, anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const PEOPLE = ['ann', 'ben', 'cat', 'dan'] as const
type Name = (typeof PEOPLE)[number]
let product: Product<Name>
let tripId: string
let path: string

beforeAll(async () => {
  product = await startProduct({ people: PEOPLE })
})
afterAll(() => product.stop())
beforeEach(async () => {
  product.clock.forward(60_000)
  const plan = { ...aTrip, inviteUserIds: [idOf('ben'), idOf('cat')] }
  tripId = expectSuccess(await product.as('ann').post('/trips', plan)).trip.id
  path = `/trips/${tripId}`
})

const idOf = (name: Name) => product.people[name].id
const user = (name: Name) => ({ id: idOf(name), type: 'user' })
const newest = async (): Promise<HistoryEntry> =>
  expectSuccess(await product.as('ann').get(`${path}/history?limit=1`)).entries[0]
const undo = (name: Name, n: number, body: object = {}) =>
  product.as(name).post(`${path}/history/${n}/undo`, body)

/** The whole trip at a change, without what every change sets. */
async function stateAt(n: number, changing: readonly string[] = ['updatedAt', 'revision']): Promise<string> {
  const { state } = expectSuccess(await product.as('ann').get(`${path}/history/${n}`))
  return JSON.stringify(state, (key, value: unknown) => (changing.includes(key) ? undefined : value), 1)
}

const spend = async (amount = 100.01) => {
  const body = { ...anExpense, amount, sharedBy: [idOf('ann'), idOf('ben'), idOf('cat')] }
  return expectSuccess(await product.as('ann').post(`${path}/expenses`, body)).expense
}
const deposit = async () =>
  expectSuccess(await product.as('ben').post(`${path}/pool/contribute`, { amount: 33.33 })).transaction
const pay = async () => {
  const body = { from: user('ben'), to: user('ann'), amount: 5, note: 'Cash' }
  return expectSuccess(await product.as('ben').post(`${path}/payments`, body)).payment
}
const plan = async () =>
  expectSuccess(await product.as('ben').post(`/itineraries/${tripId}/items`, anActivity)).item
const importFile = async () => {
  const records = [
    {
      kind: 'expense',
      rowKey: 'a'.repeat(64),
      ...anExpense,
      expenseDate: '2026-05-02',
      payers: [{ ...user('ann'), amount: anExpense.amount }],
      split: { mode: 'equal', of: [user('ann'), user('ben')] },
    },
    { kind: 'payment', rowKey: 'b'.repeat(64), from: user('ben'), to: user('ann'), amount: 5, note: null },
  ]
  const body = { importId: randomUUID(), source: 'Splitwise', fileHash: 'f'.repeat(64), records }
  return expectSuccess(await product.as('ann').post(`${path}/imports`, body)).import
}
const edit = async ({ id }: { id: string }, changes: object, name: Name = 'ben') =>
  expectSuccess(await product.as(name).put(`/expenses/${id}`, changes))
const remove = async (what: string, { id }: { id: string }) =>
  expectSuccess(await product.as('ann').del(`${what}/${id}`))

type Undoable = {
  [Type in keyof typeof undoings]: (typeof undoings)[Type]['how'] extends 'not' ? never : Type
}[keyof typeof undoings]

/** Makes a change of each type that can be undone, as the newest change of the trip. */
const making: Record<Undoable, () => Promise<unknown>> = {
  TripDetailsChanged: async () =>
    expectSuccess(await product.as('ann').put(path, { title: 'Porto', budget: 1000, endDate: '2026-06-06' })),
  ActivityAdded: plan,
  ActivityChanged: async () => {
    const { id } = await plan()
    const changes = { title: 'Tram 12', startTime: '20:00', status: 'confirmed' }
    expectSuccess(await product.as('cat').send('PATCH', `/itinerary-items/${id}`, { body: changes }))
  },
  ActivityRemoved: async () => remove('/itinerary-items', await plan()),
  ActivityRestored: async () => {
    await making.ActivityRemoved()
    expectSuccess(await undo('cat', (await newest()).n))
  },
  ExpenseAdded: spend,
  ExpenseEdited: async () => {
    const items = [{ text: 'Fish', amount: 20, of: [idOf('ben')] }]
    await edit(await spend(), {
      amount: 77.77,
      payers: [
        { ...user('ann'), amount: 70 },
        { ...user('cat'), amount: 7.77 },
      ],
      split: { mode: 'items', items, rest: 'equal' },
    })
  },
  ExpenseRemoved: async () => remove('/expenses', await spend()),
  ExpenseRestored: async () => {
    await making.ExpenseRemoved()
    expectSuccess(await undo('cat', (await newest()).n))
  },
  ContributionMade: deposit,
  ContributionRemoved: async () => remove(`${path}/pool/transactions`, await deposit()),
  ContributionRestored: async () => {
    await making.ContributionRemoved()
    expectSuccess(await undo('ann', (await newest()).n))
  },
  PaymentMade: pay,
  PaymentUndone: async () => remove(`${path}/payments`, await pay()),
  PaymentRestored: async () => {
    await making.PaymentUndone()
    expectSuccess(await undo('ann', (await newest()).n))
  },
  ImportApplied: importFile,
  ImportUndone: async () => remove(`${path}/imports`, await importFile()),
}

describe('The table of undoing', () => {
  it('Every type of change in the history says how it is undone, or why it is not', () => {
    expect(Object.keys(undoings).toSorted()).toEqual(Object.keys(topics).toSorted())
    for (const undoing of Object.values(undoings))
      if (undoing.how === 'not') expect(undoing.why).toMatch(/^[A-Z].*\.$/)
  })

  it.each(Object.keys(making) as Undoable[])(
    'After the undo of %s the trip is as it was before, and after the undo of that undo as after the change',
    async (type) => {
      await making[type]()
      const { n, type: made } = await newest()
      expect(made).toBe(type)
      // An import that is applied again has its own time.
      const changing = ['updatedAt', 'revision', ...(type.startsWith('Import') ? ['createdAt'] : [])]
      const [before, after] = [await stateAt(n - 1, changing), await stateAt(n, changing)]
      expect(after).not.toBe(before)
      product.clock.forward(60_000)

      const response = await undo('ann', n)
      expect([response.status, response.text]).toEqual([204, ''])
      expect((await newest()).n).toBe(n + 1)
      expect(await stateAt(n + 1, changing)).toBe(before)

      expectSuccess(await undo('ann', n + 1))
      expect((await newest()).n).toBe(n + 2)
      expect(await stateAt(n + 2, changing)).toBe(after)
    },
  )
})

describe('Undoing a change', () => {
  it('An edit that somebody changed since is refused by name, and undone anyway on request', async () => {
    const expense = await spend()
    await edit(expense, { amount: 80 })
    const { n } = await newest()
    await edit(expense, { description: 'Supper' }, 'cat')
    const response = await expectRefused(product, () => undo('ann', n), { status: 409, code: 'ChangedSince' })
    expect(response.body.message).toBe('“Supper” was changed since by cat.')
    const before = await stateAt(n - 1)
    expectSuccess(await undo('ann', n, { anyway: true }))
    expect(await stateAt((await newest()).n)).toBe(before)
  })

  it('An edit can be undone once what changed it since is undone', async () => {
    const expense = await spend()
    await edit(expense, { amount: 80 })
    await edit(expense, { amount: 90 })
    const { n } = await newest()
    expectSuccess(await undo('ann', n))
    expectSuccess(await undo('ann', n - 1))
    expect(await stateAt(n + 2)).toBe(await stateAt(n - 2))
  })

  it('An addition is not undone after somebody changed the thing, not even anyway', async () => {
    const { id } = await plan()
    const { n } = await newest()
    expectSuccess(
      await product.as('cat').send('PATCH', `/itinerary-items/${id}`, { body: { title: 'Tram 12' } }),
    )
    for (const body of [{}, { anyway: true }]) {
      const refusal = { status: 409, code: 'ChangedSinceAdded' }
      const response = await expectRefused(product, () => undo('ann', n, body), refusal)
      expect(response.body.message).toContain('“Tram 12” was changed since by cat.')
    }
  })

  it('An edit of something that is gone names who removed it', async () => {
    const expense = await spend()
    await edit(expense, { amount: 80 })
    const { n } = await newest()
    expectSuccess(await product.as('cat').del(`/expenses/${expense.id}`))
    const refusal = { status: 409, code: 'RemovedSince' }
    const response = await expectRefused(product, () => undo('ann', n, { anyway: true }), refusal)
    expect(response.body.message).toBe('“Dinner” was removed since by cat.')
  })

  it('An edit of the trip that another edit followed is refused by its name, whatever people and money did since', async () => {
    await making.TripDetailsChanged()
    const { n } = await newest()
    expectSuccess(await product.as('ann').put(path, { description: 'By train' }))
    await importFile()
    const refusal = { status: 409, code: 'ChangedSince' }
    const response = await expectRefused(product, () => undo('ann', n), refusal)
    expect(response.body.message).toBe('“Porto” was changed since by ann.')
  })

  it('Nobody who left comes back into an expense, but who stayed in it may stay', async () => {
    const expense = await spend()
    await edit(expense, { description: 'Supper' })
    const renamed = await newest()
    await edit(expense, { sharedBy: [idOf('ann'), idOf('cat')] })
    const withoutBen = await newest()
    expectSuccess(await product.as('ben').post(`${path}/leave`))
    const refusal = { status: 409, code: 'SomebodyHasLeft' }
    const response = await expectRefused(product, () => undo('ann', withoutBen.n), refusal)
    expect(response.body.message).toContain('ben')
    expectSuccess(await product.as('cat').post(`${path}/leave`))
    await edit(expense, { description: 'Lunch' }, 'ann')
    expectSuccess(await undo('ann', (await newest()).n))
    const refusedToo = { status: 409, code: 'SomebodyHasLeft' }
    await expectRefused(product, () => undo('ann', renamed.n, { anyway: true }), refusedToo)
  })

  it('An activity does not go back to a day that the trip no longer has', async () => {
    const { id } = await plan()
    expectSuccess(
      await product.as('ann').send('PATCH', `/itinerary-items/${id}`, { body: { date: '2026-06-06' } }),
    )
    const { n } = await newest()
    expectSuccess(await product.as('ann').put(path, { startDate: '2026-06-05' }))
    await expectRefused(product, () => undo('ann', n), { status: 409, code: 'DayIsNotOfTheTrip' })
  })

  it('Only who may make the inverse change may undo', async () => {
    await making.TripDetailsChanged()
    const edited = await newest()
    await deposit()
    const deposited = await newest()
    for (const { n } of [edited, deposited])
      await expectRefused(product, () => undo('cat', n), { status: 403, code: 'ACCESS_DENIED' })
    await expectRefused(product, () => undo('dan', edited.n), { status: 404, code: 'NOT_FOUND' })
    expectSuccess(await undo('ben', deposited.n))
  })

  it('A repeated request undoes once', async () => {
    await spend()
    const { n } = await newest()
    const key = randomUUID()
    for (const _ of [1, 2])
      expectSuccess(await product.as('ann').post(`${path}/history/${n}/undo`, {}, { key }))
    expect((await newest()).n).toBe(n + 1)
  })

  it('A change that cannot be undone says why', async () => {
    const refusal = { status: 409, code: 'CannotBeUndone' }
    const response = await expectRefused(product, () => undo('ann', 1), refusal)
    expect(response.body.message).toBe(undoings.TripPlanned.why)
  })
})
