// The order, pages and filters of lists.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expensePage } from '#api/money/expensePage.ts'
import { anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { expense, user } from '#tests/money/records.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let product: Product<'ann' | 'ben'>
beforeAll(async () => void (product = await startProduct({ people: ['ann', 'ben'] })))
afterAll(() => product.stop())

const HOUR_MS = 3_600_000
/** Creates it an hour later than the one before, so that the times give the order. */
async function later<Made>(make: () => Promise<Made>): Promise<Made> {
  product.clock.forward(HOUR_MS)
  return make()
}

describe('trips', () => {
  it('Trips that have not ended come first, by start, then ended trips, newest first, in pages', async () => {
    coversSpec('§3 Trip list pagination', '§7 Trips: GET /trips', '§9 Trips and invitations page size')

    const { clock } = product
    const ben = product.as('ben')
    const plan = (title: string, startDate: string, endDate: string) =>
      ben.post('/trips', { ...aTrip, title, startDate, endDate })
    for (const [title, from, to] of [
      ['ended long ago', '2026-05-03', '2026-05-04'],
      ['late', '2026-09-01', '2026-09-02'],
      ['under way', '2026-05-10', '2026-05-31'],
      ['ended lately', '2026-05-04', '2026-05-06'],
      ['soon', '2026-06-01', '2026-06-02'],
    ] as const)
      expectSuccess(await later(() => plan(title, from, to)))
    const today = clock()
    clock.set('2026-05-20T10:00:00Z')
    // A new session, because a token expires earlier.
    const { trips, pagination } = expectSuccess(await (await product.signIn('ben')).get('/trips'))
    const titles = trips.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(['under way', 'soon', 'late', 'ended lately', 'ended long ago'])
    expect(pagination).toEqual({ limit: 20, offset: 0, total: 5 })
    const part = expectSuccess(await (await product.signIn('ben')).get('/trips?limit=2&offset=3'))
    expect(part.trips).toEqual(trips.slice(3, 5))
    expect(part.pagination).toEqual({ limit: 2, offset: 3, total: 5 })
    const beyond = expectSuccess(await (await product.signIn('ben')).get('/trips?offset=9'))
    expect(beyond).toEqual({ trips: [], pagination: { limit: 20, offset: 9, total: 5 } })
    clock.set(new Date(today).toISOString())
  })

  it('A trip counts as ended when its last day is over everywhere, Honolulu included', async () => {
    const { clock } = product
    const before = clock()
    const first = async (at: string) => {
      clock.set(at)
      return expectSuccess(await (await product.signIn('ben')).get('/trips?limit=1')).trips[0].title
    }
    expect(await first('2026-06-01T11:00:00Z')).toBe('under way')
    expect(await first('2026-06-01T12:00:00Z')).toBe('soon')
    clock.set(new Date(before).toISOString())
  })
})

describe('invitations', () => {
  it('Invitations are listed newest first, in pages, by status, direction and trip', async () => {
    coversSpec(
      '§7 Invitations: GET /trip-invitations',
      '§7 Invitations: PUT /trip-invitations/{id}/respond',
      '§7 Invitations: DELETE /trip-invitations/{id}',
      '§9 Trips and invitations page size',
    )

    // Off a private trip, ben would not see the invitation that he declines.
    const invite = { inviteUserIds: [product.people.ben.id], isPublic: true }
    const plan = async (title: string) =>
      expectSuccess(await later(() => product.as('ann').post('/trips', { ...aTrip, title, ...invite }))).trip
        .id as string
    const first = await plan('first')
    await plan('second')
    await plan('third')
    const ask = async (query: string) => {
      const { invitations, pagination } = expectSuccess(
        await product.as('ben').get(`/trip-invitations?${query}`),
      )
      return {
        ids: invitations.map(({ id }: { id: string }) => id) as string[],
        trips: invitations.map(({ trip }: { trip: { title: string } }) => trip.title),
        pagination,
      }
    }
    const all = await ask('')
    expect(all.trips).toEqual(['third', 'second', 'first'])
    expect(all.pagination).toEqual({ limit: 20, offset: 0, total: 3 })
    expect((await ask('limit=1&offset=1')).trips).toEqual(['second'])
    expect((await ask('limit=1&offset=1')).pagination).toEqual({ limit: 1, offset: 1, total: 3 })
    expect((await ask(`tripId=${first}`)).trips).toEqual(['first'])
    expect((await ask('direction=request')).trips).toEqual([])

    const answer = (at: number, response: string) =>
      product.as('ben').put(`/trip-invitations/${all.ids[at]}/respond`, { response })
    expectSuccess(await answer(0, 'accepted'))
    expectSuccess(await answer(1, 'declined'))
    expectSuccess(await product.as('ann').del(`/trip-invitations/${all.ids[2]}`))
    expect((await ask('status=pending')).trips).toEqual([])
    expect((await ask('status=accepted')).trips).toEqual(['third'])
    expect((await ask('status=declined&direction=invite')).trips).toEqual(['second'])
    expect((await ask('')).trips, 'a cancelled one is shown to nobody').toEqual(['third', 'second'])
  })
})

describe('expenses', () => {
  let path: string
  beforeAll(async () => {
    const plan = { ...aTrip, inviteUserIds: [product.people.ben.id] }
    path = `/trips/${expectSuccess(await product.as('ann').post('/trips', plan)).trip.id}`
    const { ann, ben } = product.people
    for (const [description, amount, category, expenseDate, paidBy] of [
      ['Boat', 30, 'transportation', '2026-05-02', ann.id],
      ['apples', 10, 'food', '2026-05-01', ben.id],
      ['Cinema', 20.5, 'entertainment', '2026-05-03', ann.id],
      ['Dinner', 20.5, 'food', '2026-05-02', ben.id],
    ] as const) {
      const body = {
        ...anExpense,
        description,
        amount,
        category,
        expenseDate,
        paidBy,
        sharedBy: [ann.id, ben.id],
      }
      expectSuccess(await later(() => product.as('ann').post(`${path}/expenses`, body)))
    }
    const fromPool = {
      ...anExpense,
      description: 'Entrance',
      amount: 5,
      paidFromPool: true,
      sharedBy: [ann.id],
    }
    expectSuccess(
      await later(() =>
        product.as('ann').post(`${path}/expenses`, { ...fromPool, expenseDate: '2026-04-01' }),
      ),
    )
  })

  const list = async (query = '') => {
    const { expenses } = expectSuccess(await product.as('ben').get(`${path}/expenses${query}`))
    return expenses.map(({ description }: { description: string }) => description).join(' ')
  }

  it.each([
    ['', 'Cinema Dinner Boat apples Entrance'],
    ['?sortOrder=asc', 'Entrance apples Boat Dinner Cinema'],
    ['?sortBy=date', 'Cinema Dinner Boat apples Entrance'],
    ['?sortBy=date&sortOrder=asc', 'Entrance apples Dinner Boat Cinema'],
    ['?sortBy=amount', 'Boat Cinema Dinner apples Entrance'],
    ['?sortBy=amount&sortOrder=asc', 'Entrance apples Cinema Dinner Boat'],
    ['?sortBy=description&sortOrder=asc', 'apples Boat Cinema Dinner Entrance'],
    ['?sortBy=category&sortOrder=asc', 'Cinema Dinner apples Entrance Boat'],
    ['?category=food', 'Dinner apples Entrance'],
    ['?minAmount=20.5', 'Cinema Dinner Boat'],
    ['?maxAmount=20.5', 'Cinema Dinner apples Entrance'],
    ['?minAmount=10&maxAmount=10', 'apples'],
    ['?dateFrom=2026-05-02', 'Cinema Dinner Boat'],
    ['?dateTo=2026-05-01', 'apples Entrance'],
    ['?dateFrom=2026-05-01&dateTo=2026-05-02', 'Dinner Boat apples'],
    ['?category=food&dateFrom=2026-05-02T00:00:00Z', 'Dinner'],
    ['?paidBy=00000000-0000-4000-8000-000000000000', ''],
  ])('The expenses with the query %s are %s', async (query, expected) => {
    coversSpec('§3 Expense filters', '§7 Expenses and pool: GET /trips/{id}/expenses')

    expect(await list(query)).toBe(expected)
  })

  describe('pages', () => {
    const page = async (query: string) =>
      expectSuccess(await product.as('ben').get(`${path}/expenses?${query}`)) as {
        expenses: { id: string; description: string }[]
        nextCursor: string | null
      }

    it.each(['', 'sortOrder=asc', 'date', 'amount', 'category', 'description'].flatMap(orders))(
      'The pages of the expenses with the query "%s" are the whole list, each expense once',
      async (query) => {
        const whole = await page(query)
        expect(whole).not.toHaveProperty('nextCursor')
        const listed = []
        let cursor: string | null = ''
        for (let pages = 1; cursor !== null; pages++) {
          const { expenses, nextCursor }: Awaited<ReturnType<typeof page>> = await page(
            `${query}&limit=2${cursor && `&cursor=${cursor}`}`,
          )
          expect(expenses).toHaveLength(pages < 3 ? 2 : 1)
          listed.push(...expenses)
          cursor = nextCursor
        }
        expect(listed).toEqual(whole.expenses)
      },
    )

    it('A page has filtered expenses only, and ends where nothing follows', async () => {
      const { expenses, nextCursor } = await page('category=food&limit=3')
      expect(expenses.map(({ description }) => description)).toEqual(['Dinner', 'apples', 'Entrance'])
      expect(nextCursor).toBeNull()
    })

    it('A cursor is refused for another order, and names at most 20 expenses without a limit', async () => {
      const { nextCursor } = await page('limit=2')
      expect((await page(`cursor=${nextCursor}`)).expenses).toHaveLength(3)
      const refused = await product.as('ben').get(`${path}/expenses?sortOrder=asc&cursor=${nextCursor}`)
      expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['cursor']])
    })

    it('A page of long expenses is shorter than asked for, and each of them is on one page', () => {
      const long = Array.from({ length: 30 }, (_, i) => {
        const record = expense(`long-${i}`, user('ann'), 1000, [user('ann')])
        const meta = { recordedBy: 'ann', createdAt: '2026-05-02', updatedAt: '2026-05-02' }
        return { ...record, ...meta, notes: 'x'.repeat(150_000), revision: 30 - i }
      })
      const query = { sortOrder: 'desc' as const, limit: 20 }
      const lengths: number[] = []
      const ids: string[] = []
      for (let cursor: string | undefined = undefined, isLast = false; !isLast;) {
        const { records, nextCursor }: ReturnType<typeof expensePage> = expensePage(long, {
          ...query,
          cursor,
        })
        lengths.push(records.length)
        ids.push(...records.map(({ id }) => id))
        isLast = nextCursor === null
        cursor = nextCursor ?? undefined
      }
      expect(lengths).toEqual([6, 6, 6, 6, 6])
      expect(ids).toEqual(long.map(({ id }) => id))
    })

    it('The next page begins after the last one also where expenses were removed and added meanwhile', async () => {
      const ann = product.as('ann')
      const spend = async (description: string, expenseDate: string) =>
        expectSuccess(
          await ann.post(`${path}/expenses`, { ...anExpense, ...shared(), description, expenseDate }),
        ).expense.id as string
      const ids = [await spend('Ferry', '2026-05-09'), await spend('Museum', '2026-05-08')]
      const first = await page('limit=2')
      expect(first.expenses.map(({ id }) => id)).toEqual(ids)
      ids.push(await spend('Taxi', '2026-05-10'))
      expectSuccess(await ann.del(`/expenses/${ids[1]}`))
      const second = await page(`limit=2&cursor=${first.nextCursor}`)
      expect(second.expenses.map(({ description }) => description)).toEqual(['Cinema', 'Dinner'])
      for (const id of [ids[0], ids[2]]) expectSuccess(await ann.del(`/expenses/${id}`))
    })

    function orders(sortBy: string): string[] {
      if (sortBy === '' || sortBy.includes('=')) return [sortBy]
      return [`sortBy=${sortBy}`, `sortBy=${sortBy}&sortOrder=asc`]
    }
    const shared = () => ({ sharedBy: [product.people.ann.id] })
  })

  it('The expenses of a payer are those they paid, and the pool’s have no payer', async () => {
    coversSpec('§3 Expense filters')

    expect(await list(`?paidBy=${product.people.ben.id}`)).toBe('Dinner apples')
    expect(await list(`?paidBy=${product.people.ann.id}`)).toBe('Cinema Boat')
  })

  it('The expenses are summed up for the caller', async () => {
    coversSpec('§7 Expenses and pool: GET /trips/{id}/expense-summary')

    const { summary } = expectSuccess(await product.as('ben').get(`${path}/expense-summary`))
    expect(summary).toEqual({
      totalAmount: 86,
      expenseCount: 5,
      averageAmount: 17.2,
      fromPool: 5,
      youPaid: 30.5,
      topCategories: [
        { category: 'food', amount: 35.5, count: 3 },
        { category: 'transportation', amount: 30, count: 1 },
        { category: 'entertainment', amount: 20.5, count: 1 },
      ],
    })
  })

  it('The pool lists expenses and deposits newest first, with the caller’s right to remove each', async () => {
    coversSpec('§6 Expense-type transactions')

    expectSuccess(await later(() => product.as('ben').post(`${path}/pool/contribute`, { amount: 7 })))
    const seenBy = async (name: 'ann' | 'ben') => {
      const { transactions, balance, stats } = expectSuccess(await product.as(name).get(`${path}/pool`))
      expect([balance, stats.contributorCount]).toEqual([2, 1])
      expect(stats.lastActivity).toBe(transactions[0].createdAt)
      return transactions.map(({ type, canRemove }: { type: string; canRemove: boolean }) => [
        type,
        canRemove,
      ])
    }
    expectSuccess(
      await later(() =>
        product.as('ann').post(`/trips/${path.split('/')[2]}/organizer`, { userId: product.people.ben.id }),
      ),
    )
    expect(await seenBy('ann')).toEqual([
      ['contribution', false],
      ['expense', false],
    ])
    expect(await seenBy('ben')).toEqual([
      ['contribution', true],
      ['expense', false],
    ])
  })
})

