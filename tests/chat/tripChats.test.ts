// The members of a trip's chats are the present people of the trip. Nobody is added to a chat or left in it by itself.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { conversations } from '#projections/chat/conversations.ts'
import { chatsOfTrip } from '#projections/chat/conversationsOf.ts'
import { messageLeafKey, messages } from '#projections/chat/messages.ts'
import { readMarkers } from '#projections/chat/readMarkers.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { openTripChat, page, read, say, send } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { createPausableReadStore } from '#tests/support/pausableReadStore.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { longTimeout } from '#tests/support/timeout.ts'

const PEOPLE = ['ann', 'ben', 'cat'] as const
const readStore = createPausableReadStore()
let product: Product<(typeof PEOPLE)[number]>
let ann: Client
let ben: Client
beforeAll(async () => {
  product = await startProduct({ people: PEOPLE, readStore })
  ;[ann, ben] = [product.as('ann'), product.as('ben')]
})
afterAll(() => product.stop())

async function plan(...names: ('ben' | 'cat')[]): Promise<string> {
  const inviteUserIds = names.map((name) => product.people[name].id)
  return expectSuccess(await ann.post('/trips', { ...aTrip, inviteUserIds })).trip.id
}
const names = (chat: { participants: { username: string }[] }) => chat.participants.map((one) => one.username)
const statuses = async (by: Client, tripId: string, chatId: string) => {
  const responses = await Promise.all([
    by.get(`/trips/${tripId}/chats`),
    by.get(`/trips/${tripId}/chats/${chatId}`),
    by.get(`/conversations/${chatId}`),
    by.get(`/conversations/${chatId}/messages`),
    send(by, chatId, 'Hello'),
  ])
  return responses.map(({ status }) => status)
}
const listed = async (by: Client, chatId: string): Promise<boolean> =>
  expectSuccess(await by.get('/conversations?limit=100')).conversations.some(
    ({ id }: { id: string }) => id === chatId,
  )

describe('access to trip chats', () => {
  it('An invited person is in the trip’s chats at once, and a person who left or was removed is not', async () => {
    coversSpec('§4 Messages: A participant added to a trip', '§6 Trip chat participants')

    const tripId = await plan('cat')
    const [chatId, otherId] = [await openTripChat(ann, tripId), await openTripChat(ann, tripId)]
    expect(await statuses(ben, tripId, chatId)).toEqual([404, 404, 404, 404, 404])
    const invite = () => ann.post(`/trips/${tripId}/invite`, { userIds: [product.people.ben.id] })

    expectSuccess(await invite())
    for (const id of [chatId, otherId])
      expect(await statuses(ben, tripId, id)).toEqual([200, 200, 200, 200, 201])
    const { chat } = expectSuccess(await ben.get(`/trips/${tripId}/chats/${chatId}`))
    expect([names(chat), chat.participants[2].role]).toEqual([['ann', 'cat', 'ben'], 'member'])
    expect(await listed(ben, chatId)).toBe(true)

    expectSuccess(await ben.post(`/trips/${tripId}/leave`))
    expect(await statuses(ben, tripId, chatId)).toEqual([403, 403, 403, 403, 403])
    expect(await listed(ben, chatId)).toBe(false)
    expect(names(expectSuccess(await ann.get(`/conversations/${chatId}`)).conversation)).toEqual([
      'ann',
      'cat',
    ])

    expectSuccess(await invite())
    expect(await statuses(ben, tripId, chatId)).toEqual([200, 200, 200, 200, 201])
    expect(await listed(ben, otherId)).toBe(true)
    expectSuccess(await ann.del(`/trips/${tripId}/participants/${product.people.ben.id}`))
    for (const id of [chatId, otherId])
      expect(await statuses(ben, tripId, id)).toEqual([403, 403, 403, 403, 403])
    expect(await listed(ben, otherId)).toBe(false)
  })

  it('A former participant’s list lacks the trip’s chats, though the read model lags', async () => {
    const tripId = await plan('ben')
    const chatId = await openTripChat(ann, tripId)
    expect(await listed(ben, chatId)).toBe(true)
    readStore.pause()
    // Its response waits for the read models until the timeout.
    const leaving = ben.post(`/trips/${tripId}/leave`)
    await vi.waitUntil(
      async () => (await product.store.read(`trip-${tripId}`)).at(-1)?.type === 'ParticipantLeft',
      longTimeout,
    )
    expect(await listed(ben, chatId)).toBe(false)
    readStore.resume()
    expectSuccess(await leaving)
  })

  it('A returning participant finds the read and unread messages from before', async () => {
    const tripId = await plan('ben')
    const chatId = await openTripChat(ann, tripId)
    const first = await say(ann, chatId, 'One')
    expect(await read(ben, chatId, first.id)).toBe(0)
    expectSuccess(await ben.post(`/trips/${tripId}/leave`))
    await say(ann, chatId, 'Two')
    expectSuccess(await ann.post(`/trips/${tripId}/invite`, { userIds: [product.people.ben.id] }))
    const { chats } = expectSuccess(await ben.get(`/trips/${tripId}/chats`))
    expect(chats).toMatchObject([{ unread_count: 1, message_count: 2, last_message: { content: 'Two' } }])
  })
})

