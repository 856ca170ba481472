// Partial edits, revisions as ETags, positions, and reading one's own writes.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optionalFields } from '#core/money/events.ts'
import { anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let product: Product<'ann' | 'ben'>
let path: string
beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben'] })
  const plan = { ...aTrip, inviteUserIds: [product.people.ben.id] }
  path = `/trips/${expectSuccess(await product.as('ann').post('/trips', plan)).trip.id}`
})
afterAll(() => product.stop())

const ann = () => product.as('ann')
const spend = async (more: object = {}) => {
  const body = { ...anExpense, sharedBy: [product.people.ann.id], ...more }
  return expectSuccess(await ann().post(`${path}/expenses`, body)).expense
}
const addGuest = async () => {
  const body = { name: 'Gina', email: 'gina@example.com', phone: '+852 5550', notes: 'Vegetarian' }
  return expectSuccess(await ann().post(`${path}/guest-participants`, body)).guestParticipant
}

/** Sends one key after another and checks that only this field, the time and the revision have changed. */
async function expectEachAlone(
  of: string,
  noun: string,
  before: Record<string, unknown>,
  changes: object,
  method = 'PUT',
) {
  let known = before
  for (const [key, value] of Object.entries(changes)) {
    product.clock.forward(1000)
    const body = expectSuccess(await ann().send(method, of, { body: { [key]: value } }))[noun] as Record<
      string,
      unknown
    >
    const { revision, updatedAt, ...rest } = body
    expect(revision, key).toBeGreaterThan(Number(known['revision']))
    if (updatedAt !== undefined) expect(updatedAt, key).toBe(new Date(product.clock()).toISOString())
    const { revision: _, updatedAt: __, ...expected } = { ...known, [key]: value }
    expect(rest, key).toEqual(expected)
    known = body
  }
}