describe('categories', () => {
  it('The seven categories come in their order, all of them defaults', async () => {
    coversSpec(
      '§3 Expense category',
      '§7 Expenses and pool: GET /expense-categories',
      '§9 Default expense categories',
    )

    const { categories } = expectSuccess(await product.as('ann').get('/expense-categories'))
    expect(categories.map(({ id }: { id: string }) => id)).toEqual(
      'food accommodation transportation entertainment shopping activities other'.split(' '),
    )
    expect(categories.every(({ isDefault }: { isDefault: boolean }) => isDefault)).toBe(true)
  })
})

describe('what the list tells of a trip', () => {
  const listed = async (name: 'ann' | 'ben', id: string) =>
    expectSuccess(await product.as(name).get('/trips')).trips.find((trip: { id: string }) => trip.id === id)
  const as = (name: 'ann' | 'ben') => product.as(name)
  let id: string
  beforeAll(async () => {
    const invite = { inviteUserIds: [product.people.ben.id] }
    id = expectSuccess(await as('ann').post('/trips', { ...aTrip, title: 'told', ...invite })).trip.id
  })

  it('The list says what the reader owes or is owed, in cents, and nothing before money is entered', async () => {
    expect((await listed('ann', id)).netBalance).toBeNull()
    const { ann, ben } = product.people
    const body = { ...anExpense, amount: 10.01, paidBy: ann.id, sharedBy: [ann.id, ben.id] }
    expectSuccess(await as('ann').post(`/trips/${id}/expenses`, body))
    const [hers, his] = [await listed('ann', id), await listed('ben', id)]
    expect(Math.abs(hers.netBalance - 5.005)).toBeLessThan(0.006)
    expect(his.netBalance).toBe(-hers.netBalance)
  })

  it('The list names the changes of others and not one’s own, newest first, and the history since one of them shows the rest', async () => {
    const before = await listed('ben', id)
    const day = { date: aTrip.startDate, startTime: '10:00' }
    for (const title of ['Museum', 'Tram'])
      expectSuccess(await as('ann').post(`/itineraries/${id}/items`, { ...day, title }))
    expectSuccess(await as('ben').post(`/trips/${id}/chats`, { name: 'Plans' }))
    const { changesByOthers } = await listed('ben', id)
    expect(changesByOthers.slice(2)).toEqual(before.changesByOthers)
    expect(changesByOthers[0] > changesByOthers[1]).toBe(true)
    const since = async (position: string) => {
      const answer = await as('ben').get(`/trips/${id}/history?since=${position}`)
      return expectSuccess(answer).entries.map(({ text }: { text: string }) => text)
    }
    expect(await since(before.changesByOthers[0])).toEqual([
      expect.stringContaining('“Tram”'),
      expect.stringContaining('“Museum”'),
    ])
    expect(await since(changesByOthers[0])).toEqual([])
    // Ann sees the chat that Ben created.
    const hers = (await listed('ann', id)).changesByOthers
    expect(hers[0] > changesByOthers[0]).toBe(true)
  })

  it('At most ten changes are named', async () => {
    for (let n = 0; n < 12; n++)
      expectSuccess(await as('ann').put(`/trips/${id}`, { description: `Draft ${n}` }))
    expect((await listed('ben', id)).changesByOthers).toHaveLength(10)
  })
})
