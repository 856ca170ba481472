// The event that a device receives when the server failed: it names the failed request and reveals nothing more.

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { openTripChat } from '#tests/chat/requests.ts'
import { roomOfConversation } from '#api/live/rooms.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { createStoreThatGoesAway } from '#tests/support/storeThatGoesAway.ts'

let isBroken = false
/** Broken while this socket is in the room of the conversation. */
let breaksFor: string | undefined
let product: Product<'ann'>
let payload: { tripId: string; chatId: string; conversationId: string }

beforeAll(async () => {
  product = await startProduct({ people: ['ann'], readStore: readStoreThatBreaks() })
  const tripId = expectSuccess(await product.as('ann').post('/trips', aTrip)).trip.id as string
  const chatId = await openTripChat(product.as('ann'), tripId)
  payload = { tripId, chatId, conversationId: chatId }
})
afterAll(() => product.stop())

function readStoreThatBreaks(): ReadStore {
  const inner = createMemoryReadStore()
  return {
    ...inner,
    async get(view, key) {
      if (isBroken || (breaksFor && isInRoom(breaksFor))) throw new Error('broken')
      return inner.get(view, key)
    },
  }
}

const isInRoom = (id: string) =>
  product.live.io.sockets.sockets.get(id)?.rooms.has(roomOfConversation(payload.conversationId)) ?? false

it.each([
  ['join_conversation', 'JOIN_FAILED', 'Failed to join conversation'],
  ['join_trip_chat', 'JOIN_FAILED', 'Failed to join conversation'],
  ['leave_conversation', 'LEAVE_FAILED', 'Failed to leave conversation'],
  ['leave_trip_chat', 'LEAVE_FAILED', 'Failed to leave conversation'],
  ['typing_start', 'INTERNAL_ERROR', 'Server error occurred'],
])('A failed %s is answered %s, and succeeds when the server recovers', async (event, code, message) => {
  coversSpec('§8 Messaging error codes: UNAUTHENTICATED')

  const ann = await product.listen('ann')
  isBroken = true
  ann.emit(event, payload)
  const error = await ann.waitFor('error')
  isBroken = false
  expect(error).toEqual({ code, message })
  ann.clear()
  ann.emit(event, payload)
  await ann.settled()
  expect(ann.payloadsOf('error')).toEqual([])
})

it('A socket whose access fails to be checked again after it joined leaves the conversation', async () => {
  const ann = await product.listen('ann')
  breaksFor = ann.id
  onTestFinished(() => void (breaksFor = undefined))
  ann.emit('join_conversation', payload)
  expect((await ann.waitFor('error')).code).toBe('JOIN_FAILED')
  await ann.settled()
  expect(isInRoom(ann.id!)).toBe(false)
})

it('A person who was removed in another process cannot join the trip’s chat while the log cannot be read', async () => {
  const store = createStoreThatGoesAway()
  const other = await startProduct({ people: ['ann', 'ben'], store })
  const here = await startProduct({ people: ['ann', 'ben'], store })
  onTestFinished(async () => void (await Promise.all([other.stop(), here.stop()])))
  const body = { ...aTrip, inviteUserIds: [other.people.ben.id] }
  const tripId = expectSuccess(await other.as('ann').post('/trips', body)).trip.id as string
  const conversationId = await openTripChat(other.as('ann'), tripId)
  await here.caughtUp()
  expectSuccess(await here.as('ben').get(`/trips/${tripId}/chats/${conversationId}`))
  expectSuccess(await other.as('ann').del(`/trips/${tripId}/participants/${other.people.ben.id}`))
  await here.caughtUp()
  // Events are published in order: once this one is, the removal was handled.
  const ann = await here.listen('ann')
  await openTripChat(other.as('ann'), expectSuccess(await other.as('ann').post('/trips', aTrip)).trip.id)
  await ann.waitFor('trip:chat:created')
  store.isAway = true
  const ben = await here.listen('ben')
  ben.emit('join_conversation', { conversationId })
  expect((await ben.waitFor('error')).code).toBe('ACCESS_DENIED')
})
