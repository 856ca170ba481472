// Mentions: the rules, and over HTTP.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversationStreamType, type ConversationCommand } from '#core/chat/decider.ts'
import { areWellPlaced, type Mention, movedMentions } from '#core/chat/mentions.ts'
import { newMessage } from '#core/chat/toResponse.ts'
import { ann, group, ben, mentionable, message, send, sent } from '#tests/chat/events.ts'
import { edit, openTripChat, page, read, say, send as post, startGroup } from '#tests/chat/requests.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { given } from '#tests/support/given.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { aTrip } from '#tests/authorization/scenario.ts'

const of = (start: number, length: number, userId = 'ben'): Mention => ({ start, length, userId })
const mentioning = (content: string, ...mentions: Mention[]) => ({ content, mentions })
const givenTalk = () => given(conversationStreamType, group(ben))
const saying = (content: string, ...mentions: Mention[]) => send('new', content, { body: { mentions } })

describe('the rules of mentions', () => {
  it('A mention is a part of the text that begins with @; they do not overlap', () => {
    const text = 'Hi @ben and 👍 @cat'
    expect(areWellPlaced(text, [of(3, 4), of(15, 4, 'cat')])).toBe(true)
    for (const wrong of [[of(2, 4)], [of(15, 5)], [of(3, 4), of(3, 4)], [of(15, 4), of(3, 4)], [of(3, 1)]])
      expect(areWellPlaced(text, wrong)).toBe(false)
    givenTalk()
      .when(saying('Hi ben', of(3, 3)))
      .thenRefused('WrongMentions')
    const [event] = givenTalk()
      .when(saying('Hi @ben', of(3, 4)))
      .events()
    expect(event?.data).toMatchObject({ message: { mentions: [of(3, 4)] } })
  })

  it('Who has left the conversation meanwhile is not mentioned, nor everybody by who is no organizer: the words stay', () => {
    const content = '@all see @ben and @dan'
    const said = (all: boolean) => {
      const mentions = [of(0, 4, 'all'), of(9, 4), of(18, 4, 'dan')]
      const command = { ...saying(content, ...mentions), mentionable: { ...mentionable, all } }
      return givenTalk().when(command).events()[0]?.data
    }
    expect(said(false)).toMatchObject({ message: { content, mentions: [of(9, 4)] } })
    expect(said(true)).toMatchObject({ message: { mentions: [of(0, 4, 'all'), of(9, 4)] } })
  })

  it('A change of the text moves the mentions after it, and drops those that it touches', () => {
    const all = [of(3, 4), of(12, 4, 'cat')]
    const text = 'Hi @ben and @cat'
    const moved = (next: string) => movedMentions(text, next, all)
    expect(moved(`${text}!`)).toEqual(all)
    expect(moved('Hello @ben and @cat')).toEqual([of(6, 4), of(15, 4, 'cat')])
    expect(moved('Hi @ben, @cat')).toEqual([of(3, 4), of(9, 4, 'cat')])
    expect(moved('Hi @be and @cat')).toEqual([of(11, 4, 'cat')])
    expect(moved('Hi @ben and @cat'.replace('@cat', '@cats'))).toEqual(all)
    expect(moved('')).toEqual([])
  })

  const known = newMessage(message(1, mentioning('Hi @ben', of(3, 4))))
  const change = (
    content: string,
    mentions: Mention[] | null,
    ids = mentionable.ids,
  ): ConversationCommand => ({
    ...{ type: 'EditMessage', message: known, content, mentions, by: ann },
    ...{ mentionable: { ids, all: false }, now: '2026-05-02T11:00:00.000Z' },
  })

  it('An edit says whom it mentions, or keeps those whose part of the text stays', () => {
    const talk = given(conversationStreamType, group(ben), sent(1, mentioning('Hi @ben', of(3, 4))))
    const data = (command: ConversationCommand) => talk.when(command).events()[0]?.data
    expect(data(change('Hello @ben', null))).toMatchObject({ mentions: [of(6, 4)] })
    expect(data(change('Hi all', null))).not.toHaveProperty('mentions')
    expect(data(change('Hi @ben', []))).not.toHaveProperty('mentions')
    talk.when(change('Hi @ben', null)).then()
    talk.when(change('Hi @ben', [of(3, 4)])).then()
    talk.when(change('Hi @ben', [of(3, 9)])).thenRefused('WrongMentions')
  })

  it('An edit mentions nobody anew who has left, and keeps whom the message mentioned before they left', () => {
    const [event] = given(conversationStreamType, group(ben), sent(1, mentioning('Hi @ben', of(3, 4))))
      .when(change('Hi, @ben, @dan, @all', [of(4, 4), of(10, 4, 'dan'), of(16, 4, 'all')], ['ann']))
      .events()
    expect(event?.data).toMatchObject({ content: 'Hi, @ben, @dan, @all', mentions: [of(4, 4)] })
  })
})

