// A repeated request gets the first response again, whatever happened since, and its command runs once. The log is the
// memory of repeats, so a restart forgets none.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { type HttpResponse, type RequestOptions, expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { longTimeout } from '#tests/support/timeout.ts'

const PEOPLE = ['ann', 'ben', 'cat'] as const
let product: Product<(typeof PEOPLE)[number]>
beforeAll(async () => void (product = await startProduct({ people: PEOPLE })))
afterAll(() => product.stop())

interface Case {
  /** Sends the command with the same key each time. */
  send(asking: RequestOptions): Promise<HttpResponse>
  /** What happens between the command and its repeat. */
  meanwhile(first: HttpResponse): Promise<unknown>
}

const ann = () => product.as('ann')
const ben = () => product.as('ben')
const user = (name: 'ann' | 'ben' | 'cat') => ({ id: product.people[name].id, type: 'user' })

async function aTripWith(...names: ('ben' | 'cat')[]): Promise<string> {
  const inviteUserIds = names.map((name) => product.people[name].id)
  return `/trips/${expectSuccess(await ann().post('/trips', { ...aTrip, inviteUserIds })).trip.id}`
}
const invitationOf = async (path: string): Promise<string> => {
  const { invitations } = expectSuccess(
    await ben().get(`/trip-invitations?tripId=${path.slice('/trips/'.length)}`),
  )
  return `/trip-invitations/${invitations[0].id}`
}
const spend = async (path: string) =>
  expectSuccess(await ann().post(`${path}/expenses`, { ...anExpense, sharedBy: [product.people.ann.id] }))
    .expense

