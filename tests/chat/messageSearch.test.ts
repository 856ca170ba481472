// The search of messages over HTTP: what it finds, in which order, page by page, and for whom.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessageResponse } from '#core/chat/contract.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { edit, openTripChat, say, startDirect, startGroup } from '#tests/chat/requests.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { writeStream } from '#tests/support/writeStream.ts'

const PEOPLE = ['ann', 'ben', 'cat'] as const
let product: Product<(typeof PEOPLE)[number]>
let ann: Client
let ben: Client
beforeAll(async () => {
  product = await startProduct({ people: PEOPLE })
  ;[ann, ben] = [product.as('ann'), product.as('ben')]
})
afterAll(() => product.stop())

interface Page {
  messages: MessageResponse[]
  has_more: boolean
}

const search = async (by: Client, q: string, more = ''): Promise<Page> =>
  expectSuccess(await by.get(`/messages/search?q=${encodeURIComponent(q)}${more}`))
const contents = async (by: Client, q: string, more = '') =>
  (await search(by, q, more)).messages.map(({ content }) => content)
/** After this time the next messages are allowed, and later than all before. */
const rest = () => product.clock.forward(10_000)

describe('the search of messages', () => {
  it('Messages of all conversations are found newest first, as they read now, each with its conversation', async () => {
    rest()
    const [walkers, direct] = [
      await startGroup(ann, [product.people.ben.id]),
      await startDirect(ann, product.people.cat.id),
    ]
    await say(ann, walkers, 'Sardinhas na Graça, 葡萄牙的烤沙丁鱼')
    rest()
    await say(ann, direct, 'I only come for the sardinhas')
    rest()
    const last = await say(ben, walkers, 'Eels')
    await edit(ben, walkers, last.id, 'Two tins of\nSARDINHAS')
    expect(await contents(ann, 'sardinhas')).toEqual([
      'Two tins of\nSARDINHAS',
      'I only come for the sardinhas',
      'Sardinhas na Graça, 葡萄牙的烤沙丁鱼',
    ])
    expect(await contents(ann, 'eels')).toEqual([])
    expect(await contents(ann, 'graca sardinhas')).toHaveLength(1)
    expect(await contents(ann, '"of sardinhas"')).toHaveLength(1)
    expect(await contents(ann, '沙丁')).toHaveLength(1)
    expect(await contents(ann, 'sardinhas', `&conversation=${direct}`)).toEqual([
      'I only come for the sardinhas',
    ])
    const { messages } = await search(ann, 'sardinhas')
    expect(messages.map((message) => message.conversation_id)).toEqual([walkers, direct, walkers])
    expect(messages[0]).toMatchObject({ id: last.id, is_edited: true, sender: { username: 'ben' } })
  })

  it('A deleted message is not found, neither at its place nor by what replies to it quote', async () => {
    rest()
    const id = await startGroup(ann, [product.people.ben.id])
    const secret = await say(ann, id, 'the xylophone')
    await say(ben, id, 'which one?', { reply_to: secret.id })
    expect(await contents(ben, 'xylophone')).toEqual(['the xylophone'])
    const [answer] = (await search(ben, 'which one')).messages
    expect(answer?.reply_to?.content).toBe('the xylophone')
    expectSuccess(await ann.del(`/conversations/${id}/messages/${secret.id}`))
    for (const by of [ann, ben]) expect(await contents(by, 'xylophone')).toEqual([])
    expect((await search(ben, 'which one')).messages[0]?.reply_to).toMatchObject({
      deleted: true,
      content: '',
    })
  })

  it('Others’ conversations are not searched, and of a trip only while one is on it', async () => {
    rest()
    const direct = await startDirect(ann, product.people.ben.id)
    await say(ann, direct, 'a zeppelin for ben')
    const { trip } = expectSuccess(await ann.post('/trips', aTrip))
    const chat = await openTripChat(ann, trip.id)
    rest()
    await say(ann, chat, 'a zeppelin for all')
    const cat = product.as('cat')
    expect(await contents(cat, 'zeppelin')).toEqual([])
    const refused = async (path: string) =>
      (await cat.get(`/messages/search?q=zeppelin&conversation=${path}`)).status
    expect([await refused(direct), await refused(chat)]).toEqual([404, 404])

    // Who joins later reads what was said before, so it is found as well.
    expectSuccess(await ann.post(`/trips/${trip.id}/invite`, { userIds: [product.people.cat.id] }))
    expect(await contents(cat, 'zeppelin')).toEqual(['a zeppelin for all'])
    expectSuccess(await cat.post(`/trips/${trip.id}/leave`))
    expect(await contents(cat, 'zeppelin')).toEqual([])
    expect(await refused(chat)).toBe(403)
    expect(await contents(ann, 'zeppelin')).toHaveLength(2)
    expectSuccess(await ann.del(`/trips/${trip.id}/chats/${chat}`))
    expect(await contents(ann, 'zeppelin')).toEqual(['a zeppelin for ben'])
  })

  it('Who is added to a group finds only what was said since', async () => {
    const group = await startGroup(ann, [product.people.ben.id])
    rest()
    await say(ann, group, 'a quokka before')
    expectSuccess(
      await ann.post(`/conversations/${group}/participants`, { participant_ids: [product.people.cat.id] }),
    )
    await say(ann, group, 'a quokka since')
    expect(await contents(product.as('cat'), 'quokka')).toEqual(['a quokka since'])
    expect(await contents(ben, 'quokka')).toHaveLength(2)
  })

  it('A search without a word, too long, or after a message of others is refused', async () => {
    const id = await startDirect(ben, product.people.cat.id)
    rest()
    const others = await say(ben, id, 'not for ann')
    for (const q of ['', ' ', '""', 'x'.repeat(101)])
      await expectRefused(product, () => ann.get(`/messages/search?q=${encodeURIComponent(q)}`), {
        status: 400,
        field: 'q',
      })
    expect((await ann.get(`/messages/search?q=a&before=${others.id}`)).status).toBe(404)
  })
})

