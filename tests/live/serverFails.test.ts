// The event that a device receives when the server failed: it names the failed request and reveals nothing more.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { openTripChat } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let isBroken = false
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
      if (isBroken) throw new Error('broken')
      return inner.get(view, key)
    },
  }
}

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
