// Invalid messages, conversations and trip chats over HTTP, with the product's texts. Unusual but valid text is stored
// unchanged.

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aTrip } from '#tests/authorization/scenario.ts'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { edit, openTripChat, page, read, say, send, startDirect, startGroup } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { messagePreview } from '#web/chat/messagePreview.ts'

const FRIENDS = Array.from({ length: 50 }, (_, n) => `friend${n}`)
let product: Product<string>
let ann: Client
let talkId: string
let tripId: string
let friendIds: string[]

beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben', ...FRIENDS] })
  ann = product.as('ann')
  friendIds = FRIENDS.map((name) => product.people[name]!.id)
  talkId = await startGroup(ann, friendIds.slice(0, 2))
  tripId = expectSuccess(await ann.post('/trips', aTrip)).trip.id
})
afterEach(() => product.clock.forward(60_000))
afterAll(() => product.stop())

const invalid = (field: string, text: string) => ({ status: 400, field, text })
const empty = invalid('content', 'Message cannot be empty')
const unusable = invalid('content', 'This text has characters that cannot be used')
const gone = { status: 404, code: 'NOT_FOUND' }

describe('refused messages', () => {
  it.each<[unknown, { status: number; field?: string; text?: string }]>([
    ['', empty],
    ['  \n\t ', empty],
    ['\u200b', empty],
    ['\u2060\ufeff', empty],
    ['\u3164', empty],
    [null, invalid('content', 'Message must be text')],
    [undefined, invalid('content', 'Message must be text')],
    [7, invalid('content', 'Message must be text')],
    ['x'.repeat(4001), invalid('content', 'Message must be 4,000 characters or less')],
    ['👍'.repeat(2001), invalid('content', 'Message must be 4,000 characters or less')],
    ['half a \ud800', unusable],
    ['a\u0000b', unusable],
    ['a\u0007b', unusable],
    ['a\u001bb', unusable],
    ['a\r\nb', unusable],
  ])('A message with the content %j is refused', async (content, expected) => {
    coversSpec('§5 Message send')

    await expectRefused(product, () => ann.post(`/conversations/${talkId}/messages`, { content }), expected)
    const { id } = await say(ann, talkId, 'Hello')
    const path = `/conversations/${talkId}/messages/${id}`
    await expectRefused(product, () => ann.send('PATCH', path, { body: { content } }), expected)
  })

  it('A message of more than 100 KB is refused before it is read', async () => {
    await expectRefused(product, () => send(ann, talkId, 'x'.repeat(102_400)), {
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    })
  })

  it('A message with other content under the same id is refused', async () => {
    const client_message_id = randomUUID()
    const first = await send(ann, talkId, 'Hello', { client_message_id })
    const again = await send(ann, talkId, 'Hello', { client_message_id })
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
    const reused = { status: 422, code: 'IDEMPOTENCY_KEY_REUSED' }
    await expectRefused(product, () => send(ann, talkId, 'Other', { client_message_id }), reused)
    for (const odd of ['', 'abc', 7])
      await expectRefused(
        product,
        () => send(ann, talkId, 'Hello', { client_message_id: odd }),
        invalid('client_message_id', 'client_message_id must be a UUID'),
      )
  })

  it('A reply to a message of another conversation or to a missing one is refused', async () => {
    const elsewhere = await startGroup(ann, friendIds.slice(2, 4))
    const { id } = await say(ann, elsewhere, 'Hello')
    for (const reply_to of [id, randomUUID(), 'x'])
      await expectRefused(product, () => send(ann, talkId, 'Yes', { reply_to }), gone)
    await expectRefused(
      product,
      () => send(ann, talkId, 'Yes', { reply_to: 7 }),
      invalid('reply_to', 'reply_to must be a message id'),
    )
  })

  it('A message of another type is refused: an image or file must be a web link, and is not supported', async () => {
    for (const message_type of ['image', 'file']) {
      for (const link of [
        'Hello',
        'javascript:alert(1)',
        'data:image/png;base64,x',
        'ftp://example.com/a',
        '//evil',
      ])
        await expectRefused(
          product,
          () => send(ann, talkId, link, { message_type }),
          invalid('content', 'Message must be a valid HTTP/HTTPS URL'),
        )
      await expectRefused(product, () => send(ann, talkId, 'https://example.com/a.png', { message_type }), {
        status: 403,
        code: 'ACCESS_DENIED',
      })
    }
    await expectRefused(product, () => send(ann, talkId, 'Ann left', { message_type: 'system' }), {
      status: 403,
      code: 'ACCESS_DENIED',
    })
    for (const message_type of ['video', 7])
      await expectRefused(
        product,
        () => send(ann, talkId, 'Hello', { message_type }),
        invalid('message_type', 'Message type must be text, image, file or system'),
      )
  })

  it('A message with an unknown key, such as another sender, is refused', async () => {
    for (const key of ['sender', 'seq', 'created_at', 'conversation_id'])
      await expectRefused(
        product,
        () => send(ann, talkId, 'Hello', { [key]: 'x' }),
        invalid(key, `Unknown field ${key}`),
      )
  })

  it('Messages that come too fast are refused: twenty at once, then five a second, over all conversations and edits', async () => {
    const other = await startGroup(ann, friendIds.slice(4, 6))
    const first = await say(ann, talkId, 'Hello')
    for (let n = 0; n < 18; n++) await say(ann, n % 2 === 0 ? talkId : other, 'Hello')
    expectSuccess(await edit(ann, talkId, first.id, 'Hello all'))
    const refused = await expectRefused(product, () => send(ann, other, 'Hello'), {
      status: 429,
      code: 'RATE_LIMITED',
    })
    expect(refused.headers['retry-after']).toBe('1')
    await expectRefused(product, () => edit(ann, talkId, first.id, 'No'), {
      status: 429,
      code: 'RATE_LIMITED',
    })
    await say(product.as('friend0'), talkId, 'Somebody else may')
    product.clock.forward(1000)
    for (let n = 0; n < 5; n++) await say(ann, talkId, 'Hello')
    expect((await send(ann, talkId, 'Hello')).status).toBe(429)
    // A clock that is set back does not extend the rate limit.
    product.clock.forward(-3_600_000)
    await send(ann, talkId, 'Hello')
    product.clock.forward(1000)
    await say(ann, talkId, 'Hello')
    product.clock.forward(3_600_000)
  })
})