const cases: Record<string, () => Promise<Case>> = {
  'POST /trips': async () => ({
    send: (asking) =>
      ann().post('/trips', { ...aTrip, inviteUserIds: [product.people.ben.id, 'nobody'] }, asking),
    async meanwhile({ body: { trip } }) {
      expectSuccess(await ann().put(`/trips/${trip.id}`, { title: 'Porto' }))
      expectSuccess(await ben().post(`/trips/${trip.id}/leave`))
    },
  }),
  'PUT /trips/{id}': async () => {
    const path = await aTripWith()
    return {
      send: (asking) => ann().put(path, { title: 'Porto' }, asking),
      meanwhile: async () => expectSuccess(await ann().put(path, { title: 'Faro' })),
    }
  },
  'POST /trips/{id}/invite': async () => {
    const path = await aTripWith('ben')
    const userIds = [product.people.cat.id, product.people.ben.id, 'nobody']
    return {
      send: (asking) => ann().post(`${path}/invite`, { userIds }, asking),
      meanwhile: async () => expectSuccess(await ann().del(`${path}/participants/${product.people.cat.id}`)),
    }
  },
  'PUT /trips/{id}/participants/{userId}': async () => {
    const path = await aTripWith('ben')
    const of = `${path}/participants/${product.people.ben.id}`
    return {
      send: (asking) => ann().put(of, { role: 'co_organizer' }, asking),
      meanwhile: async () => expectSuccess(await ann().put(of, { role: 'member' })),
    }
  },
  'POST /trips/{id}/organizer': async () => {
    const path = await aTripWith('ben')
    return {
      send: (asking) => ann().post(`${path}/organizer`, { userId: product.people.ben.id }, asking),
      meanwhile: async () =>
        expectSuccess(await ben().post(`${path}/organizer`, { userId: product.people.ann.id })),
    }
  },
  'POST /trips/{id}/leave': async () => {
    const path = await aTripWith('ben')
    return {
      send: (asking) => ben().post(`${path}/leave`, undefined, asking),
      meanwhile: async () =>
        expectSuccess(await ann().post(`${path}/invite`, { userIds: [product.people.ben.id] })),
    }
  },
  'DELETE /trips/{id}/participants/{userId}': async () => {
    const path = await aTripWith('ben')
    return {
      send: (asking) => ann().del(`${path}/participants/${product.people.ben.id}`, asking),
      meanwhile: async () =>
        expectSuccess(await ann().post(`${path}/invite`, { userIds: [product.people.ben.id] })),
    }
  },
  'PUT /trip-invitations/{id}/respond': async () => {
    const path = await aTripWith('ben')
    const invitation = await invitationOf(path)
    return {
      send: (asking) => ben().put(`${invitation}/respond`, { response: 'declined' }, asking),
      meanwhile: async () => expectSuccess(await ann().put(path, { title: 'Porto' })),
    }
  },
  'POST /trips/{public}/join-requests': async () => {
    const path = `/trips/${expectSuccess(await ann().post('/trips', { ...aTrip, isPublic: true })).trip.id}`
    return {
      send: (asking) => ben().post(`${path}/join-requests`, { message: 'May I?' }, asking),
      async meanwhile({ body: { invitation } }) {
        expectSuccess(await ann().put(path, { title: 'Porto' }))
        expectSuccess(await ann().put(`/trip-invitations/${invitation.id}/respond`, { response: 'declined' }))
      },
    }
  },
  'DELETE /trip-invitations/{id}': async () => {
    const path = await aTripWith('ben')
    const invitation = await invitationOf(path)
    return {
      send: (asking) => ann().del(invitation, asking),
      meanwhile: async () =>
        expectSuccess(await ann().post(`${path}/invite`, { userIds: [product.people.ben.id] })),
    }
  },
  'POST /trips/{id}/guest-participants': async () => {
    const path = `${await aTripWith()}/guest-participants`
    return {
      send: (asking) => ann().post(path, { name: 'Gina' }, asking),
      async meanwhile({ body }) {
        expectSuccess(await ann().put(`${path}/${body.guestParticipant.id}`, { name: 'Greta' }))
        expectSuccess(await ann().del(`${path}/${body.guestParticipant.id}`))
      },
    }
  },
  'PUT /trips/{id}/guest-participants/{guestId}': async () => {
    const path = `${await aTripWith()}/guest-participants`
    const { guestParticipant } = expectSuccess(await ann().post(path, { name: 'Gina' }))
    return {
      send: (asking) => ann().put(`${path}/${guestParticipant.id}`, { name: 'Greta' }, asking),
      meanwhile: async () =>
        expectSuccess(await ann().put(`${path}/${guestParticipant.id}`, { name: 'Gerda' })),
    }
  },
  'DELETE /trips/{id}/guest-participants/{guestId}': async () => {
    const path = `${await aTripWith()}/guest-participants`
    const { guestParticipant } = expectSuccess(await ann().post(path, { name: 'Gina' }))
    return {
      send: (asking) => ann().del(`${path}/${guestParticipant.id}`, asking),
      meanwhile: async () => expectSuccess(await ann().post(path, { name: 'Gina' })),
    }
  },
  'POST /trips/{id}/expenses, edited since': async () => {
    const path = await aTripWith('ben')
    const body = { ...anExpense, sharedBy: [product.people.ann.id, product.people.ben.id] }
    return {
      send: (asking) => ann().post(`${path}/expenses`, body, asking),
      meanwhile: async ({ body: { expense } }) =>
        expectSuccess(await ben().put(`/expenses/${expense.id}`, { amount: 1 })),
    }
  },
  'POST /trips/{id}/expenses-enhanced, removed since': async () => {
    const path = await aTripWith()
    return {
      send: (asking) =>
        ann().post(`${path}/expenses-enhanced`, { ...anExpense, sharedBy: [user('ann')] }, asking),
      meanwhile: async ({ body: { expense } }) => expectSuccess(await ann().del(`/expenses/${expense.id}`)),
    }
  },
  'PUT /expenses/{id}': async () => {
    const { id } = await spend(await aTripWith())
    return {
      send: (asking) => ann().put(`/expenses/${id}`, { amount: 2 }, asking),
      meanwhile: async () => expectSuccess(await ann().del(`/expenses/${id}`)),
    }
  },
  'DELETE /expenses/{id}': async () => {
    const path = await aTripWith()
    const { id } = await spend(path)
    return { send: (asking) => ann().del(`/expenses/${id}`, asking), meanwhile: () => spend(path) }
  },
  'POST /trips/{id}/pool/contribute': async () => {
    const path = `${await aTripWith()}/pool`
    return {
      send: (asking) => ann().post(`${path}/contribute`, { amount: 5 }, asking),
      meanwhile: async ({ body: { transaction } }) =>
        expectSuccess(await ann().del(`${path}/transactions/${transaction.id}`)),
    }
  },
  'DELETE /trips/{id}/pool/transactions/{t}': async () => {
    const path = `${await aTripWith()}/pool`
    const give = async () => expectSuccess(await ann().post(`${path}/contribute`, { amount: 5 })).transaction
    const { id } = await give()
    return { send: (asking) => ann().del(`${path}/transactions/${id}`, asking), meanwhile: give }
  },
  'POST /trips/{id}/payments': async () => {
    const path = `${await aTripWith('ben')}/payments`
    return {
      send: (asking) => ann().post(path, { from: user('ann'), to: user('ben'), amount: 5 }, asking),
      meanwhile: async ({ body: { payment } }) => expectSuccess(await ben().del(`${path}/${payment.id}`)),
    }
  },
  'DELETE /trips/{id}/payments/{p}': async () => {
    const path = `${await aTripWith('ben')}/payments`
    const pay = async () =>
      expectSuccess(await ann().post(path, { from: user('ann'), to: user('ben'), amount: 5 })).payment
    const { id } = await pay()
    return { send: (asking) => ann().del(`${path}/${id}`, asking), meanwhile: pay }
  },
  'DELETE /trips/{id}': async () => {
    const path = await aTripWith()
    return { send: (asking) => ann().del(path, asking), meanwhile: () => aTripWith() }
  },
}

