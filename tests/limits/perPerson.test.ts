// Limits across streams: a person's trips, open invitations and conversations, and a trip's chats. Most of the things
// are written straight into the log.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idFrom } from '#core/kernel/ids.ts'
import { type LimitName, limits } from '#core/kernel/limits.ts'
import type { TripEvent, TripUser } from '#core/trips/events.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { type HttpResponse, expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { writeStream } from '#tests/support/writeStream.ts'
import { details } from '#tests/trips/events.ts'

/** Each has almost reached one limit, except Olga. */
const PEOPLE = ['olga', 'traveller', 'invited', 'talker'] as const
type Name = (typeof PEOPLE)[number]
let product: Product<Name>

beforeAll(async () => {
  product = await startProduct({ people: PEOPLE })
  const { olga, traveller, invited, talker } = product.people
  for (let i = 0; i < limits.tripsOfPerson.max - 1; i++) await tripBy(traveller, `of the traveller ${i}`)
  for (let i = 0; i < limits.openInvitationsOfPerson.max - 1; i++)
    await tripBy(olga, `to the invited ${i}`, {
      type: 'ParticipantInvited',
      data: { invitationId: idFrom('invitation', String(i)), user: invited, invitedBy: olga },
    })
  for (let i = 0; i < limits.conversationsOfPerson.max - 1; i++) {
    const conversationId = idFrom('talk', String(i))
    const data = { conversationId, name: `Talk ${i}`, description: null, people: [talker], startedBy: talker }
    await writeStream(
      product.store,
      `conversation-${conversationId}`,
      [{ type: 'GroupStarted', data }],
      talker.id,
    )
  }
  // New connections, because the server has closed the idle ones meanwhile.
  await product.stop()
  product = await startProduct({ people: PEOPLE, store: product.store })
})
afterAll(() => product.stop())

async function tripBy(organizer: TripUser, name: string, ...more: TripEvent[]): Promise<string> {
  const tripId = idFrom(organizer.id, name)
  const planned: TripEvent = {
    type: 'TripPlanned',
    data: { tripId, details: { ...details, isPublic: true }, organizer },
  }
  await writeStream(product.store, `trip-${tripId}`, [planned, ...more], organizer.id)
  return tripId
}

const idOf = (name: Name) => product.people[name].id
const as = (name: Name) => product.as(name)
const plan = (name: Name, more: object = {}) => as(name).post('/trips', { ...aTrip, ...more })
const failedFor = (name: Name, limit: LimitName) => ({
  added: [],
  failed: [{ userId: idOf(name), message: limits[limit].text }],
})
function expectFull(answer: HttpResponse, name: LimitName): void {
  expect([answer.status, answer.body.error?.code, answer.body.message]).toEqual([
    409,
    'LimitReached',
    limits[name].text,
  ])
}

describe('person', () => {
  it('A person is on at most 1,000 trips, whether they plan one, are invited or accepted', async () => {
    expect(limits.tripsOfPerson.max).toBe(1000)
    const mine = expectSuccess(await plan('olga', { isPublic: true })).trip.id as string
    const asked = expectSuccess(await as('traveller').post(`/trips/${mine}/join-requests`, {})).invitation
      .id as string
    const last = expectSuccess(await plan('traveller')).trip.id as string
    expectFull(await plan('traveller'), 'tripsOfPerson')
    const other = expectSuccess(await plan('olga')).trip.id as string
    const invited = await as('olga').post(`/trips/${other}/invite`, { userIds: [idOf('traveller')] })
    expect(expectSuccess(invited)).toEqual(failedFor('traveller', 'tripsOfPerson'))
    const letIn = () => as('olga').put(`/trip-invitations/${asked}/respond`, { response: 'accepted' })
    expectFull(await letIn(), 'tripsOfPerson')
    // Deleting a trip makes room.
    expect((await as('traveller').del(`/trips/${last}`)).status).toBe(204)
    await product.caughtUp()
    expect((await letIn()).status).toBe(200)
    expectFull(await plan('traveller'), 'tripsOfPerson')
  })

  it('A person has at most 200 open invitations, their own requests included', async () => {
    expect(limits.openInvitationsOfPerson.max).toBe(200)
    const userIds = [idOf('invited')]
    const path = `/trips/${expectSuccess(await plan('olga')).trip.id}/invite`
    const key = 'e9b1a5a0-0000-4000-8000-000000000001'
    expect(expectSuccess(await as('olga').post(path, { userIds }, { key }))).toEqual({
      added: userIds,
      failed: [],
    })
    // A repeat gets the first response again, although the limit is reached now.
    expect(expectSuccess(await as('olga').post(path, { userIds }, { key }))).toEqual({
      added: userIds,
      failed: [],
    })
    const planned = expectSuccess(await plan('olga', { inviteUserIds: userIds, isPublic: true }))
    expect(planned).toMatchObject(failedFor('invited', 'openInvitationsOfPerson'))
    const ask = () => as('invited').post(`/trips/${planned.trip.id}/join-requests`, {})
    expectFull(await ask(), 'openInvitationsOfPerson')
    const sentByOlga = await as('olga').get('/trip-invitations?status=pending&direction=invite')
    expect(expectSuccess(sentByOlga).pagination.total).toBe(200)
    const toOlga = await as('olga').get('/trip-invitations?status=pending&direction=invite&to=me')
    expect(expectSuccess(toOlga).pagination.total).toBe(0)
    // Any response to an invitation makes room.
    const listed = expectSuccess(await as('invited').get('/trip-invitations?status=pending&to=me'))
    expect(listed.pagination.total).toBe(200)
    const [first] = listed.invitations
    expectSuccess(await as('invited').put(`/trip-invitations/${first.id}/respond`, { response: 'declined' }))
    expect((await ask()).status).toBe(201)
    expectFull(
      await as('invited').post(
        `/trips/${expectSuccess(await plan('olga', { isPublic: true })).trip.id}/join-requests`,
        {},
      ),
      'openInvitationsOfPerson',
    )
  })

  it('A person is in at most 5,000 conversations, and keeps existing ones', async () => {
    expect(limits.conversationsOfPerson.max).toBe(5000)
    const start = (name: Name, other: Name) =>
      as(name).post('/conversations', { type: 'direct', participant_ids: [idOf(other)] })
    expect((await start('talker', 'olga')).status).toBe(201)
    expectFull(await start('talker', 'traveller'), 'conversationsOfPerson')
    expectFull(await start('traveller', 'talker'), 'conversationsOfPerson')
    const group = { type: 'group', name: 'All', participant_ids: [idOf('olga'), idOf('talker')] }
    expectFull(await as('invited').post('/conversations', group), 'conversationsOfPerson')
    expect((await start('olga', 'talker')).status).toBe(200)
    expect((await start('olga', 'traveller')).status).toBe(201)
  })
})

describe('trip', () => {
  it('A trip has at most 50 chats, and a deleted one frees a place', async () => {
    expect(limits.chatsOfTrip.max).toBe(50)
    const tripId = expectSuccess(await plan('olga')).trip.id as string
    const chats = `/trips/${tripId}/chats`
    const create = (i: number) => as('olga').post(chats, { name: `Chat ${i}` })
    for (let i = 0; i < limits.chatsOfTrip.max; i++) expectSuccess(await create(i))
    expectFull(await create(50), 'chatsOfTrip')
    const [first] = expectSuccess(await as('olga').get(chats)).chats
    expect((await as('olga').del(`${chats}/${first.id}`)).status).toBe(204)
    expect((await create(51)).status).toBe(201)
    expectFull(await create(52), 'chatsOfTrip')
  })
})
