// Messages over HTTP: one order, one sequence number each, one message for one id, and paging in both directions.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessageResponse } from '#core/chat/contract.ts'
import { edit, page, read, say, send, startDirect, startGroup } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const PEOPLE = ['ann', 'ben', 'cat'] as const
let product: Product<(typeof PEOPLE)[number]>
let ann: Client
let ben: Client
beforeAll(async () => {
  product = await startProduct({ people: PEOPLE })
  ;[ann, ben] = [product.as('ann'), product.as('ben')]
})
afterAll(() => product.stop())

/** After this time the next twenty messages are allowed. */
const rest = () => product.clock.forward(10_000)
const seqs = (messages: readonly MessageResponse[]) => messages.map(({ seq }) => seq)
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

describe('messages', () => {
  it('Messages that everybody sends at once have sequence numbers without gaps or duplicates', async () => {
    rest()
    const id = await startGroup(ann, [product.people.ben.id, product.people.cat.id])
    const sent = await Promise.all(
      PEOPLE.flatMap((name) => upTo(1, 20).map((n) => say(product.as(name), id, `${name} ${n}`))),
    )
    expect(seqs(sent).toSorted((a, b) => a - b)).toEqual(upTo(1, 60))
    const { messages, has_more: more } = await page(ann, id, 'limit=100')
    expect(messages).toEqual(sent.toSorted((a, b) => a.seq - b.seq))
    expect(more).toBe(false)
  })

  it('Messages and edits never go back in time when the clock is set back', async () => {
    coversSpec('§4 Messages: The list stays ordered')

    rest()
    const id = await startDirect(ann, product.people.cat.id)
    const now = product.clock()
    const first = await say(ann, id, 'now')
    product.clock.forward(-3_600_000)
    const second = await say(ann, id, 'an hour earlier')
    const { message } = expectSuccess(await edit(ann, id, first.id, 'Now'))
    product.clock.forward(3_600_000 + 5000)
    const third = await say(ann, id, 'later')
    expect([first, second, third].map((one) => one.created_at)).toEqual(
      [now, now, now + 5000].map((at) => new Date(at).toISOString()),
    )
    expect(message.updated_at > first.created_at).toBe(true)
    const { conversation } = expectSuccess(await ann.get(`/conversations/${id}`))
    expect(conversation.updated_at).toBe(third.created_at)
  })

  it('A repeated edit gets its first response, also when the message was edited again since', async () => {
    rest()
    const id = await startDirect(ann, product.people.cat.id)
    const { id: messageId } = await say(ann, id, 'one')
    const path = `/conversations/${id}/messages/${messageId}`
    const again = () => ann.send('PATCH', path, { key, body: { content: 'two' } })
    const key = crypto.randomUUID()
    const first = expectSuccess(await again()).message
    const newer = expectSuccess(await edit(ann, id, messageId, 'three')).message
    expect(expectSuccess(await again()).message).toEqual(first)
    expect(newer.updated_at > first.updated_at).toBe(true)
  })

  it('A reply quotes a message, with its present text once that was edited', async () => {
    rest()
    const id = await startGroup(ann, [product.people.ben.id])
    const question = await say(ann, id, 'Where to?')
    const reply = await say(ben, id, 'Lisbon', { reply_to: question.id })
    expect(reply.reply_to).toEqual({ id: question.id, content: 'Where to?', sender: question.sender })
    expectSuccess(await edit(ann, id, question.id, 'Where to go?'))
    const [shownQuestion, shownReply] = (await page(ann, id)).messages
    expect(shownQuestion).toMatchObject({ content: 'Where to go?', is_edited: true, seq: 1 })
    expect(shownReply).toEqual({ ...reply, reply_to: { ...reply.reply_to, content: 'Where to go?' } })
  })

  it('Only the author edits a message, and an edit to the same text changes nothing', async () => {
    rest()
    const id = await startGroup(ann, [product.people.ben.id])
    const sent = await say(ann, id, 'Helo')
    expect((await edit(ben, id, sent.id, 'Mine')).status).toBe(403)
    expect((await edit(ann, id, sent.id, 'Helo')).body).toEqual({ message: sent })
    product.clock.forward(1000)
    const { message } = expectSuccess(await edit(ann, id, sent.id, 'Hello'))
    expect(message).toEqual({
      ...sent,
      content: 'Hello',
      is_edited: true,
      updated_at: new Date(product.clock()).toISOString(),
    })
    const { conversation } = expectSuccess(await ben.get(`/conversations/${id}`))
    expect(conversation.last_message.content).toBe('Hello')
    expect((await edit(ann, id, randomUUID(), 'Hello')).status).toBe(404)
  })

  it('A message returns to an earlier text through an edit, also when both edits are sent at once', async () => {
    rest()
    const id = await startGroup(ann, [product.people.ben.id])
    const sent = await say(ann, id, 'A')
    const answers = await Promise.all([edit(ann, id, sent.id, 'B'), edit(ann, id, sent.id, 'A')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { messages } = await page(ann, id)
    expect(messages[0]!.content).toBe('A')
  })
})

describe('message ids', () => {
  it('A message sent by fifty concurrent attempts is stored once: one gets 201, the others 200 with the same message', async () => {
    rest()
    const id = await startGroup(ann, [product.people.ben.id])
    const client_message_id = randomUUID()
    const tries = upTo(1, 19).map(() => send(ann, id, 'Once', { client_message_id }))
    const answers = await Promise.all(tries)
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...answers.slice(1).map(() => 200), 201])
    for (const { body } of answers) expect(body).toEqual(answers[0]!.body)
    expect((await page(ann, id)).messages).toHaveLength(1)
    rest()
    const other = await send(ann, id, 'Twice', { client_message_id })
    expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    const asReply = await send(ann, id, 'Once', { client_message_id, reply_to: answers[0]!.body.message.id })
    expect(asReply.status).toBe(422)
  })

  it('Message ids of different people and of different conversations are independent', async () => {
    rest()
    const client_message_id = randomUUID()
    const [here, there] = [
      await startGroup(ann, [product.people.ben.id], 'Here'),
      await startGroup(ann, [product.people.ben.id], 'There'),
    ]
    const mine = await say(ann, here, 'Hi', { client_message_id })
    const theirs = await say(ben, here, 'Hi', { client_message_id })
    const elsewhere = await say(ann, there, 'Elsewhere', { client_message_id })
    expect([mine.seq, theirs.seq, elsewhere.seq]).toEqual([1, 2, 1])
    // The two messages do not hide each other.
    expect(seqs((await page(ben, here, `after_id=${mine.id}`)).messages)).toEqual([2])
    expect(await read(ben, here, mine.id)).toBe(0)
    expect((await page(ben, there, `before_id=${elsewhere.id}`)).messages).toEqual([])
  })

  it('A message repeated under its idempotency key gets its first response, edited since or not', async () => {
    rest()
    const id = await startGroup(ann, [product.people.ben.id])
    const key = randomUUID()
    const first = await send(ann, id, 'Hello', {}, { key })
    expectSuccess(await edit(ann, id, first.body.message.id, 'Changed'))
    const again = await send(ann, id, 'Hello', {}, { key })
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
      201,
      first.text,
      'true',
    ])
    expect((await send(ann, id, 'Other', {}, { key })).status).toBe(422)
    expect((await page(ann, id)).messages).toHaveLength(1)
  })
})