describe('pages of what was found', () => {
  it('Each message is on one page, in one order, also those of one moment in several conversations', async () => {
    const store = createMemoryEventStore()
    const begun = await startProduct({ people: PEOPLE, store })
    const { ann: me, ben: other } = begun.people
    const talks = ['one', 'two', 'three'].map((name) => idFrom('talk', name))
    await begun.stop()
    for (const [n, conversationId] of talks.entries()) {
      const people = [me, other].map(({ id, username }) => ({ id, username }))
      // Long before and long after the others, and every second beside them.
      const at = (seq: number) =>
        new Date(Date.UTC(2026, 4, 1, 0, 0, seq + (n === 2 && seq < 130 ? -9000 : 0))).toISOString()
      const events = Array.from({ length: 260 }, (_, index) => ({
        type: 'MessageSent',
        data: {
          conversationId,
          message: {
            id: idFrom(conversationId, String(index)),
            seq: index + 1,
            clientMessageId: null,
            content: index % 2 === 0 ? `Fish ${index} of ${n}` : 'Bread',
            messageType: 'text',
            sender: people[index % 2],
            replyTo: null,
            createdAt: at(index + 1),
          },
        },
      }))
      const started = {
        type: 'GroupStarted',
        data: { conversationId, name: 'Talk', description: null, people, startedBy: people[0] },
      }
      await writeStream(store, `conversation-${conversationId}`, [started, ...events], me.id)
    }
    const own = await startProduct({ people: PEOPLE, store })
    const found: MessageResponse[] = []
    const sizes: number[] = []
    for (let page: Page | undefined; page?.has_more !== false;) {
      const before = found.at(-1)
      page = await search(own.as('ann'), 'FISH', before ? `&before=${before.id}` : '')
      found.push(...page.messages)
      sizes.push(page.messages.length)
    }
    expect(sizes).toEqual([50, 50, 50, 50, 50, 50, 50, 40])
    expect(new Set(found.map(({ id }) => id)).size).toBe(390)
    const times = found.map(({ created_at: at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
    const within = await search(own.as('ann'), 'fish', `&conversation=${talks[0]}`)
    expect(within.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, n) => 259 - 2 * n))
    expect(within.has_more).toBe(true)
    await own.stop()
  })
})
