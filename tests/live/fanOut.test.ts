// The events of a conversation reach every device of its people, once, in order, and not before they can be read.

import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { MessageResponse } from '#core/chat/contract.ts'
import type { ConversationEvent } from '#core/chat/events.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { appendEvents, message as aMessage } from '#tests/chat/events.ts'
import { edit, openTripChat, page, read, say, startDirect, startGroup } from '#tests/chat/requests.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { createPausableReadStore } from '#tests/support/pausableReadStore.ts'
import type { Listener } from '#tests/support/listener.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { longTimeout } from '#tests/support/timeout.ts'

const CROWD = Array.from({ length: 20 }, (_, n) => `friend${n}`)
const readStore = createPausableReadStore()
let product: Product<string>
let ann: Client
const open: Listener[] = []
beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben', 'cat', ...CROWD], readStore })
  ann = product.as('ann')
})
afterEach(() => {
  readStore.resume()
  for (const one of open.splice(0)) one.close()
  product.clock.forward(60_000)
})
afterAll(() => product.stop())

async function listenAs(name: string): Promise<Listener> {
  const listener = await product.listen(name)
  open.push(listener)
  return listener
}
const idsOf = (names: readonly string[]) => names.map((name) => product.people[name]!.id)
const messagesOf = (listener: Listener): MessageResponse[] =>
  [...listener.payloadsOf('message:new'), ...listener.payloadsOf('trip:message')].map(
    ({ message }) => message,
  )

