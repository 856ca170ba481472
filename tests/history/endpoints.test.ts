// The endpoints of a trip's history over HTTP: the changes, the trip at a change, restorations, and the proof.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ExportedStream, HistoryEntry, HistoryExport, TotalSpent } from '#core/history/contract.ts'
import { hashEvent } from '#core/kernel/ids.ts'
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
  // Sending messages is rate-limited.
  product.clock.forward(60_000)
  const { ben, cat } = product.people
  const plan = { ...aTrip, isPublic: true, inviteUserIds: [ben.id, cat.id] }
  tripId = expectSuccess(await product.as('ann').post('/trips', plan)).trip.id
  path = `/trips/${tripId}`
})

const idOf = (name: Name) => product.people[name].id
const historyFor = async (name: Name, query = '?limit=100'): Promise<HistoryEntry[]> =>
  expectSuccess(await product.as(name).get(`${path}/history${query}`)).entries
const texts = async (name: Name = 'ann', query?: string) =>
  (await historyFor(name, query)).map(({ text }) => text)
const stateAt = async (n: number, name: Name = 'ann') =>
  expectSuccess(await product.as(name).get(`${path}/history/${n}`)).state
const spend = async (amount: number, more: object = {}) => {
  const body = { ...anExpense, amount, sharedBy: [idOf('ann'), idOf('ben')], ...more }
  return expectSuccess(await product.as('ann').post(`${path}/expenses`, body)).expense
}