describe('partial edits', () => {
  it('An edit of a trip changes the given keys and no others', async () => {
    coversSpec('§7 Trips: PUT /trips/{id}')

    const { trip } = expectSuccess(await ann().post('/trips', { ...aTrip, budget: 5 }))
    await expectEachAlone(`/trips/${trip.id}`, 'trip', trip, {
      title: 'Porto',
      destination: 'Portugal, North',
      description: 'By train',
      startDate: '2026-06-02',
      endDate: '2026-06-09',
      status: 'confirmed',
      budget: 99.5,
      isPublic: true,
    })
    const cleared = expectSuccess(
      await ann().put(`/trips/${trip.id}`, { description: null, budget: null }),
    ).trip
    expect([cleared.description, cleared.budget, cleared.title]).toEqual([null, null, 'Porto'])
    const blank = expectSuccess(await ann().put(`/trips/${trip.id}`, { description: '', budget: '' })).trip
    expect([blank.description, blank.budget]).toEqual([null, null])
  })

  it('An edit of a guest changes the given keys and no others', async () => {
    coversSpec('§7 Trips: PUT /trips/{id}/guest-participants/{guestId}')

    const guest = await addGuest()
    const of = `${path}/guest-participants/${guest.id}`
    await expectEachAlone(of, 'guestParticipant', guest, {
      name: 'Gina Rossi',
      email: null,
      phone: '+852 5551',
      role: 'co_organizer',
      notes: null,
    })
    const { guestParticipants } = expectSuccess(await ann().get(`${path}/guest-participants`))
    expect(guestParticipants).toMatchObject([
      { name: 'Gina Rossi', email: null, phone: '+852 5551', notes: null },
    ])
  })

  it('An edit of an activity changes the given keys and no others', async () => {
    coversSpec('§7 Itinerary: PATCH /itinerary-items/{id}')

    const activity = { date: '2026-06-03', title: 'Tram 28', startTime: '10:00', endTime: '11:00' }
    const { item } = expectSuccess(await ann().post(`/itineraries/${path.split('/')[2]}/items`, activity))
    const of = `/itinerary-items/${item.id}`
    await expectEachAlone(
      of,
      'item',
      item,
      {
        title: 'Tram 12',
        date: '2026-06-04',
        startTime: '09:30',
        description: 'Hold on',
        location: 'Graça',
        status: 'cancelled',
        sortOrder: 8,
      },
      'PATCH',
    )
    expect(expectSuccess(await ann().send('PATCH', of, { body: { endTime: null } })).item.endTime).toBeNull()
  })

  it('An edit of an expense changes the given keys and no others', async () => {
    coversSpec('§7 Expenses and pool: PUT /expenses/{id}')

    const { ann: me, ben } = product.people
    const expense = await spend()
    const of = `/expenses/${expense.id}`
    await expectEachAlone(of, 'expense', expense, {
      description: 'Supper',
      category: 'other',
      expenseDate: '2026-04-30',
      ...optionalFields((field) => `https://example.com/${field}`),
      notes: 'In cash,\nwithout a receipt',
    })
    const half = expectSuccess(await ann().put(of, { amount: 9, sharedBy: [me.id, ben.id] })).expense
    expect(half.sharedBy).toMatchObject([
      { id: me.id, share: 4.5 },
      { id: ben.id, share: 4.5 },
    ])
    const fromPool = expectSuccess(await ann().put(of, { paidFromPool: true })).expense
    expect([fromPool.paidBy, fromPool.paidFromPool]).toEqual([null, true])
    const byBen = expectSuccess(await ann().put(of, { paidBy: ben.id, paidFromPool: false })).expense
    expect(byBen.paidBy).toEqual({ id: ben.id, type: 'user', name: 'ben', role: 'member' })
    const none = optionalFields(() => null)
    for (const blank of [null, '']) {
      expectSuccess(
        await ann().put(
          of,
          optionalFields(() => 'https://example.com/2'),
        ),
      )
      const cleared = await ann().put(
        of,
        optionalFields(() => blank),
      )
      expect(expectSuccess(cleared).expense).toMatchObject(none)
    }
  })

  it('An amount in another currency changes only with another amount', async () => {
    const expense = await spend({ amount: 10, currency: 'EUR', exchangeRate: 9.05 })
    const of = `/expenses/${expense.id}`
    const original = { originalAmount: 10, originalCurrency: 'EUR', exchangeRate: 9.05 }
    expect(expense).toMatchObject({ amount: 90.5, currency: 'HKD', ...original })
    const { expense: same } = expectSuccess(await ann().put(of, { amount: 90.5, description: 'Supper' }))
    expect(same).toMatchObject({ amount: 90.5, ...original })
    const { expense: other } = expectSuccess(await ann().put(of, { amount: 80 }))
    expect(other).toMatchObject({
      amount: 80,
      originalAmount: null,
      originalCurrency: null,
      exchangeRate: null,
    })
    expect((await ann().put(of, { currency: 'EUR', exchangeRate: 9 })).status).toBe(400)
  })

  it('An edit without changes writes nothing, keeps the revision and returns the position of the newest change', async () => {
    const { expense } = { expense: await spend() }
    const before = await product.store.head()
    const answer = await ann().put(`/expenses/${expense.id}`, { amount: expense.amount })
    expect(expectSuccess(answer).expense).toEqual(expense)
    const trip = await ann().put(path, {})
    expect(trip.status).toBe(200)
    expect(await product.store.head()).toBe(before)
    // A device waits until its copy of the trip includes this position; the whole log's may be of another trip.
    const [newest] = await product.store.read(`trip-${path.split('/').at(-1)}`, { backward: true, limit: 1 })
    expect([answer.headers['position'], trip.headers['position']]).toEqual([before, newest!.position])
  })

  it('A guest that is saved as they were stands nowhere in the history', async () => {
    const { id, ...guest } = await addGuest()
    const { name, email, phone, role, notes } = guest
    const changes = async () =>
      expectSuccess(await ann().get(`${path}/history?limit=2`)).entries.map(
        ({ text }: { text: string }) => text,
      )
    const save = (body: object) => ann().put(`${path}/guest-participants/${id}`, body)
    const before = await changes()
    expectSuccess(await save({ name, email, phone, role, notes }))
    expect(await changes()).toEqual(before)
    expectSuccess(await save({ name, email, phone, role, notes: 'Vegan' }))
    expect(await changes()).toEqual(['ann changed the contact details of the guest Gina', before[0]])
  })
})