describe('messages', () => {
  it('Messages that twenty people send at once reach each device once, in the order of their sequence numbers', async () => {
    const [first, ...others] = CROWD
    const id = await startGroup(product.as(first!), idsOf(others))
    const devices = await Promise.all([...CROWD, ...CROWD].map(listenAs))
    const sent = CROWD.flatMap((name) =>
      Array.from({ length: 5 }, (_, n) => say(product.as(name), id, `${name} ${n}`)),
    )
    const inOrder = (await Promise.all(sent)).toSorted((a, b) => a.seq - b.seq)
    expect(inOrder.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
    for (const device of devices) {
      await device.waitForCount('message:new', 100)
      expect(messagesOf(device)).toEqual(inOrder)
    }
  })

  it('A new conversation reaches its people before its first message, and nobody else', async () => {
    const devices = await Promise.all(['ann', 'ben', 'cat'].map(listenAs))
    const id = await startGroup(ann, idsOf(['ben']), 'Just the two')
    await Promise.all(devices.slice(0, 2).map((device) => device.waitFor('conversation:started')))
    await devices[2]!.settled()
    const received = devices.map((device) => device.payloadsOf('conversation:started'))
    expect(received).toEqual([[{ conversation_id: id }], [{ conversation_id: id }], []])
  })

  it('A message is published only when it can be read', async () => {
    const id = await startDirect(ann, product.people['ben']!.id)
    const ben = await listenAs('ben')
    await ben.settled()
    readStore.pause()
    const saying = say(ann, id, 'Not yet')
    await vi.waitUntil(async () => (await product.store.read(`conversation-${id}`)).length === 2, longTimeout)
    await ben.settled()
    expect(messagesOf(ben)).toEqual([])
    readStore.resume()
    const { message } = await ben.waitFor('message:new')
    expect((await page(product.as('ben'), id)).messages).toEqual([message])
    expect(await saying).toEqual(message)
  })

  it('A message is published by one event: with its trip for a trip chat, without one for other conversations', async () => {
    const inviteUserIds = [product.people['ben']!.id]
    const tripId = expectSuccess(await ann.post('/trips', { ...aTrip, inviteUserIds })).trip.id
    const chatId = await openTripChat(ann, tripId)
    const ben = await listenAs('ben')
    const message = await say(ann, chatId, 'In the trip')
    expect(await ben.waitFor('trip:message')).toEqual({ conversation_id: chatId, trip_id: tripId, message })
    await ben.settled()
    expect(ben.payloadsOf('message:new')).toEqual([])
  })

  it('An edited message is published again under its sequence number', async () => {
    const id = await startGroup(ann, idsOf(['ben', 'cat']))
    const [ben, own] = [await listenAs('ben'), await listenAs('ann')]
    const first = await say(ann, id, 'Helo')
    await say(ann, id, 'Second')
    product.clock.forward(1000)
    const { message } = expectSuccess(await edit(ann, id, first.id, 'Hello'))
    for (const device of [ben, own]) {
      await device.waitForCount('message:new', 3)
      expect(messagesOf(device).map(({ seq, is_edited: isEdited }) => [seq, isEdited])).toEqual([
        [1, false],
        [2, false],
        [1, true],
      ])
      expect(messagesOf(device)[2]).toEqual(message)
      expect(message.updated_at > first.updated_at).toBe(true)
    }
  })

  it('More than a megabyte of messages at once disconnects no device that reads', async () => {
    const id = await startGroup(ann, idsOf(['ben']))
    const ben = await listenAs('ben')
    const content = 'x'.repeat(4000)
    const events = Array.from({ length: 400 }, (_, index): ConversationEvent => {
      const message = { ...aMessage(index + 1), content, sender: product.people['ann']! }
      return { type: 'MessageSent', data: { conversationId: id, message } }
    })
    await appendEvents(product.store, `conversation-${id}`, events)
    await ben.waitForCount('message:new', events.length)
    expect(messagesOf(ben).map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(ben.isOpen()).toBe(true)
  })

  it('Messages missed while a device was away are in the response that it fetches after joining', async () => {
    const id = await startGroup(ann, idsOf(['ben']))
    const first = await say(ann, id, 'One')
    const before = await listenAs('ben')
    before.close()
    await before.closed
    await say(ann, id, 'Two')
    const again = await listenAs('ben')
    const saying = Promise.all(['Three', 'Four', 'Five'].map((text) => say(ann, id, text)))
    const { last_seq: last } = await again.join(id)
    const fetched = (await page(product.as('ben'), id, `after_id=${first.id}`)).messages
    await saying
    await again.waitFor('message:new', ({ message }) => message.seq === 5)
    // A message after the position in the response is pushed; one before it can be fetched.
    const known = new Set([...fetched, ...messagesOf(again)].map(({ seq }) => seq))
    expect([...known].toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5])
    expect(fetched.some(({ seq }) => seq === last) || last === 1).toBe(true)
  })
})

describe('message:status', () => {
  it('A status event tells the author who has received the message and who has read it', async () => {
    const id = await startGroup(ann, idsOf(['ben', 'cat']))
    const [own, ben] = [await listenAs('ann'), await listenAs('ben')]
    const message = await say(ann, id, 'Hello')
    const of = (name: string, status: 'delivered' | 'read') => ({
      message_id: message.id,
      user_id: product.people[name]!.id,
      status,
    })
    expect(await own.waitFor('message:status')).toEqual(of('ben', 'delivered'))
    await read(product.as('cat'), id, message.id)
    await read(product.as('ben'), id, message.id)
    await own.waitFor(
      'message:status',
      ({ user_id: who, status }) => who === of('ben', 'read').user_id && status === 'read',
    )
    expect(own.payloadsOf('message:status')).toEqual([
      of('ben', 'delivered'),
      of('cat', 'read'),
      of('ben', 'read'),
    ])
    await ben.settled()
    expect(ben.payloadsOf('message:status')).toEqual([of('cat', 'read'), of('ben', 'read')])
    // A message that was read already causes no event.
    await read(product.as('ben'), id, message.id)
    await own.settled()
    expect(own.payloadsOf('message:status')).toHaveLength(3)
  })

  it('A status event in a group of more than fifty goes to the author and to the reader alone', async () => {
    const many = await startProduct({
      people: ['ann', 'ben', 'cat', ...Array.from({ length: 48 }, (_, n) => `extra${n}`)],
    })
    const inviteUserIds = Object.values(many.people).map(({ id }) => id)
    const tripId = expectSuccess(await many.as('ann').post('/trips', { ...aTrip, inviteUserIds })).trip.id
    const chatId = await openTripChat(many.as('ann'), tripId)
    const [author, reader, other] = await Promise.all(
      (['ann', 'ben', 'cat'] as const).map((name) => many.listen(name)),
    )
    const message = await say(many.as('ann'), chatId, 'Hello all')
    await read(many.as('ben'), chatId, message.id)
    const told = { message_id: message.id, user_id: many.people['ben']!.id, status: 'read' }
    for (const device of [author!, reader!]) {
      await device.waitFor('message:status')
      expect(device.payloadsOf('message:status')).toEqual([told])
    }
    await other!.settled()
    expect(other!.payloadsOf('message:status')).toEqual([])
    expect(author!.payloadsOf('trip:message')).toHaveLength(1)
    await many.stop()
  })
})

describe('a trip', () => {
  it('A trip’s people get its chat and participant events, each with their own unread count', async () => {
    const tripId = expectSuccess(await ann.post('/trips', { ...aTrip, inviteUserIds: idsOf(['ben']) })).trip
      .id
    const [own, ben, cat] = [await listenAs('ann'), await listenAs('ben'), await listenAs('cat')]
    const chatId = await openTripChat(ann, tripId)
    const created = await ben.waitFor('trip:chat:created')
    expect(created).toEqual({
      trip_id: tripId,
      ...expectSuccess(await product.as('ben').get(`/trips/${tripId}/chats/${chatId}`)),
    })
    await say(ann, chatId, 'Hello')
    expectSuccess(await ann.put(`/trips/${tripId}/chats/${chatId}`, { name: 'Drinks' }))
    expect((await ben.waitFor('trip:chat:updated')).chat).toMatchObject({ name: 'Drinks', unread_count: 1 })
    expect((await own.waitFor('trip:chat:updated')).chat).toMatchObject({ name: 'Drinks', unread_count: 0 })

    expectSuccess(await ann.post(`/trips/${tripId}/invite`, { userIds: idsOf(['cat']) }))
    const participant = {
      id: product.people['cat']!.id,
      name: 'cat',
      role: 'member',
      email: 'cat@example.com',
    }
    for (const device of [own, ben, cat])
      expect(await device.waitFor('trip:participant:added')).toEqual({ trip_id: tripId, participant })
    expectSuccess(await product.as('cat').post(`/trips/${tripId}/leave`))
    for (const device of [own, ben, cat])
      expect(await device.waitFor('trip:participant:removed')).toEqual({
        trip_id: tripId,
        user_id: participant.id,
      })
    await cat.settled()
    cat.clear()
    expectSuccess(await ann.del(`/trips/${tripId}`))
    for (const device of [own, ben])
      expect(await device.waitFor('trip:chat:deleted')).toEqual({ trip_id: tripId, chat_id: chatId })
    await cat.settled()
    expect(cat.received.filter(({ event }) => event !== 'user_presence')).toEqual([])
  })

  it('A person who was removed leaves the rooms of the trip’s chats even if the read models are away for two minutes', async () => {
    const inviteUserIds = idsOf(['ben', 'cat'])
    const tripId = expectSuccess(await ann.post('/trips', { ...aTrip, inviteUserIds })).trip.id
    const chatId = await openTripChat(ann, tripId)
    const [ben, cat] = [await listenAs('ben'), await listenAs('cat')]
    await Promise.all([ben.join(chatId), cat.join(chatId)])
    const inRoom = () => product.live.io.sockets.adapter.rooms.get(`conversation:${chatId}`)?.size
    expect(inRoom()).toBe(2)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        await vi.advanceTimersByTimeAsync(1000)
        // The sockets answer the server's pings.
        for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setImmediate(resolve))
      }
    }
    readStore.pause()
    const removing = ann.del(`/trips/${tripId}/participants/${product.people['ben']!.id}`)
    await pass(120)
    expectSuccess(await removing)
    expect(inRoom()).toBe(2)
    readStore.resume()
    await pass(60)
    expect(inRoom()).toBe(1)
    const removed = { trip_id: tripId, user_id: product.people['ben']!.id }
    for (const device of [ben, cat]) expect(device.payloadsOf('trip:participant:removed')).toEqual([removed])
  })

  it('The removal of a person who is back before it can be published is not published', async () => {
    const tripId = expectSuccess(await ann.post('/trips', { ...aTrip, inviteUserIds: idsOf(['ben']) })).trip
      .id
    const ben = await listenAs('ben')
    await ben.settled()
    readStore.pause()
    const there = idsOf(['ben'])[0]!
    const changing = Promise.all([
      ann.del(`/trips/${tripId}/participants/${there}`),
      ann.post(`/trips/${tripId}/invite`, { userIds: [there] }),
    ])
    const types = async () => (await product.store.read(`trip-${tripId}`)).slice(-2).map(({ type }) => type)
    await expect.poll(types).toEqual(['ParticipantRemoved', 'ParticipantInvited'])
    readStore.resume()
    for (const response of await changing) expectSuccess(response)
    await ben.waitFor('trip:participant:added')
    expect(ben.payloadsOf('trip:participant:removed')).toEqual([])
  })

  it('A trip’s new name or destination is published with each of its chats, and any other change of it is not', async () => {
    const { trip } = expectSuccess(await ann.post('/trips', { ...aTrip, inviteUserIds: idsOf(['ben']) }))
    const chatIds = [await openTripChat(ann, trip.id), await openTripChat(ann, trip.id, 'Drinks')]
    const [ben, cat] = [await listenAs('ben'), await listenAs('cat')]
    expectSuccess(await ann.put(`/trips/${trip.id}`, { description: 'Bring boots' }))
    expectSuccess(await ann.put(`/trips/${trip.id}`, { title: 'Far north', destination: 'Sapporo' }))
    await ben.waitForCount('trip:chat:updated', 2)
    const published = ben.payloadsOf('trip:chat:updated').map(({ chat }) => chat)
    expect(published.map(({ id }) => id).toSorted()).toEqual(chatIds.toSorted())
    for (const chat of published) expect(chat.trip).toEqual({ title: 'Far north', destination: 'Sapporo' })
    await cat.settled()
    expect(cat.payloadsOf('trip:chat:updated')).toEqual([])
  })

  it('An accepted request is published to the trip’s people and the asker, and a request is published to neither', async () => {
    const plan = { ...aTrip, isPublic: true, inviteUserIds: idsOf(['ben']) }
    const tripId = expectSuccess(await ann.post('/trips', plan)).trip.id
    const devices = [await listenAs('ann'), await listenAs('ben'), await listenAs('cat')]
    const { invitation } = expectSuccess(await product.as('cat').post(`/trips/${tripId}/join-requests`, {}))
    for (const device of devices) await device.settled()
    expect(devices.flatMap((device) => device.payloadsOf('trip:participant:added'))).toEqual([])
    expectSuccess(await ann.put(`/trip-invitations/${invitation.id}/respond`, { response: 'accepted' }))
    const participant = {
      id: product.people['cat']!.id,
      name: 'cat',
      role: 'member',
      email: 'cat@example.com',
    }
    for (const device of devices)
      expect(await device.waitFor('trip:participant:added')).toEqual({ trip_id: tripId, participant })
  })
})