describe('history', () => {
  it('The history lists the newest change first, in the order of the log over all streams of the trip', async () => {
    await spend(12)
    expectSuccess(await product.as('ben').post(`/itineraries/${tripId}/items`, anActivity))
    const { chat } = expectSuccess(await product.as('ben').post(`${path}/chats`, { name: 'Food' }))
    expectSuccess(await product.as('ben').post(`/conversations/${chat.id}/messages`, { content: 'A secret' }))
    expectSuccess(await product.as('ann').put(path, { title: 'Porto' }))
    const entries = await historyFor('ben')
    expect(entries.map(({ n, text }) => [n, text])).toEqual([
      [7, 'ann changed the title of the trip'],
      [6, 'ben opened the chat “Food”'],
      [5, 'ben added the activity “Tram 28” on 2 Jun 2026'],
      [4, 'ann added the expense “Dinner” of HK$12.00'],
      [3, 'ann added cat to the trip'],
      [2, 'ann added ben to the trip'],
      [1, 'ann planned the trip “Lisbon”'],
    ])
    expect(entries[0]!.changes).toEqual([{ field: 'Title', before: 'Lisbon', after: 'Porto' }])
  })

  it('The history is paged, each page before the oldest change of the last', async () => {
    const ask = async (query: string) =>
      expectSuccess(await product.as('ann').get(`${path}/history?${query}`))
    const first = await ask('limit=2')
    expect([first.has_more, first.entries.map((entry: HistoryEntry) => entry.n)]).toEqual([true, [3, 2]])
    const second = await ask('limit=2&before=2')
    expect([second.has_more, second.entries.map((entry: HistoryEntry) => entry.n)]).toEqual([false, [1]])
  })

  it('The history is filtered by thing or by topic', async () => {
    const { id } = await spend(12)
    expectSuccess(await product.as('ann').put(`/expenses/${id}`, { amount: 13 }))
    await spend(7)
    expect(await texts('ann', `?about=${id}`)).toEqual([
      'ann changed the amount of the expense “Dinner”',
      'ann added the expense “Dinner” of HK$12.00',
    ])
    const counts = await Promise.all(
      ['money', 'people', 'plan', 'chats'].map(
        async (about) => (await texts('ann', `?about=${about}`)).length,
      ),
    )
    expect(counts).toEqual([3, 2, 1, 0])
  })

  it('The history keeps the numbers of changes in a deleted chat', async () => {
    const { chat } = expectSuccess(await product.as('ben').post(`${path}/chats`, { name: 'Food' }))
    expectSuccess(await product.as('ben').del(`${path}/chats/${chat.id}`))
    await spend(12)
    expect((await historyFor('ann')).slice(0, 3).map(({ n, text }) => [n, text])).toEqual([
      [6, 'ann added the expense “Dinner” of HK$12.00'],
      [5, 'ben deleted the chat “Food”'],
      [4, 'ben opened the chat “Food”'],
    ])
  })

  it('The history shows a request to join to the organizer alone, and its acceptance to everybody', async () => {
    const body = { message: 'Let me come along' }
    expectSuccess(await product.as('dan').post(`${path}/join-requests`, body))
    await spend(12)
    expect(await texts('ann')).toContain('dan asked to join the trip')
    const forBen = await product.as('ben').get(`${path}/history?limit=100`)
    expect(forBen.text).not.toContain('dan')
    expect(forBen.body.entries.map((entry: HistoryEntry) => entry.n)).toEqual([5, 3, 2, 1])
    const hidden = await product.as('ben').get(`${path}/history/4`)
    expect([hidden.status, hidden.body.entry.n]).toEqual([200, 3])
    expect(hidden.text).not.toContain('dan')
    const taken = await product.as('ben').get(`${path}/history/export`)
    expect(taken.text).not.toMatch(/Let me come along|JoinRequestMade/)
  })

  it('The history never shows contact details of a guest, not even while they exist', async () => {
    const contact = { name: 'Gina', email: 'gina@example.com', phone: '+852 5550 0134', notes: 'Vegetarian' }
    const { guestParticipant } = expectSuccess(
      await product.as('ann').post(`${path}/guest-participants`, contact),
    )
    const guest = `${path}/guest-participants/${guestParticipant.id}`
    expectSuccess(await product.as('ann').put(guest, { phone: '+852 5550 0135' }))
    expectSuccess(await product.as('ann').del(guest))
    const { length } = await historyFor('ann')
    const asked = [`${path}/history`, `${path}/history/export`]
    for (let n = 1; n <= length; n++) asked.push(`${path}/history/${n}`)
    for (const one of asked)
      expect((await product.as('ann').get(one)).text).not.toMatch(/gina@|5550 013|Vegetarian/)
  })

  it.each([
    ['before=0', 'before'],
    ['before=-1', 'before'],
    ['before=abc', 'before'],
    ['before=1.5', 'before'],
    ['before=', 'before'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['about=everything', 'about'],
    ['about=', 'about'],
    ['limit=1&limit=2', 'limit'],
  ])('The history refuses the query %s', async (query, field) => {
    await expectRefused(product, () => product.as('ann').get(`${path}/history?${query}`), {
      status: 400,
      field,
    })
  })

  it.each(['0', '-1', '4', '1.5', 'abc', '1e3', '99999999999999999999', '01'])(
    'The history has no change %s',
    async (n) => {
      const refusal = { status: 404, code: 'NOT_FOUND' }
      await expectRefused(product, () => product.as('ann').get(`${path}/history/${n}`), refusal)
      await expectRefused(product, () => product.as('ann').post(`${path}/history/${n}/restore`), refusal)
    },
  )

  it('The history has the total spent after each change of it, and the last is that of the summary', async () => {
    const first = await spend(100.05)
    expectSuccess(await product.as('ben').post(`/itineraries/${tripId}/items`, anActivity))
    await spend(20.5, { kind: 'refund' })
    expectSuccess(await product.as('ann').put(`/expenses/${first.id}`, { amount: 80 }))
    expectSuccess(await product.as('ann').put(`/expenses/${first.id}`, { description: 'Supper' }))
    expectSuccess(await product.as('ann').del(`/expenses/${first.id}`))
    const { totals } = expectSuccess(await product.as('ben').get(`${path}/history/totals`))
    expect(totals.map(({ n, totalAmount }: TotalSpent) => [n, totalAmount])).toEqual([
      [4, 100.05],
      [6, 79.55],
      [7, 59.5],
      [9, -20.5],
    ])
    const entries = await historyFor('ben')
    for (const { n, at } of totals) expect(entries.find((entry) => entry.n === n)!.at).toBe(at)
    const { summary } = expectSuccess(await product.as('ben').get(`${path}/expense-summary`))
    expect(totals.at(-1).totalAmount).toBe(summary.totalAmount)
  })

  it('The history is closed to a former participant, and disappears with the trip', async () => {
    expectSuccess(await product.as('cat').post(`${path}/leave`))
    const all = ['history', 'history/1', 'history/totals', 'history/proof', 'history/export']
    for (const one of all) {
      expect((await product.as('cat').get(`${path}/${one}`)).status).toBe(403)
      expect((await product.as('dan').get(`${path}/${one}`)).status).toBe(403)
      expect((await product.anonymous.get(`${path}/${one}`)).status).toBe(401)
    }
    expectSuccess(await product.as('ann').put(path, { isPublic: false }))
    for (const one of all) expect((await product.as('dan').get(`${path}/${one}`)).status).toBe(404)
    expectSuccess(await product.as('ann').del(path))
    for (const one of all) expect((await product.as('ann').get(`${path}/${one}`)).status).toBe(404)
  })
})

describe('trip at a change', () => {
  it('The trip after the newest change equals the present responses', async () => {
    expectSuccess(await product.as('ann').post(`${path}/guest-participants`, { name: 'Gina' }))
    await spend(100)
    await spend(30.01, { paidFromPool: true })
    expectSuccess(await product.as('ben').post(`${path}/pool/contribute`, { amount: 50 }))
    expectSuccess(await product.as('ben').post(`/itineraries/${tripId}/items`, anActivity))
    expectSuccess(await product.as('cat').post(`${path}/leave`))
    const [newest] = await historyFor('ben')
    const now = async (of: string) => expectSuccess(await product.as('ben').get(`${path}${of}`))
    expect(await stateAt(newest!.n, 'ben')).toEqual({
      trip: (await now('')).trip,
      participants: (await now('/all-participants')).participants,
      itinerary: (await now('/itinerary')).itinerary,
      expenses: (await now('/expenses')).expenses,
      balances: (await now('/balances')).balances,
      pool: await now('/pool'),
      settlement: (await now('/settlement')).settlement,
    })
  })

  it('The trip after each change equals the responses of that time', async () => {
    const seen: unknown[] = []
    const look = async () => {
      const now = async (of: string) => expectSuccess(await product.as('ann').get(`${path}${of}`))
      const [{ balances }, { settlement }, pool] = [
        await now('/balances'),
        await now('/settlement'),
        await now('/pool'),
      ]
      seen.push({ balances, settlement, pool })
    }
    const { id } = await spend(100)
    await look()
    expectSuccess(await product.as('ann').put(`/expenses/${id}`, { amount: 80, paidFromPool: true }))
    await look()
    expectSuccess(await product.as('ben').post(`${path}/pool/contribute`, { amount: 33.33 }))
    await look()
    expectSuccess(await product.as('ann').del(`/expenses/${id}`))
    await look()
    for (const [step, then] of seen.entries()) expect(await stateAt(4 + step)).toMatchObject(then as object)
  })

  it('The trip at a change is shown to later participants too, with no role of theirs', async () => {
    expect((await stateAt(1, 'ben')).trip).toMatchObject({ title: 'Lisbon', userRole: null })
    expect((await stateAt(2, 'ben')).trip).toMatchObject({ userRole: 'member' })
  })
})

describe('restoring', () => {
  const newestN = async () => (await historyFor('ann', '?limit=1'))[0]!.n
  const restore = async (name: Name, n: number, key: string = randomUUID()) =>
    product.as(name).post(`${path}/history/${n}/restore`, undefined, { key })

  it('A restored expense is the same one with the same figures', async () => {
    const expense = await spend(100.01)
    const before = await stateAt(await newestN())
    product.clock.forward(1000)
    expectSuccess(await product.as('ann').del(`/expenses/${expense.id}`))
    const response = await restore('cat', await newestN())
    expect(response.status).toBe(201)
    const { updatedAt, revision, ...same } = response.body.expense
    expect(expense).toMatchObject(same)
    expect([updatedAt > expense.updatedAt, revision]).toEqual([true, 2])
    const after = await stateAt(await newestN())
    expect([after.balances, after.settlement]).toEqual([before.balances, before.settlement])
    expect((await texts('ann', '?limit=1'))[0]).toBe('cat brought back the expense “Dinner” of HK$100.01')
    expectSuccess(await product.as('ben').put(`/expenses/${expense.id}`, { amount: 5 }))
  })

  it('A restored activity, deposit or payment is the same one, with its recorder', async () => {
    const { item } = expectSuccess(await product.as('ben').post(`/itineraries/${tripId}/items`, anActivity))
    expectSuccess(await product.as('ann').del(`/itinerary-items/${item.id}`))
    const { item: again } = expectSuccess(await restore('cat', await newestN()))
    expect(again).toEqual({ ...item, updatedAt: again.updatedAt, revision: 2 })

    const { transaction } = expectSuccess(
      await product.as('ben').post(`${path}/pool/contribute`, { amount: 20 }),
    )
    expectSuccess(await product.as('ann').del(`${path}/pool/transactions/${transaction.id}`))
    expect(expectSuccess(await restore('ben', await newestN())).transaction).toEqual(transaction)

    const user = (name: Name) => ({ id: idOf(name), type: 'user' })
    const made = { from: user('ben'), to: user('ann'), amount: 5, note: 'Cash' }
    const { payment } = expectSuccess(await product.as('ben').post(`${path}/payments`, made))
    expectSuccess(await product.as('ann').del(`${path}/payments/${payment.id}`))
    expect(expectSuccess(await restore('cat', await newestN())).payment).toEqual(payment)
    expect((await stateAt(await newestN())).pool.balance).toBe(20)
  })

  it('A removal is restored once, however often the request is sent', async () => {
    const expense = await spend(100)
    expectSuccess(await product.as('ann').del(`/expenses/${expense.id}`))
    const [n, key] = [await newestN(), randomUUID()]
    const first = await restore('ann', n, key)
    const second = await restore('ann', n, key)
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(second.headers['idempotency-replayed']).toBe('true')
    const refusal = { status: 409, code: 'IsThereAlready' }
    await expectRefused(product, () => restore('ben', n), refusal)
    expect(expectSuccess(await product.as('ann').get(`${path}/expenses`)).expenses).toHaveLength(1)
  })

  it('A restoration starts from the last removal, not from an earlier one with other figures', async () => {
    const expense = await spend(100)
    expectSuccess(await product.as('ann').del(`/expenses/${expense.id}`))
    const first = await newestN()
    expectSuccess(await restore('ann', first))
    expectSuccess(await product.as('ann').put(`/expenses/${expense.id}`, { amount: 90 }))
    expectSuccess(await product.as('ann').del(`/expenses/${expense.id}`))
    const refusal = { status: 409, code: 'RemovedAgainSince' }
    await expectRefused(product, () => restore('ann', first), refusal)
    expect(expectSuccess(await restore('ann', await newestN())).expense.amount).toBe(90)
  })

  it('A restoration is refused where a person in the record has left, like a new record', async () => {
    const expense = await spend(100)
    const { transaction } = expectSuccess(
      await product.as('ben').post(`${path}/pool/contribute`, { amount: 20 }),
    )
    expectSuccess(await product.as('ann').del(`/expenses/${expense.id}`))
    const ofExpense = await newestN()
    expectSuccess(await product.as('ann').del(`${path}/pool/transactions/${transaction.id}`))
    const ofDeposit = await newestN()
    expectSuccess(await product.as('ben').post(`${path}/leave`))
    for (const n of [ofExpense, ofDeposit]) {
      const refusal = { status: 409, code: 'SomebodyHasLeft' }
      const response = await expectRefused(product, () => restore('ann', n), refusal)
      expect(response.body.message).toContain('ben')
    }
  })

  it('A payment can be restored with a former participant whose money is open', async () => {
    await spend(100)
    const user = (name: Name) => ({ id: idOf(name), type: 'user' })
    const made = { from: user('ben'), to: user('ann'), amount: 50 }
    const { payment } = expectSuccess(await product.as('ann').post(`${path}/payments`, made))
    expectSuccess(await product.as('ben').post(`${path}/leave`))
    expectSuccess(await product.as('ann').del(`${path}/payments/${payment.id}`))
    expect(expectSuccess(await restore('ann', await newestN())).payment).toEqual(payment)
  })

  it('An activity is not restored on a day that the trip no longer has', async () => {
    const { item } = expectSuccess(await product.as('ben').post(`/itineraries/${tripId}/items`, anActivity))
    expectSuccess(await product.as('ann').del(`/itinerary-items/${item.id}`))
    const n = await newestN()
    expectSuccess(await product.as('ann').put(path, { startDate: '2026-06-05' }))
    await expectRefused(product, () => restore('ann', n), { status: 409, code: 'DayIsNotOfTheTrip' })
  })

  it('A restoration is for removed things and for participants only', async () => {
    const expense = await spend(100)
    await expectRefused(product, () => restore('ann', 1), { status: 409, code: 'NothingToRestore' })
    expectSuccess(await product.as('ann').del(`/expenses/${expense.id}`))
    const n = await newestN()
    await expectRefused(product, () => restore('dan', n), { status: 403, code: 'ACCESS_DENIED' })
    expectSuccess(await product.as('cat').post(`${path}/leave`))
    await expectRefused(product, () => restore('cat', n), { status: 403, code: 'ACCESS_DENIED' })
    expect((await product.anonymous.post(`${path}/history/${n}/restore`)).status).toBe(401)
  })
})

describe('proof', () => {
  async function longHistory() {
    await spend(12)
    const { chat } = expectSuccess(await product.as('ben').post(`${path}/chats`, { name: 'Food' }))
    for (const content of ['One', 'Two'])
      expectSuccess(await product.as('ben').post(`/conversations/${chat.id}/messages`, { content }))
    expectSuccess(await product.as('ben').put(`${path}/chats/${chat.id}`, { name: 'Drinks' }))
    expectSuccess(await product.as('ben').post(`/conversations/${chat.id}/messages`, { content: 'Three' }))
  }

  it('The proof names the last hash of each stream', async () => {
    await longHistory()
    const { streams } = expectSuccess(await product.as('ben').get(`${path}/history/proof`))
    expect(streams.map((one: ExportedStream) => one.stream.replace(/-.*/, ''))).toEqual([
      'trip',
      'money',
      'conversation',
    ])
    for (const { stream, revision, hash } of streams) {
      const [last] = await product.store.read(stream, { backward: true, limit: 1 })
      expect([revision, hash]).toEqual([last!.revision, hashEvent(last!)])
    }
  })

  it('The proof can be recalculated from the export, without the text of any message', async () => {
    await longHistory()
    const response = await product.as('ben').get(`${path}/history/export`)
    expect(response.text).not.toMatch(/One|Two|Three/)
    const { entries, streams }: HistoryExport = expectSuccess(response)
    expect(entries.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6])
    const { streams: ends } = expectSuccess(await product.as('ben').get(`${path}/history/proof`))
    expect(streams.map(({ links: _, ...end }) => end)).toEqual(ends)
    for (const { links, hash } of streams) {
      let prev: string | null = null
      for (const link of links) {
        expect('meta' in link ? link.meta.prev : link.prev).toBe(prev)
        prev = 'meta' in link ? hashEvent(link) : link.hash
      }
      expect(prev).toBe(hash)
    }
  })
})