describe('revisions', () => {
  it('A revision is the ETag of a response with a single thing', async () => {
    const [trip, guest, expense] = [await ann().get(path), await addGuest(), await spend()]
    expect(trip.headers['etag']).toBe(`"${trip.body.trip.revision}"`)
    const edited = await ann().put(`/expenses/${expense.id}`, { amount: 1 })
    expect(edited.headers['etag']).toBe(`"${edited.body.expense.revision}"`)
    const renamed = await ann().put(`${path}/guest-participants/${guest.id}`, { name: 'Greta' })
    expect(renamed.headers['etag']).toBe(`"${renamed.body.guestParticipant.revision}"`)
    expect((await ann().get(`${path}/expenses`)).headers['etag']).toMatch(/^W\//)
  })

  it('A revision changes only with its own thing', async () => {
    const expense = await spend()
    await spend()
    expectSuccess(await ann().put(path, { status: 'confirmed' }))
    const headers = { 'If-Match': `"${expense.revision}"` }
    expect((await ann().put(`/expenses/${expense.id}`, { amount: 2 }, { headers })).status).toBe(200)
  })

  it('An outdated revision is 409 with the current one, on every edit and removal that has one', async () => {
    const [guest, expense] = [await addGuest(), await spend()]
    const { trip } = expectSuccess(await ann().get(path))
    for (const [of, { revision }] of [
      [path, trip],
      [`${path}/guest-participants/${guest.id}`, guest],
      [`/expenses/${expense.id}`, expense],
    ] as const) {
      const stale = { headers: { 'If-Match': `"${revision + 1000}"` } }
      const change = of === path ? { title: 'Faro' } : of.includes('guest') ? { name: 'Ada' } : { amount: 1 }
      for (const answer of [await ann().put(of, change, stale), await ann().del(of, stale)]) {
        expect([answer.status, answer.body.error.code], of).toEqual([409, 'CONFLICT'])
        expect(answer.body.error.revision).toBe(revision)
        expect(answer.headers['etag']).toBe(`"${revision}"`)
      }
      const current = { headers: { 'If-Match': `"${revision}"` } }
      expect((await ann().put(of, change, current)).status).toBe(200)
    }
  })

  it('An edit without If-Match applies to the latest revision', async () => {
    const expense = await spend()
    for (const amount of [1, 2, 3])
      expectSuccess(await product.as('ben').put(`/expenses/${expense.id}`, { amount }))
    const { expenses } = expectSuccess(await ann().get(`${path}/expenses`))
    expect(expenses.find(({ id }: { id: string }) => id === expense.id).amount).toBe(3)
  })
})

describe('positions', () => {
  it('A position is on every response to a command or read, and never goes back', async () => {
    let last = ''
    for (let turn = 0; turn < 5; turn++) {
      const expense = await ann().post(`${path}/expenses`, {
        ...anExpense,
        sharedBy: [product.people.ann.id],
      })
      const list = await ann().get(`${path}/expenses`)
      for (const { headers } of [expense, list]) {
        expect(String(headers['position']) >= last).toBe(true)
        last = String(headers['position'])
      }
    }
    expect(last).toBe(await product.store.head())
  })

  it('A command’s position is included in the next read, at once and for everybody', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await ann().post(`${path}/expenses`, {
          ...anExpense,
          sharedBy: [product.people.ann.id],
        })
        expect(answer.headers['read-model']).toBeUndefined()
        const list = await product.as('ben').get(`${path}/expenses`)
        expect(list.body.expenses).toContainEqual(answer.body.expense)
        expect(String(list.headers['position']) >= String(answer.headers['position'])).toBe(true)
      }),
    )
  })

  it('A refusal has no position', async () => {
    const answer = await ann().get(`/trips/${randomUUID()}`)
    expect(answer.headers['position']).toBeUndefined()
  })
})
