// Every socket event has its format, with exactly these keys, which are written by hand.

import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerEvents, clientEvents } from '#core/chat/socketEvents.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { edit, openTripChat, read, say, startDirect, startGroup } from '#tests/chat/requests.ts'
import { expectShape, me, oneChat, oneMessage, oneParticipant } from '#tests/responses/shapes.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Listener, listen } from '#tests/support/listener.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,36}$/))
const text = v.pipe(v.string(), v.minLength(1))
const time = v.pipe(v.string(), v.isoTimestamp())
const status = v.picklist(['online', 'away', 'offline'])
const message = oneMessage.entries.message
const chat = oneChat.entries.chat
const typing = { conversation_id: id, user_id: id, username: text, is_typing: v.boolean() }
const codes = [
  'UNAUTHENTICATED',
  'TOKEN_MISSING',
  'TOKEN_EXPIRED',
  'INVALID_TOKEN',
  'USER_NOT_FOUND',
  'ACCESS_DENIED',
  'MISSING_CONVERSATION_ID',
  'INVALID_STATUS',
  'JOIN_FAILED',
  'LEAVE_FAILED',
  'INTERNAL_ERROR',
  'VALIDATION_ERROR',
  'RATE_LIMITED',
] as const

const shapes: Record<keyof ServerEvents, v.GenericSchema> = {
  authenticated: me,
  auth_error: v.strictObject({ code: v.picklist(codes), message: text }),
  'conversation:started': v.strictObject({ conversation_id: id }),
  'conversation:changed': v.strictObject({ conversation_id: id }),
  'message:new': v.strictObject({ conversation_id: id, message }),
  'trip:message': v.strictObject({ conversation_id: id, trip_id: id, message }),
  'message:reaction': v.strictObject({ conversation_id: id, message }),
  'message:deleted': v.strictObject({ conversation_id: id, message }),
  'message:status': v.strictObject({
    message_id: id,
    user_id: id,
    status: v.picklist(['delivered', 'read']),
  }),
  user_typing: v.strictObject(typing),
  'trip:typing': v.strictObject({ trip_id: id, ...typing }),
  user_presence: v.strictObject({ user_id: id, username: text, status, last_seen: v.nullable(time) }),
  conversation_joined: v.strictObject({ conversationId: id, last_seq: v.pipe(v.number(), v.integer()) }),
  conversation_left: v.strictObject({ conversationId: id }),
  'trip:chat:created': v.strictObject({ trip_id: id, chat }),
  'trip:chat:updated': v.strictObject({ trip_id: id, chat }),
  'trip:chat:deleted': v.strictObject({ trip_id: id, chat_id: id }),
  'trip:participant:added': v.strictObject({ trip_id: id, participant: oneParticipant.entries.participant }),
  'trip:participant:removed': v.strictObject({ trip_id: id, user_id: id }),
  error: v.strictObject({ code: v.picklist(codes), message: text, conversationId: v.optional(id) }),
}

let product: Product<'ann' | 'ben'>
beforeAll(async () => void (product = await startProduct({ people: ['ann', 'ben'] })))
afterAll(() => product.stop())

describe('the socket', () => {
  it('The socket sends each of its events in its format', async () => {
    coversSpec(
      '§3 Presence',
      '§7 Real-time channel: Server to client',
      '§7 Real-time channel: authenticated',
      '§7 Real-time channel: message:new',
      '§7 Real-time channel: message:status',
      '§7 Real-time channel: user_typing',
      '§7 Real-time channel: user_presence',
      '§7 Real-time channel: conversation_joined',
      '§7 Real-time channel: trip:message',
      '§7 Real-time channel: trip:typing',
      '§7 Real-time channel: trip:chat:created',
      '§7 Real-time channel: trip:participant:added',
      '§8 Messaging error codes: UNAUTHENTICATED',
    )

    const devices = [
      await product.listen('ann'),
      await product.listen('ben'),
      listen(product.port, undefined),
    ]
    const [ann, ben] = devices as [Listener, Listener]
    await everythingHappens(ann, ben)
    const received = devices.flatMap((device) => device.received)
    for (const { event, payload } of received) expectShape(shapes[event], payload)
    expect(new Set(received.map(({ event }) => event))).toEqual(new Set(Object.keys(shapes)))
  })
})

async function everythingHappens(ann: Listener, ben: Listener): Promise<void> {
  const [asAnn, asBen] = [product.as('ann'), product.as('ben')]
  const tripId = expectSuccess(await asAnn.post('/trips', aTrip)).trip.id as string
  expectSuccess(await asAnn.post(`/trips/${tripId}/invite`, { userIds: [product.people.ben.id] }))
  const chatId = await openTripChat(asAnn, tripId)
  const directId = await startDirect(asAnn, product.people.ben.id)
  for (const conversationId of [chatId, directId]) {
    await ann.join(conversationId)
    await ben.join(conversationId)
    const first = await say(asAnn, conversationId, 'Hello', { client_message_id: conversationId })
    await say(asBen, conversationId, 'Hello', { reply_to: first.id })
    expectSuccess(await edit(asAnn, conversationId, first.id, 'Hello all'))
    const path = `/conversations/${conversationId}/messages/${first.id}`
    expectSuccess(await asBen.put(`${path}/reactions/${encodeURIComponent('👍')}`, undefined))
    expectSuccess(await asAnn.del(path))
    await read(asBen, conversationId, first.id)
    ben.emit('typing_start', { conversationId })
    ben.emit('typing_stop', { conversationId })
  }
  const groupId = await startGroup(asAnn, [product.people.ben.id])
  expectSuccess(await asBen.post(`/conversations/${groupId}/leave`))
  expectSuccess(await asBen.put(`/conversations/${directId}/notifications`, { level: 'none' }))
  const names = { tripId, chatId, conversationId: directId, status: 'away' }
  for (const event of clientEvents) {
    ben.emit(event, names)
    ben.emit(event, {})
  }
  await ben.settled()
  expectSuccess(
    await asAnn.put(`/trips/${tripId}/chats/${chatId}`, { name: 'Plans', description: 'All of them' }),
  )
  expectSuccess(await asAnn.del(`/trips/${tripId}/chats/${chatId}`))
  await ben.waitFor('trip:chat:deleted')
  expectSuccess(await asBen.post(`/trips/${tripId}/leave`))
  await ben.waitFor('trip:participant:removed')
  await ann.settled()
}
