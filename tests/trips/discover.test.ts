// Discovering public trips and asking to join them, over HTTP: the lists and the notices of both sides.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aTrip } from '#tests/authorization/scenario.ts'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const PEOPLE = ['ann', 'ben', 'cat', 'dan'] as const
type Name = (typeof PEOPLE)[number]
let product: Product<Name>
beforeAll(async () => {
  product = await startProduct({ people: PEOPLE })
})
afterAll(() => product.stop())

const as = (name: Name) => product.as(name)

async function plan(by: Name, changes: object = {}): Promise<string> {
  return expectSuccess(await as(by).post('/trips', { ...aTrip, isPublic: true, ...changes })).trip.id
}
async function discovered(by: Name, query = ''): Promise<{ id: string }[]> {
  return expectSuccess(await as(by).get(`/trips?scope=discover&limit=100${query}`)).trips
}
const finds = async (by: Name, tripId: string) => (await discovered(by)).some(({ id }) => id === tripId)
async function ask(by: Name, tripId: string, body: object = {}): Promise<string> {
  return expectSuccess(await as(by).post(`/trips/${tripId}/join-requests`, body)).invitation.id
}
const respond = (requestId: string, response: string) =>
  as('ann').put(`/trip-invitations/${requestId}/respond`, { response })
const joinRequest = async (by: Name, tripId: string) =>
  expectSuccess(await as(by).get(`/trips/${tripId}`)).trip.joinRequest

describe('discover', () => {
  it('Discover lists public trips of others in the reduced view, and nothing else', async () => {
    const [open, secret] = [await plan('ann', { budget: 100 }), await plan('ann', { isPublic: false })]
    const found = (await discovered('ben')).find(({ id }) => id === open)
    expect(found).toEqual({
      id: open,
      ...aTrip,
      description: null,
      status: 'planning',
      isPublic: true,
      userRole: null,
      organizer: { username: 'ann' },
      participantCount: 1,
      joinRequest: null,
    })
    expect(await finds('ben', secret)).toBe(false)
    expect(await finds('ann', open), 'it is her own').toBe(false)
  })

  it('Discover lists the soonest trip first, and counts all trips over the pages', async () => {
    const [later, sooner] = [
      await plan('ann', { startDate: '2026-05-05', endDate: '2026-05-09' }),
      await plan('ann', { startDate: '2026-05-03', endDate: '2026-05-04' }),
    ]
    const all = (await discovered('ben')).map(({ id }) => id)
    expect(all.slice(0, 2)).toEqual([sooner, later])
    const { trips, pagination } = expectSuccess(await as('ben').get('/trips?scope=discover&limit=1&offset=1'))
    expect(trips.map(({ id }: { id: string }) => id)).toEqual([later])
    expect(pagination).toEqual({ limit: 1, offset: 1, total: all.length })
  })

  it('Discover leaves out trips that ended, were cancelled or deleted, or turned private', async () => {
    for (const change of [{ status: 'cancelled' }, { status: 'completed' }, { isPublic: false }]) {
      const tripId = await plan('ann')
      expect(await finds('ben', tripId)).toBe(true)
      expectSuccess(await as('ann').put(`/trips/${tripId}`, change))
      expect(await finds('ben', tripId), JSON.stringify(change)).toBe(false)
    }
    const tripId = await plan('ann')
    expectSuccess(await as('ann').del(`/trips/${tripId}`))
    expect(await finds('ben', tripId)).toBe(false)
  })

  it('Discover lists a trip again after its participant left', async () => {
    const tripId = await plan('ann', { inviteUserIds: [product.people.ben.id] })
    expect(await finds('ben', tripId)).toBe(false)
    expectSuccess(await as('ben').post(`/trips/${tripId}/leave`))
    expect(await finds('ben', tripId)).toBe(true)
  })

  it('Discover is the only scope besides the default one', async () => {
    const refused = { status: 400, field: 'scope', text: 'scope must be one of discover' }
    await expectRefused(product, () => as('ben').get('/trips?scope=everything'), refused)
  })
})