describe('unchanged messages', () => {
  it.each<[string]>([
    ['abc \u202edef\u202c \u2067xyz\u2069'],
    [`a${'\u0301'.repeat(500)}`],
    ['👨‍👩‍👧‍👦'],
    ['<img src=x onerror=alert(1)>'],
    ['{{7*7}} </script> [a](javascript:alert(1)) ${7*7}'],
    ['x'.repeat(4000)],
    ['語'.repeat(4000)],
    ['\tone\n\ntwo  '],
  ])('A message with the content %j is stored as it was written', async (content) => {
    const message = await say(ann, talkId, content)
    expect(message.content).toBe(content)
    expect((await page(ann, talkId, 'limit=1')).messages).toEqual([message])
    const { conversation } = expectSuccess(await ann.get(`/conversations/${talkId}`))
    expect(conversation.last_message.content).toBe(content)
  })

  it('A preview is cut between whole characters', () => {
    expect(messagePreview('👨‍👩‍👧‍👦'.repeat(60))).toBe('👨‍👩‍👧‍👦'.repeat(60))
    expect(messagePreview('👨‍👩‍👧‍👦'.repeat(61))).toBe(`${'👨‍👩‍👧‍👦'.repeat(57)}...`)
  })
})

describe('pages', () => {
  it('A page with an invalid number, or around a message of another conversation, is refused', async () => {
    const elsewhere = await startGroup(ann, friendIds.slice(6, 8))
    const { id } = await say(ann, elsewhere, 'Hello')
    const own = await say(ann, talkId, 'Hello')
    const ask = (query: string) => ann.get(`/conversations/${talkId}/messages?${query}`)
    for (const direction of ['before_id', 'after_id'])
      for (const of of [id, randomUUID(), 'x', ''])
        await expectRefused(product, () => ask(`${direction}=${of}`), gone)
    for (const limit of ['0', '-1', '101', 'abc', '1.5', ''])
      await expectRefused(
        product,
        () => ask(`limit=${limit}`),
        invalid('limit', 'limit must be a whole number from 1 to 100'),
      )
    await expectRefused(product, () => ask(`before_id=${own.id}&after_id=${own.id}`), {
      status: 400,
      field: 'after_id',
    })
    await expectRefused(product, () => ask('limit=1&limit=2'), { status: 400, field: 'limit' })
    expect((await ask('limit=100&unknown=1')).status).toBe(200)
  })
})

describe('read markers', () => {
  it('A read marker never moves back, and one at a missing message is 404', async () => {
    coversSpec('§7 Conversations and trip chats: POST /conversations/{id}/read')

    const friend = product.as('friend0')
    const [first, second] = [await say(ann, talkId, 'One'), await say(ann, talkId, 'Two')]
    expect(await read(friend, talkId, second.id)).toBe(0)
    const before = await product.store.head()
    expect(await read(friend, talkId, first.id)).toBe(0)
    expect(await product.store.head()).toBe(before)
    const path = `/conversations/${talkId}/read`
    await expectRefused(product, () => friend.post(path, { message_id: randomUUID() }), gone)
    await expectRefused(product, () => friend.post(path, {}), invalid('message_id', 'message_id is required'))
    await expectRefused(product, () => friend.post(path, { message_id: 7 }), {
      status: 400,
      field: 'message_id',
    })
  })
})