describe('a page', () => {
  let id: string
  let all: MessageResponse[]
  /** Two stored pages of fifty, and one message. */
  const COUNT = 101

  beforeAll(async () => {
    id = await startGroup(ann, [product.people.ben.id], 'Long')
    all = []
    for (let n = 1; n <= COUNT; n++) {
      if (n % 10 === 0) rest()
      all.push(await say(n % 2 === 0 ? ann : ben, id, `Message ${n}`))
    }
  })
  const idOf = (seq: number) => all[seq - 1]!.id
  const ask = async (query: string) => {
    const { messages, has_more: more } = await page(ann, id, query)
    expect(messages).toEqual(all.slice(messages[0]!.seq - 1, messages.at(-1)!.seq))
    return [messages[0]!.seq, messages.at(-1)!.seq, more]
  }

  it('A page holds the newest fifty messages by default', async () => {
    coversSpec('§7 Conversations and trip chats: GET /conversations/{id}/messages', '§9 Messages page')

    expect(await ask('')).toEqual([52, 101, true])
    expect(await ask('limit=1')).toEqual([101, 101, true])
    expect(await ask('limit=100')).toEqual([2, 101, true])
  })

  it('A page before a message holds the next older ones and says whether there are more', async () => {
    coversSpec('§7 Conversations and trip chats: GET /conversations/{id}/messages')

    expect(await ask(`before_id=${idOf(52)}`)).toEqual([2, 51, true])
    expect(await ask(`before_id=${idOf(51)}`)).toEqual([1, 50, false])
    expect(await ask(`before_id=${idOf(52)}&limit=1`)).toEqual([51, 51, true])
    expect(await ask(`before_id=${idOf(2)}`)).toEqual([1, 1, false])
    expect(await page(ann, id, `before_id=${idOf(1)}`)).toEqual({
      messages: [],
      has_more: false,
      read_seq: 0,
      read_by: { [product.people.ben.id]: 0 },
    })
    expect(await ask(`before_id=${idOf(101)}&limit=100`)).toEqual([1, 100, false])
  })

  it('A page after a message holds the next newer ones and says whether there are more', async () => {
    coversSpec('§7 Conversations and trip chats: GET /conversations/{id}/messages')

    expect(await ask(`after_id=${idOf(1)}`)).toEqual([2, 51, true])
    expect(await ask(`after_id=${idOf(50)}`)).toEqual([51, 100, true])
    expect(await ask(`after_id=${idOf(51)}`)).toEqual([52, 101, false])
    expect(await ask(`after_id=${idOf(50)}&limit=1`)).toEqual([51, 51, true])
    expect(await ask(`after_id=${idOf(100)}`)).toEqual([101, 101, false])
    expect(await page(ann, id, `after_id=${idOf(101)}`)).toEqual({
      messages: [],
      has_more: false,
      read_seq: 0,
      read_by: { [product.people.ben.id]: 0 },
    })
  })

  it('A page says up to which message somebody else has read, and not what the reader has read', async () => {
    const chat = await startGroup(ann, [product.people.ben.id])
    const [first, second] = [await say(ann, chat, 'Anybody?'), await say(ann, chat, 'Hello?')]
    const readSeq = async () => expectSuccess(await ann.get(`/conversations/${chat}/messages`)).read_seq
    const before = await readSeq()
    await read(ann, chat, second.id)
    expect(await readSeq()).toBe(before)
    await read(ben, chat, first.id)
    expect(await readSeq()).toBe(first.seq)
  })

  it('A page names how far each other person of the conversation has read', async () => {
    const { ben: benUser, cat } = product.people
    const chat = await startGroup(ann, [benUser.id, cat.id])
    const [first, second] = [await say(ann, chat, 'Anybody?'), await say(ann, chat, 'Hello?')]
    const readBy = async (by: Client) =>
      expectSuccess(await by.get(`/conversations/${chat}/messages`)).read_by
    await read(ann, chat, second.id)
    expect(await readBy(ann)).toEqual({ [benUser.id]: 0, [cat.id]: 0 })
    await read(ben, chat, first.id)
    expect(await readBy(ann)).toEqual({ [benUser.id]: first.seq, [cat.id]: 0 })
    await read(product.as('cat'), chat, second.id)
    expect(await readBy(ann)).toEqual({ [benUser.id]: first.seq, [cat.id]: second.seq })
  })

  it('A quote has the present text of the quoted message, in pages and in the response to an edit of the reply', async () => {
    const chat = await startGroup(ann, [product.people.ben.id])
    const question = await say(ann, chat, 'Gate 12')
    const reply = await say(ben, chat, 'On my way', { reply_to: question.id })
    expectSuccess(await edit(ann, chat, question.id, 'Gate 21'))
    const quoteIn = async (query: string) => (await page(ben, chat, query)).messages.at(-1)!.reply_to
    const present = { id: question.id, content: 'Gate 21', sender: question.sender }
    expect(await quoteIn('')).toEqual(present)
    expect(await quoteIn('limit=1'), 'also without the quoted message').toEqual(present)
    const { message } = expectSuccess(await edit(ben, chat, reply.id, 'Running'))
    expect(message.reply_to).toEqual(present)
    const again = await say(ann, chat, 'Slowly', { reply_to: question.id })
    expect(again.reply_to).toEqual(present)
  })

  it('Paging returns every message once, from either end, whatever the page size', async () => {
    for (const limit of [1, 7, 49, 50, 51]) {
      const older: number[] = []
      let part = await page(ann, id, `limit=${limit}`)
      for (;;) {
        older.unshift(...seqs(part.messages))
        if (!part.has_more) break
        part = await page(ann, id, `limit=${limit}&before_id=${part.messages[0]!.id}`)
      }
      expect(older).toEqual(upTo(1, COUNT))
      const newer = [1]
      let at = idOf(1)
      do {
        part = await page(ann, id, `limit=${limit}&after_id=${at}`)
        newer.push(...seqs(part.messages))
        at = part.messages.at(-1)!.id
      } while (part.has_more)
      expect(newer).toEqual(upTo(1, COUNT))
    }
  })
})