describe('requests to join', () => {
  it('A request is shown to its asker in the trip, the list and the invitations, and to the organizer', async () => {
    const tripId = await plan('ann')
    const requestId = await ask('ben', tripId, { message: ' I bring a guitar. ' })
    expect(await joinRequest('ben', tripId)).toBe('pending')
    expect(await joinRequest('cat', tripId), 'it is nobody else’s').toBe(null)
    const listed = (await discovered('ben')).find(({ id }) => id === tripId)
    expect(listed).toMatchObject({ joinRequest: 'pending' })
    for (const name of ['ann', 'ben'] as const) {
      const { invitations } = expectSuccess(
        await as(name).get(`/trip-invitations?direction=request&tripId=${tripId}`),
      )
      const { title, destination, startDate, endDate } = aTrip
      expect(invitations).toEqual([
        {
          id: requestId,
          direction: 'request',
          status: 'pending',
          response: null,
          trip: { id: tripId, title, destination, startDate, endDate },
          user: { id: product.people.ben.id, username: 'ben' },
          invitedBy: null,
          message: 'I bring a guitar.',
          createdAt: expect.any(String),
          respondedAt: null,
        },
      ])
    }
    const ofOthers = `/trip-invitations?direction=invite&tripId=${tripId}`
    expect(expectSuccess(await as('ann').get(ofOthers)).invitations).toEqual([])
  })

  it('An asker is on the trip when the organizer accepts, and not before', async () => {
    const tripId = await plan('ann')
    const requestId = await ask('ben', tripId)
    const mine = async () =>
      expectSuccess(await as('ben').get('/trips?limit=100')).trips.map((one: { id: string }) => one.id)
    expect(await mine()).not.toContain(tripId)
    const { invitation } = expectSuccess(await respond(requestId, 'accepted'))
    expect([invitation.status, invitation.direction]).toEqual(['accepted', 'request'])
    expect(await mine()).toContain(tripId)
    expect(expectSuccess(await as('ben').get(`/trips/${tripId}`)).trip.userRole).toBe('member')
    expect(await finds('ben', tripId)).toBe(false)
  })

  it('An asker may ask again after a refusal, and withdraw the request', async () => {
    const tripId = await plan('ann')
    expectSuccess(await respond(await ask('ben', tripId), 'declined'))
    expect(await joinRequest('ben', tripId)).toBe(null)
    const again = await ask('ben', tripId)
    expectSuccess(await as('ben').del(`/trip-invitations/${again}`))
    expect(await joinRequest('ben', tripId)).toBe(null)
    const { invitations } = expectSuccess(await as('ben').get(`/trip-invitations?tripId=${tripId}`))
    expect(invitations.map(({ status }: { status: string }) => status)).toEqual(['declined'])
  })

  it('An invitation accepts a pending request of its person', async () => {
    const tripId = await plan('ann')
    await ask('ben', tripId)
    const userIds = [product.people.ben.id, product.people.cat.id]
    const { added } = expectSuccess(await as('ann').post(`/trips/${tripId}/invite`, { userIds }))
    expect(added).toEqual(userIds)
    const path = `/trip-invitations?tripId=${tripId}&status=pending`
    expect(expectSuccess(await as('ben').get(path)).invitations).toEqual([])
  })

  it('A request that is sent twice is made once', async () => {
    const tripId = await plan('ann')
    const key = crypto.randomUUID()
    const send = () => as('ben').send('POST', `/trips/${tripId}/join-requests`, { body: {}, key })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
  })

  it('An asker who may not ask gets the reason', async () => {
    const tripId = await plan('ann')
    const path = `/trips/${tripId}/join-requests`
    const conflict = (text: string, code: string) => ({ status: 409, code, text })
    const mine = conflict('You are on this trip already', 'AlreadyOnTheTrip')
    await expectRefused(product, () => as('ann').post(path, {}), mine)
    const first = await ask('ben', tripId)
    const twice = conflict('You have asked already. The organizer has not answered yet.', 'AlreadyAsked')
    await expectRefused(product, () => as('ben').post(path, {}), twice)
    expectSuccess(await respond(first, 'declined'))
    const over = conflict('This request was already answered or cancelled', 'CONFLICT')
    await expectRefused(product, () => respond(first, 'accepted'), over)
    await expectRefused(product, () => as('ben').del(`/trip-invitations/${first}`), over)
    for (let times = 1; times < 5; times++)
      expectSuccess(await as('ben').del(`/trip-invitations/${await ask('ben', tripId)}`))
    const often = 'You asked several times today. Please wait a day before you ask again.'
    await expectRefused(product, () => as('ben').post(path, {}), conflict(often, 'AskedTooOften'))
  })
})

describe('refused requests', () => {
  it.each<[object, string, string]>([
    [{ message: 'x'.repeat(301) }, 'message', 'Message must be 300 characters or less'],
    [{ message: 7 }, 'message', 'This must be text'],
    [{ message: 'May\u0000I' }, 'message', 'This text has characters that cannot be used'],
    [{ userId: 'cat' }, 'userId', 'Unknown field userId'],
    [{ role: 'organizer' }, 'role', 'Unknown field role'],
  ])('A request with %j is refused', async (body, field, text) => {
    const tripId = await plan('ann')
    const post = () => as('ben').post(`/trips/${tripId}/join-requests`, body)
    await expectRefused(product, post, { status: 400, field, text })
  })

  it('A request without a message is accepted', async () => {
    for (const body of [{}, { message: '' }, { message: ' \u3164 ' }, { message: null }]) {
      const { invitation } = expectSuccess(
        await as('dan').post(`/trips/${await plan('ann')}/join-requests`, body),
      )
      expect(invitation.message).toBe(null)
    }
  })
})