describe('refused conversations', () => {
  const start = (body: object) => ann.post('/conversations', body)
  const group = (others: readonly unknown[], more: object = {}) =>
    start({ type: 'group', name: 'Walkers', participant_ids: others, ...more })
  const nobody = invalid('participant_ids', 'Please select at least one participant')

  it('A conversation with nobody else or with more than 49 people is refused', async () => {
    coversSpec('§5 Group chat: At most 49', '§9 Group chat')

    const self = product.people['ann']!.id
    for (const others of [[], [self]]) await expectRefused(product, () => group(others), nobody)
    await expectRefused(product, () => start({ type: 'group', name: 'Walkers' }), nobody)
    await expectRefused(product, () => start({ type: 'direct' }), nobody)
    const text = 'Maximum 49 participants allowed (50 including you)'
    await expectRefused(product, () => group(friendIds), invalid('participant_ids', text))
    const { conversation } = expectSuccess(await group([...friendIds.slice(1), self, friendIds[1]]))
    expect(conversation.participants).toHaveLength(50)
  })

  it('A conversation with an unknown person is refused', async () => {
    for (const others of [[randomUUID()], [friendIds[0], 'x']])
      await expectRefused(product, () => group(others), { ...gone, text: 'User not found' })
    await expectRefused(product, () => group([7]), { status: 400 })
    await expectRefused(product, () => start({ type: 'group', name: 'x', participant_ids: 'ben' }), {
      status: 400,
    })
  })

  it('A direct conversation with oneself or with two people, and a conversation of another type, is refused', async () => {
    const two = { type: 'direct', participant_ids: friendIds.slice(0, 2) }
    await startDirect(ann, friendIds[0]!)
    const one = invalid('participant_ids', 'A direct conversation is with exactly one other person')
    await expectRefused(product, () => start(two), one)
    await expectRefused(product, () => start({ ...two, participant_ids: [product.people['ann']!.id] }), one)
    for (const type of ['trip_chat', 'none', undefined, 7])
      await expectRefused(
        product,
        () => start({ ...two, type }),
        invalid('type', 'Type must be direct or group'),
      )
    await expectRefused(product, () => start({ ...two, participant_ids: [friendIds[0]], name: 'x' }), {
      status: 400,
      field: 'name',
    })
  })

  it.each([
    ['', 'Group name is required'],
    [' \u200b', 'Group name is required'],
    [null, 'Group name is required'],
    [undefined, 'Group name is required'],
    ['x'.repeat(101), 'Group name must be 100 characters or less'],
    [`a${'\u0301'.repeat(9)}`, 'There are too many accents on one letter'],
    ['two\nlines', 'This text has characters that cannot be used'],
  ])('A group called %j is refused', async (name, text) => {
    await expectRefused(product, () => group(friendIds.slice(0, 1), { name }), invalid('name', text))
  })

  it('A group with a picture of the caller’s choice is refused', async () => {
    await expectRefused(
      product,
      () => group(friendIds.slice(0, 1), { avatar_url: 'https://example.com/x.svg' }),
      invalid('avatar_url', 'Unknown field avatar_url'),
    )
  })
})

describe('trip chats', () => {
  const open = (body: object) => ann.post(`/trips/${tripId}/chats`, body)

  it.each<[object, string, string]>([
    [{}, 'name', 'Chat name is required'],
    [{ name: '\u3164' }, 'name', 'Chat name is required'],
    [{ name: 'x' }, 'name', 'Chat name must be at least 2 characters'],
    [{ name: 'x'.repeat(51) }, 'name', 'Chat name must be less than 50 characters'],
    [
      { name: 'Food', description: 'x'.repeat(201) },
      'description',
      'Description must be 200 characters or less',
    ],
    [{ name: 'Food', participants: [] }, 'participants', 'Unknown field participants'],
  ])('A trip chat with %j is refused', async (body, field, text) => {
    coversSpec(
      '§5 Trip chat: Name is required',
      '§5 Trip chat: Description is optional',
      '§9 Trip chat name / description',
    )

    await expectRefused(product, () => open(body), invalid(field, text))
    if (!('name' in body) && field === 'name') return
    const chatId = await openTripChat(ann, tripId)
    await expectRefused(
      product,
      () => ann.put(`/trips/${tripId}/chats/${chatId}`, body),
      invalid(field, text),
    )
  })

  it('A trip chat with a name of 2 or 50 characters and a description of 200 is accepted', async () => {
    coversSpec('§5 Trip chat: Description is optional', '§9 Trip chat name / description')

    for (const body of [{ name: 'xx' }, { name: 'x'.repeat(50), description: 'x'.repeat(200) }])
      expect(expectSuccess(await open(body)).chat).toMatchObject(body)
  })

  it('A trip chat of another trip is not found under this trip', async () => {
    const other = expectSuccess(await ann.post('/trips', aTrip)).trip.id
    const chatId = await openTripChat(ann, other)
    const notHere = { ...gone, text: 'Trip chat not found' }
    for (const id of [chatId, talkId, randomUUID()]) {
      const path = `/trips/${tripId}/chats/${id}`
      await expectRefused(product, () => ann.get(path), notHere)
      await expectRefused(product, () => ann.put(path, { name: 'Mine' }), notHere)
      await expectRefused(product, () => ann.del(path), notHere)
    }
  })
})