describe('a direct conversation', () => {
  it('A pair has one direct conversation, though both sides start it fifty times at once', async () => {
    coversSpec('§7 Conversations and trip chats: POST /conversations')

    const other = await startProduct({ people: ['ann', 'ben'] })
    const start = (by: 'ann' | 'ben', whom: 'ann' | 'ben') =>
      other.as(by).post('/conversations', { type: 'direct', participant_ids: [other.people[whom].id] })
    const answers = await Promise.all(
      upTo(1, 50).map((n) => (n % 2 === 0 ? start('ann', 'ben') : start('ben', 'ann'))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49)
    expect(new Set(answers.map(({ body }) => body.conversation.id)).size).toBe(1)
    for (const name of ['ann', 'ben'] as const) {
      const { conversations, pagination } = expectSuccess(await other.as(name).get('/conversations'))
      expect([conversations.length, pagination.total]).toEqual([1, 1])
      expect(conversations[0].name).toBe(name === 'ann' ? 'ben' : 'ann')
    }
    await other.stop()
  })

  it('An existing direct conversation is returned with its messages, and never with a third person', async () => {
    rest()
    const whom = { type: 'direct', participant_ids: [product.people.ben.id] }
    const id = expectSuccess(await ann.post('/conversations', whom)).conversation.id
    await say(ben, id, 'Hello')
    const again = await ann.post('/conversations', whom)
    expect([again.status, again.body.conversation]).toMatchObject([
      200,
      { id, unread_count: 1, message_count: 1 },
    ])
    const three = { ...whom, participant_ids: [product.people.ben.id, product.people.cat.id] }
    expect((await ann.post('/conversations', three)).status).toBe(400)
  })
})

describe('the list of conversations', () => {
  it('The list of conversations is ordered by the newest message, in pages, and filtered by type', async () => {
    coversSpec('§7 Conversations and trip chats: GET /conversations', '§9 Conversations page')

    const people = ['dan', 'eve'] as const
    const own = await startProduct({ people })
    const dan = own.as('dan')
    const list = async (query = '') => {
      const { conversations, pagination } = expectSuccess(await dan.get(`/conversations?${query}`))
      return { names: conversations.map(({ name }: { name: string }) => name), total: pagination.total }
    }
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three']) {
      own.clock.forward(1000)
      ids.push(await startGroup(dan, [own.people.eve.id], name))
    }
    own.clock.forward(1000)
    await startDirect(dan, own.people.eve.id)
    expect(await list()).toEqual({ names: ['eve', 'Three', 'Two', 'One'], total: 4 })
    own.clock.forward(1000)
    await say(own.as('eve'), ids[0]!, 'Up')
    expect(await list()).toEqual({ names: ['One', 'eve', 'Three', 'Two'], total: 4 })
    expect(await list('limit=2&offset=1')).toEqual({ names: ['eve', 'Three'], total: 4 })
    const { pagination } = expectSuccess(await dan.get('/conversations'))
    expect(pagination).toEqual({ limit: 20, offset: 0, total: 4 })
    expect(await list('type=group')).toEqual({ names: ['One', 'Three', 'Two'], total: 3 })
    expect(await list('type=direct')).toEqual({ names: ['eve'], total: 1 })
    expect(await list('type=trip_chat')).toEqual({ names: [], total: 0 })
    expect((await dan.get('/conversations?type=none')).status).toBe(400)
    await own.stop()
  })
})