describe('over HTTP', () => {
  let product: Product<'ann' | 'ben' | 'cat'>
  let asAnn: Client
  let asBen: Client
  beforeAll(async () => {
    product = await startProduct({ people: ['ann', 'ben', 'cat'] })
    ;[asAnn, asBen] = [product.as('ann'), product.as('ben')]
  })
  afterAll(() => product.stop())
  const at = (text: string, name: string, userId: string): Mention =>
    of(text.indexOf(name), name.length, userId)
  const counts = async (by: Client, id: string): Promise<number[]> => {
    const { conversation } = expectSuccess(await by.get(`/conversations/${id}`))
    return [conversation.unread_count, conversation.mention_count]
  }

  it('A mention is in the message, counts for whom it names until they read it, and goes with the message', async () => {
    const id = await startGroup(asAnn, [product.people.ben.id, product.people.cat.id])
    const text = 'The keys, @ben?'
    const mentions = [at(text, '@ben', product.people.ben.id)]
    const asked = await say(asAnn, id, text, { mentions })
    expect(asked.mentions).toEqual(mentions)
    await say(asAnn, id, 'Or anybody')
    expect(await counts(asBen, id)).toEqual([2, 1])
    expect(await counts(product.as('cat'), id)).toEqual([2, 0])
    expect(await read(asBen, id, asked.id)).toBe(1)
    expect(await counts(asBen, id)).toEqual([1, 0])
    expectSuccess(await edit(asAnn, id, asked.id, 'Do you have the keys, @ben?'))
    const [changed] = (await page(asBen, id)).messages
    expect(changed!.mentions).toEqual([{ ...mentions[0], start: 22 }])
    expectSuccess(await asAnn.del(`/conversations/${id}/messages/${asked.id}`))
    expect((await page(asBen, id)).messages[0]!.mentions).toEqual([])
    const wrong = await post(asAnn, id, 'No', { mentions: [of(0, 2, product.people.ben.id)] })
    expect([wrong.status, wrong.body.error.fields]).toMatchObject([400, { mentions: expect.any(String) }])
    const bad = [{ start: -1, length: 2, userId: 'x' }]
    expect((await post(asAnn, id, '@x', { mentions: bad })).status).toBe(400)
  })

  it('An edit of an older unread message adds and removes a mention, and a mention of everybody counts for each', async () => {
    const { ben, cat } = product.people
    const id = await startGroup(asAnn, [ben.id, cat.id])
    const older = await say(asAnn, id, '@ben or @cat?')
    const newer = await say(asAnn, id, 'Or I')
    const mention = (start: number, userId: string) =>
      asAnn.send('PATCH', `/conversations/${id}/messages/${older.id}`, {
        body: { content: '@ben or @cat?', mentions: [of(start, 4, userId)] },
      })
    const both = async () => [await counts(asBen, id), await counts(product.as('cat'), id)]
    for (const [start, userId, expected] of [
      [0, ben.id, [1, 0]],
      [8, cat.id, [0, 1]],
      [0, 'all', [1, 1]],
    ] as const) {
      expectSuccess(await mention(start, userId))
      expect(await both()).toEqual(expected.map((count) => [2, count]))
    }
    expect(await read(asBen, id, newer.id)).toBe(0)
    expect(await both()).toEqual([
      [0, 0],
      [2, 1],
    ])
    expectSuccess(await edit(asAnn, id, older.id, 'Nobody'))
    expect((await both())[1]).toEqual([2, 0])
  })

  it('More than fifty mentions count as fifty, those of the newest messages, also after an edit of an older one', async () => {
    const id = await startGroup(asAnn, [product.people.ben.id])
    const mentions = [of(0, 4, product.people.ben.id)]
    const first = await say(asAnn, id, 'One')
    const second = await say(asAnn, id, 'Two')
    for (let n = 0; n < 50; n++) {
      product.clock.forward(1000)
      await say(asAnn, id, '@ben', { mentions })
    }
    const mentioned = { body: { content: '@ben', mentions } }
    expectSuccess(await asAnn.send('PATCH', `/conversations/${id}/messages/${first.id}`, mentioned))
    expect(await counts(asBen, id)).toEqual([52, 50])
    expect(await read(asBen, id, second.id)).toBe(50)
    expect(await counts(asBen, id)).toEqual([50, 50])
  })

  it('Everybody is mentioned by the organizers of a trip and the organizer of a group, and by nobody else', async () => {
    const { ben } = product.people
    const trip = expectSuccess(await asAnn.post('/trips', { ...aTrip, inviteUserIds: [ben.id] })).trip.id
    const chat = await openTripChat(asAnn, trip)
    const id = await startGroup(asAnn, [ben.id])
    const all = { mentions: [of(0, 4, 'all')] }
    for (const conversation of [chat, id]) {
      expect((await say(asBen, conversation, '@all go', all)).mentions).toEqual([])
      expect(await counts(asAnn, conversation)).toEqual([1, 0])
      await say(asAnn, conversation, '@all go', all)
      expect(await counts(asBen, conversation)).toEqual([1, 1])
      expect(await counts(asAnn, conversation)).toEqual([1, 0])
    }
    expectSuccess(await asAnn.put(`/trips/${trip}/participants/${ben.id}`, { role: 'co_organizer' }))
    await say(asBen, chat, '@all really', all)
  })
})
