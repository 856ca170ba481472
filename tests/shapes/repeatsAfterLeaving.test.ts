// Who repeats a command after they were removed or demoted hears that it was done, and nothing of today.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anActivity, anExpense, aTrip } from '#tests/authorization/scene.ts'
import type { Asking, Answer } from '#tests/support/client.ts'
import { done } from '#tests/support/client.ts'
import type { Product } from '#tests/support/product.ts'
import { startProduct } from '#tests/support/product.ts'

let product: Product<'ann' | 'ben' | 'cat'>
let trip: string
beforeAll(async () => void (product = await startProduct({ people: ['ann', 'ben', 'cat'] })))
beforeEach(async () => {
  product.clock.forward(60_000)
  const inviteUserIds = [product.people.ben.id, product.people.cat.id]
  trip = done(await ann().post('/trips', { ...aTrip, inviteUserIds })).trip.id
})
afterAll(() => product.stop())

const ann = () => product.as('ann')
const ben = () => product.as('ben')
const guests = () => `/trips/${trip}/guest-participants`
const removeBen = async () => done(await ann().del(`/trips/${trip}/participants/${product.people.ben.id}`))

/** The repeat of a command, and what the first answer was. */
async function repeated(
  send: (asking: Asking) => Promise<Answer>,
  meanwhile: (first: Answer['body']) => Promise<unknown>,
): Promise<{ first: Answer['body']; again: Answer }> {
  const key = randomUUID()
  const first = done(await send({ key }))
  await meanwhile(first)
  await product.caughtUp()
  const again = await send({ key })
  expect(again.headers['idempotency-replayed']).toBe('true')
  return { first, again }
}

describe('a repeat by who was removed since', () => {
  it('tells the ids of an expense, not what its guest is called today', async () => {
    const { guestParticipant } = done(await ann().post(guests(), { name: 'Gina' }))
    const body = { ...anExpense, sharedBy: [{ id: guestParticipant.id, type: 'guest' }] }
    const { first, again } = await repeated(
      (asking) => ben().post(`/trips/${trip}/expenses`, body, asking),
      async () => {
        await removeBen()
        done(await ann().put(`${guests()}/${guestParticipant.id}`, { name: 'Secret' }))
      },
    )
    const { id, paidBy, createdBy } = first.expense
    expect(again.status).toBe(201)
    expect(again.body).toEqual({
      expense: { id, paidBy: { id: paidBy.id }, createdBy: { id: createdBy.id } },
    })
  })

  it('tells the id of an activity alone', async () => {
    const { first, again } = await repeated(
      (asking) => ben().post(`/itineraries/${trip}/items`, anActivity, asking),
      removeBen,
    )
    expect(again.body).toEqual({ item: { id: first.item.id, createdBy: { id: product.people.ben.id } } })
  })

  it('tells nothing of what is unread today', async () => {
    const chats = `/trips/${trip}/chats`
    const { chat } = done(await ann().post(chats, { name: 'Plans' }))
    const messages = `/conversations/${chat.id}/messages`
    const { message } = done(await ann().post(messages, { content: 'first' }))
    const { again } = await repeated(
      (asking) => ben().post(`/conversations/${chat.id}/read`, { message_id: message.id }, asking),
      async () => {
        await removeBen()
        for (const content of ['second', 'third']) done(await ann().post(messages, { content }))
      },
    )
    expect([again.status, again.body]).toEqual([200, {}])
  })

  it('of a trip they planned themselves, handed over and left, tells ids alone', async () => {
    const key = randomUUID()
    const plan = () => ben().post('/trips', { ...aTrip, inviteUserIds: [product.people.ann.id] }, { key })
    const { trip: planned } = done(await plan())
    done(await ben().post(`/trips/${planned.id}/organizer`, { userId: product.people.ann.id }))
    done(await ben().post(`/trips/${planned.id}/leave`))
    const again = await plan()
    expect([again.status, again.body]).toEqual([201, { trip: { id: planned.id } }])
  })
})

describe('a repeat about a guest', () => {
  it('by who no longer edits the trip tells its id, not how to reach the guest today', async () => {
    const body = { name: 'Gina', phone: '+852 5555 0101' }
    const { first, again } = await repeated(
      (asking) => ann().post(guests(), body, asking),
      async ({ guestParticipant }) => {
        done(await ann().post(`/trips/${trip}/organizer`, { userId: product.people.ben.id }))
        done(await ben().put(`/trips/${trip}/participants/${product.people.ann.id}`, { role: 'member' }))
        done(await ben().put(`${guests()}/${guestParticipant.id}`, { notes: 'not for Ann' }))
      },
    )
    const { id, addedByUser } = first.guestParticipant
    expect(again.body).toEqual({ guestParticipant: { id, addedByUser: { id: addedByUser.id } } })
  })
})

it('a repeat by who is still there tells the whole answer', async () => {
  const body = { ...anExpense, sharedBy: [product.people.ben.id] }
  const { first, again } = await repeated(
    (asking) => ben().post(`/trips/${trip}/expenses`, body, asking),
    async () => undefined,
  )
  expect(again.body).toEqual(first)
})