describe('repeats', () => {
  it.each(Object.keys(cases))('A repeat of %s gets the first response again', async (name) => {
    const { send, meanwhile } = await cases[name]!()
    const key = randomUUID()
    const first = await send({ key })
    expect(first.status, first.text).toBeLessThan(300)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    await meanwhile(first)
    const before = await product.store.head()
    const again = await send({ key })
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.headers['etag']).toBe(first.headers['etag'])
    expect(again.headers['position']).toBe(first.headers['position'])
    expect(await product.store.head(), 'nothing was done twice').toBe(before)
    const otherKey = await send({ key: randomUUID() })
    expect(otherKey.headers['idempotency-replayed']).toBeUndefined()
  })

  it('A repeat about a guest has the present contact details, because no others are stored', async () => {
    const path = `${await aTripWith()}/guest-participants`
    const key = randomUUID()
    const send = () => ann().post(path, { name: 'Gina', email: 'gina@example.com' }, { key })
    const { guestParticipant } = expectSuccess(await send())
    expectSuccess(
      await ann().put(`${path}/${guestParticipant.id}`, { email: 'g@example.com', name: 'Greta' }),
    )
    expect(expectSuccess(await send()).guestParticipant).toEqual({
      ...guestParticipant,
      email: 'g@example.com',
    })
  })

  it('A repeat on a deleted trip is refused, since nothing of the trip is left', async () => {
    const [tripKey, key] = [randomUUID(), randomUUID()]
    const plan = () => ann().post('/trips', aTrip, { key: tripKey })
    const path = `/trips/${expectSuccess(await plan()).trip.id}`
    const body = { ...anExpense, sharedBy: [product.people.ann.id] }
    const add = () => ann().post(`${path}/expenses`, body, { key })
    expect((await add()).status).toBe(201)
    expectSuccess(await ann().del(path))
    const gone = async (stream: string) => (await product.store.read(stream)).length < 2
    const id = path.slice('/trips/'.length)
    await vi.waitUntil(async () => (await gone(`trip-${id}`)) && (await gone(`money-${id}`)), longTimeout)
    for (const answer of [await plan(), await add()])
      expect([answer.status, answer.body.message]).toEqual([404, 'Not found'])
  })
})

describe('restart on the same file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trips-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const start = async () => {
    const store = await openSqliteEventStore({ file: join(folder, 'events.db') })
    const restarted = await startProduct({ people: PEOPLE, store })
    const stop = async () => {
      await restarted.stop()
      await store.close()
    }
    return { client: restarted.as('ann'), people: restarted.people, stop }
  }

  it('A repeat after a restart gets the first response, another body gets 422, and all else is unchanged', async () => {
    const [tripKey, expenseKey] = [randomUUID(), randomUUID()]
    let { client, people, stop } = await start()
    const plan = () => client.post('/trips', aTrip, { key: tripKey })
    const add = (amount = 12) =>
      client.post(
        `/trips/${planned.body.trip.id}/expenses`,
        { ...anExpense, amount, sharedBy: [people.ann.id] },
        { key: expenseKey },
      )
    const planned = await plan()
    const added = await add()
    expect(added.status, added.text).toBe(201)
    const reads = ['', '/expenses', '/balances', '/settlement', '/pool', '/all-participants']
    const readAll = () =>
      Promise.all(reads.map(async (at) => (await client.get(`/trips/${planned.body.trip.id}${at}`)).text))
    const before = await readAll()
    await stop()
    ;({ client, people, stop } = await start())
    for (const [again, first] of [
      [await plan(), planned],
      [await add(), added],
    ] as const) {
      expect([again.status, again.text]).toEqual([first.status, first.text])
      expect(again.headers['idempotency-replayed']).toBe('true')
    }
    expect((await add(13)).status).toBe(422)
    expect(await readAll()).toEqual(before)
    await stop()
  })
})