describe('a trip’s chat', () => {
  it('Two concurrent changes of different fields of a trip chat both apply', async () => {
    coversSpec('§7 Conversations and trip chats: PUT /trips/{tripId}/chats/{chatId}')

    const tripId = await plan('ben')
    expectSuccess(
      await ann.put(`/trips/${tripId}/participants/${product.people.ben.id}`, { role: 'co_organizer' }),
    )
    const chatId = await openTripChat(ann, tripId)
    const path = `/trips/${tripId}/chats/${chatId}`
    await Promise.all([ann.put(path, { name: 'Drinks' }), ben.put(path, { description: 'After dinner' })])
    expect(expectSuccess(await ann.get(path)).chat).toMatchObject({
      name: 'Drinks',
      description: 'After dinner',
    })
    expect(expectSuccess(await ann.put(path, { description: '' })).chat).toMatchObject({
      name: 'Drinks',
      description: null,
    })
    expect(expectSuccess(await ann.put(path, {})).chat).toMatchObject({ name: 'Drinks', description: null })
  })

  it('A deleted trip chat is found nowhere, and a repeated deletion succeeds', async () => {
    coversSpec('§7 Conversations and trip chats: DELETE /trips/{tripId}/chats/{chatId}')

    const tripId = await plan('ben')
    const chatId = await openTripChat(ann, tripId)
    await say(ann, chatId, 'Hello')
    const path = `/trips/${tripId}/chats/${chatId}`
    const key = product.people.ann.id
    expect((await ann.del(path, { key })).status).toBe(204)
    expect((await ann.del(path, { key })).status).toBe(204)
    expect((await ann.del(path)).status).toBe(404)
    expect((await ben.get(`/conversations/${chatId}/messages`)).status).toBe(404)
    expect((await send(ben, chatId, 'Hello')).status).toBe(404)
    expect(await listed(ann, chatId)).toBe(false)
  })

  it('A trip chat created again under the same key is the same chat', async () => {
    const tripId = await plan('ben')
    const key = '11111111-1111-4111-8111-111111111111'
    const open = () => ann.post(`/trips/${tripId}/chats`, { name: 'Food' }, { key })
    const [first, again] = [await open(), await open()]
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
      201,
      first.text,
      'true',
    ])
    expect(expectSuccess(await ben.get(`/trips/${tripId}/chats`)).chats).toHaveLength(1)
  })
})

describe('a deleted trip', () => {
  it('The deletion of a trip removes the messages and read markers of all its chats from the log and the read models', async () => {
    const tripId = await plan('ben')
    const [open, closed] = [await openTripChat(ann, tripId), await openTripChat(ann, tripId)]
    for (const chatId of [open, closed]) {
      const { id } = await say(ann, chatId, 'A secret')
      await read(ben, chatId, id)
      expect((await page(ben, chatId)).messages).toHaveLength(1)
    }
    expectSuccess(await ann.del(`/trips/${tripId}/chats/${closed}`))
    expectSuccess(await ann.del(`/trips/${tripId}`))
    const left = async () => {
      const streams = [open, closed].flatMap((id) => [
        `conversation-${id}`,
        `read-${id}-${product.people.ben.id}`,
      ])
      return (await Promise.all(streams.map((stream) => product.store.read(stream)))).flat()
    }
    const closing = ['TripChatDeleted', 'StreamErased', 'TripChatDeleted', 'StreamErased']
    await expect.poll(async () => (await left()).map(({ type }) => type)).toEqual(closing)
    await product.caughtUp()
    for (const chatId of [open, closed]) {
      expect(await readStore.get(conversations, chatId)).toBeNull()
      expect(await readStore.get(messages, messageLeafKey(chatId, 1))).toBeNull()
      expect(await readStore.get(readMarkers, chatId)).toBeNull()
      expect(await statuses(ann, tripId, chatId)).toEqual([404, 404, 404, 404, 404])
    }
    expect(await readStore.get(chatsOfTrip, tripId)).toEqual([])
  })
})
