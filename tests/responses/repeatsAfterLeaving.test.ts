// A person who repeats a command after being removed or demoted learns that it succeeded, and nothing of the present
// state.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anActivity, anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { type RequestOptions, type HttpResponse, expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let product: Product<'ann' | 'ben' | 'cat'>
let trip: string
beforeAll(async () => void (product = await startProduct({ people: ['ann', 'ben', 'cat'] })))
beforeEach(async () => {
  product.clock.forward(60_000)
  const inviteUserIds = [product.people.ben.id, product.people.cat.id]
  trip = expectSuccess(await ann().post('/trips', { ...aTrip, inviteUserIds })).trip.id
})
afterAll(() => product.stop())

const ann = () => product.as('ann')
const ben = () => product.as('ben')
const guests = () => `/trips/${trip}/guest-participants`
const removeBen = async () =>
  expectSuccess(await ann().del(`/trips/${trip}/participants/${product.people.ben.id}`))

/** Repeats a command. @returns the repeat's and the first response */
async function repeated(
  send: (asking: RequestOptions) => Promise<HttpResponse>,
  meanwhile: (first: HttpResponse['body']) => Promise<unknown>,
): Promise<{ first: HttpResponse['body']; again: HttpResponse }> {
  const key = randomUUID()
  const first = expectSuccess(await send({ key }))
  await meanwhile(first)
  await product.caughtUp()
  const again = await send({ key })
  expect(again.headers['idempotency-replayed']).toBe('true')
  return { first, again }
}

describe('repeats by a removed person', () => {
  it('A removed person’s repeat returns the ids of an expense, not the present name of its guest', async () => {
    const { guestParticipant } = expectSuccess(await ann().post(guests(), { name: 'Gina' }))
    const body = { ...anExpense, sharedBy: [{ id: guestParticipant.id, type: 'guest' }] }
    const { first, again } = await repeated(
      (asking) => ben().post(`/trips/${trip}/expenses`, body, asking),
      async () => {
        await removeBen()
        expectSuccess(await ann().put(`${guests()}/${guestParticipant.id}`, { name: 'Secret' }))
      },
    )
    const { id, paidBy, createdBy } = first.expense
    expect(again.status).toBe(201)
    expect(again.body).toEqual({
      expense: { id, paidBy: { id: paidBy.id }, createdBy: { id: createdBy.id } },
    })
  })

  it('A removed person’s repeat returns the id of an activity alone', async () => {
    const { first, again } = await repeated(
      (asking) => ben().post(`/itineraries/${trip}/items`, anActivity, asking),
      removeBen,
    )
    expect(again.body).toEqual({ item: { id: first.item.id, createdBy: { id: product.people.ben.id } } })
  })

  it('A removed person’s repeat returns no present unread count', async () => {
    const chats = `/trips/${trip}/chats`
    const { chat } = expectSuccess(await ann().post(chats, { name: 'Plans' }))
    const messages = `/conversations/${chat.id}/messages`
    const { message } = expectSuccess(await ann().post(messages, { content: 'first' }))
    const { again } = await repeated(
      (asking) => ben().post(`/conversations/${chat.id}/read`, { message_id: message.id }, asking),
      async () => {
        await removeBen()
        for (const content of ['second', 'third']) expectSuccess(await ann().post(messages, { content }))
      },
    )
    expect([again.status, again.body]).toEqual([200, {}])
  })

  it('A repeat on a trip that its planner handed over and left returns ids alone', async () => {
    const key = randomUUID()
    const plan = () => ben().post('/trips', { ...aTrip, inviteUserIds: [product.people.ann.id] }, { key })
    const { trip: planned } = expectSuccess(await plan())
    expectSuccess(await ben().post(`/trips/${planned.id}/organizer`, { userId: product.people.ann.id }))
    expectSuccess(await ben().post(`/trips/${planned.id}/leave`))
    const again = await plan()
    expect([again.status, again.body]).toEqual([201, { trip: { id: planned.id } }])
  })
})

describe('repeats about a guest', () => {
  it('A repeat by a demoted person returns the guest’s id, not the present contact details', async () => {
    const body = { name: 'Gina', phone: '+852 5555 0101' }
    const { first, again } = await repeated(
      (asking) => ann().post(guests(), body, asking),
      async ({ guestParticipant }) => {
        expectSuccess(await ann().post(`/trips/${trip}/organizer`, { userId: product.people.ben.id }))
        expectSuccess(
          await ben().put(`/trips/${trip}/participants/${product.people.ann.id}`, { role: 'member' }),
        )
        expectSuccess(await ben().put(`${guests()}/${guestParticipant.id}`, { notes: 'not for Ann' }))
      },
    )
    const { id, addedByUser } = first.guestParticipant
    expect(again.body).toEqual({ guestParticipant: { id, addedByUser: { id: addedByUser.id } } })
  })
})

it('A repeat by a present participant returns the whole response', async () => {
  const body = { ...anExpense, sharedBy: [product.people.ben.id] }
  const { first, again } = await repeated(
    (asking) => ben().post(`/trips/${trip}/expenses`, body, asking),
    async () => undefined,
  )
  expect(again.body).toEqual(first)
})
