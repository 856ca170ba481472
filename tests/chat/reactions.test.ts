// Reactions to messages, and messages that are deleted for everyone: the rules, and over HTTP.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversationStreamType, type ConversationCommand } from '#core/chat/decider.ts'
import type { MessageResponse } from '#core/chat/contract.ts'
import type { ConversationEvent } from '#core/chat/events.ts'
import { emojiFrom, isEmojiOnly } from '#core/chat/reactions.ts'
import { deletedMessage, newMessage, type MessageRecord } from '#core/chat/toResponse.ts'
import { ann, ben, direct, mentionable, message, sent } from '#tests/chat/events.ts'
import { edit, openTripChat, page, read, say, send, startGroup } from '#tests/chat/requests.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { given } from '#tests/support/given.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { messageAt, withMessages } from '#web/chat/engine/timeline/messageChunks.ts'

const last = { seq: 1, at: '2026-05-02T10:00:00.000Z' }
const of = { conversationId: 'talk', messageId: 'm1', seq: 1, at: '2026-05-02T11:00:00.000Z', last }
const givenTalk = (...events: ConversationEvent[]) =>
  given(conversationStreamType, direct(), sent(1), ...events)
const first = newMessage(message(1))
const react = (emoji: string, more: object = {}): ConversationCommand => ({
  ...{ type: 'AddReaction', message: first, emoji, by: ben, now: of.at, ...more },
})
const takeBack = (emoji: string, more: object = {}): ConversationCommand => ({
  ...{ type: 'RemoveReaction', message: first, emoji, by: ben, now: of.at, ...more },
})
const added = (emoji: string, userId = 'ben'): ConversationEvent => ({
  type: 'ReactionAdded',
  data: { ...of, emoji, userId },
})
const deleted: ConversationEvent = { type: 'MessageDeleted', data: of }

describe('a reaction', () => {
  it('A person reacts once with an emoji, whatever the read model contains, and takes back what stands', () => {
    givenTalk().when(react('👍')).then(added('👍'))
    givenTalk(added('👍')).when(react('👍')).then()
    const late: MessageRecord = { ...first, reactions: [{ emoji: '👍', users: ['ben'] }] }
    givenTalk()
      .when(react('👍', { message: late }))
      .then()
    expect(givenTalk(added('👍')).when(takeBack('👍')).events()).toMatchObject([{ type: 'ReactionRemoved' }])
    givenTalk().when(takeBack('👍')).then()
    expect(givenTalk(added('👍', 'ann')).when(react('👍')).events()).toHaveLength(1)
  })

  it('Each change is a newer version of the message, whatever the clock did', () => {
    const [event] = givenTalk(added('👍'))
      .when(react('😂', { now: '2026-05-02T09:00:00.000Z' }))
      .events()
    expect(event?.data).toMatchObject({ at: '2026-05-02T11:00:00.001Z' })
  })

  it('A reaction is one emoji as Unicode has it: with or without its style, with its skin tone, and nothing else', () => {
    expect(['👍', '👍🏽', '👨‍👩‍👧', '🇭🇰', '1️⃣'].map(emojiFrom)).toEqual(['👍', '👍🏽', '👨‍👩‍👧', '🇭🇰', '1️⃣'])
    expect(emojiFrom('❤')).toBe('❤️')
    for (const text of ['', 'a', '1', '👍👍', '👍 ', ':)', '<b>', '👍'.repeat(50)])
      expect(emojiFrom(text)).toBe(null)
    givenTalk().when(react('ok')).thenRefused('OneEmoji')
    expect(['👍', '🐟 🍴 ☀️', ' 👨‍👩‍👧 '].every(isEmojiOnly)).toBe(true)
    expect(['', 'ok 👍', '👍👍👍👍', '12'].some(isEmojiOnly)).toBe(false)
  })

  it('A message has twenty different reactions at most, and any number of each', () => {
    const many = Array.from({ length: 20 }, (_, n) => ({
      emoji: String.fromCodePoint(0x1f600 + n),
      users: ['cat'],
    }))
    const full = { message: { ...first, reactions: many } }
    givenTalk().when(react('👍', full)).thenRefused('TooManyReactions')
    givenTalk().when(react('😀', full)).then(added('😀'))
  })

  it('A message that is not in the conversation has none', () => {
    givenTalk()
      .when(react('👍', { message: null }))
      .thenRefused('NotFound')
  })
})

describe('a deleted message', () => {
  const remove: ConversationCommand = { type: 'DeleteMessage', message: first, now: of.at }

  it('It is deleted once, and then neither edited nor reacted to, whatever the read model contains', () => {
    givenTalk().when(remove).then(deleted)
    givenTalk(deleted).when(remove).then()
    const change: ConversationCommand = {
      ...{ type: 'EditMessage', message: first, content: 'x', mentions: null, mentionable },
      by: ann,
      now: of.at,
    }
    givenTalk(deleted).when(change).thenRefused('MessageIsDeleted')
    givenTalk(deleted).when(react('👍')).thenRefused('MessageIsDeleted')
    givenTalk(deleted).when(takeBack('👍')).then()
    const known = { message: deletedMessage(first, of) }
    givenTalk().when(react('👍', known)).thenRefused('MessageIsDeleted')
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
  const group = () => startGroup(asAnn, [product.people.ben.id])
  const at = (conversationId: string, messageId: string, emoji?: string) =>
    `/conversations/${conversationId}/messages/${messageId}${emoji === undefined ? '' : `/reactions/${encodeURIComponent(emoji)}`}`

  it('Twenty requests at once leave each person’s reaction once, and nothing unread', async () => {
    product.clock.forward(10_000)
    const id = await group()
    const hello = await say(asAnn, id, 'Hello')
    await read(asBen, id, hello.id)
    await Promise.all(
      [asAnn, asBen].flatMap((by) =>
        Array.from({ length: 9 }, () => by.put(at(id, hello.id, '❤'), undefined)),
      ),
    )
    const { reactions, is_edited: isEdited } = (await page(asBen, id)).messages[0]!
    expect(reactions).toEqual([
      {
        emoji: '❤️',
        users: expect.arrayContaining(
          Object.values(product.people)
            .slice(0, 2)
            .map((one) => one.id),
        ),
      },
    ])
    expect(reactions![0]!.users).toHaveLength(2)
    expect(isEdited).toBe(false)
    const { conversation } = expectSuccess(await asBen.get(`/conversations/${id}`))
    expect(conversation).toMatchObject({ unread_count: 0, updated_at: hello.created_at })
    const { message: without } = expectSuccess(await asAnn.del(at(id, hello.id, '❤️')))
    expect(without.reactions).toEqual([{ emoji: '❤️', users: [product.people.ben.id] }])
  })

  it('Others see no text of a deleted message: not in its place, in replies or in the list', async () => {
    product.clock.forward(10_000)
    const id = await group()
    const secret = await say(asAnn, id, 'The code is 1234')
    await say(asBen, id, 'Thanks', { reply_to: secret.id })
    const last = await say(asAnn, id, 'The code was 1234')
    expectSuccess(await asBen.put(at(id, last.id, '👍'), undefined))
    expect((await asBen.del(at(id, secret.id))).status).toBe(403)
    for (const one of [secret, last]) expectSuccess(await asAnn.del(at(id, one.id)))
    const everything = JSON.stringify([
      await page(asBen, id),
      expectSuccess(await asBen.get('/conversations')),
      expectSuccess(await asBen.get(`/conversations/${id}`)),
    ])
    expect(everything).not.toContain('1234')
    const [gone, reply, lastGone] = (await page(asBen, id)).messages
    expect(gone).toMatchObject({ content: '', deleted: true, seq: 1 })
    expect(reply).toMatchObject({
      content: 'Thanks',
      reply_to: { id: secret.id, content: '', deleted: true },
    })
    expect(lastGone).toMatchObject({ deleted: true, reactions: [] })
    const { conversation } = expectSuccess(await asBen.get(`/conversations/${id}`))
    expect(conversation.last_message).toMatchObject({ content: '', deleted: true })
    expect((await edit(asAnn, id, secret.id, 'again')).status).toBe(409)
    const reply2 = await say(asBen, id, 'What was it?', { reply_to: secret.id })
    expect(reply2.reply_to).toMatchObject({ content: '', deleted: true })
  })

  it('In the chat of a trip the organizer deletes any message; strangers and who left find none', async () => {
    product.clock.forward(10_000)
    const plan = { title: 'Lisbon', destination: 'Portugal', startDate: '2026-06-01', endDate: '2026-06-05' }
    const { trip } = expectSuccess(
      await asAnn.post('/trips', { ...plan, inviteUserIds: [product.people.ben.id] }),
    )
    const id = await openTripChat(asAnn, trip.id)
    const his = await say(asBen, id, 'Mine')
    const hers = await say(asAnn, id, 'Hers')
    expect((await asBen.del(at(id, hers.id))).status).toBe(403)
    expectSuccess(await asAnn.del(at(id, his.id)))
    for (const path of [at(id, hers.id), at(id, hers.id, '👍')])
      expect((await product.as('cat').del(path)).status).toBe(404)
    expect((await product.as('cat').put(at(id, hers.id, '👍'), undefined)).status).toBe(404)
    expectSuccess(await asAnn.del(`/trips/${trip.id}/participants/${product.people.ben.id}`))
    expect((await asBen.put(at(id, hers.id, '👍'), undefined)).status).toBe(403)
  })

  it('What is no emoji is refused in words', async () => {
    const id = await group()
    const { id: messageId } = await say(asAnn, id, 'Hello')
    for (const text of ['a', '👍👍', '%', '..', ' ']) {
      const { status, body } = await asAnn.put(at(id, messageId, text), undefined)
      expect([status, body.error?.code]).toEqual([400, 'VALIDATION_ERROR'])
    }
    expect((await send(asAnn, id, 'Still here')).status).toBe(201)
  })
})

it('Twenty people who react and take back at once see the same on the server and on every device', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `friend${n}`)
  const product = await startProduct({ people: names })
  try {
    const [first, ...others] = names.map((name) => product.people[name]!.id)
    const talk = await startGroup(product.as('friend0'), others)
    const { id, seq } = await say(product.as('friend0'), talk, 'Who comes along?')
    const listeners = await Promise.all(names.map((name) => product.listen(name)))
    await Promise.all(listeners.map((listener) => listener.join(talk)))
    const path = (emoji: string) =>
      `/conversations/${talk}/messages/${id}/reactions/${encodeURIComponent(emoji)}`
    await Promise.all(
      names.map(async (name, n) => {
        const by = product.as(name)
        expectSuccess(await by.put(path('👍'), undefined))
        expectSuccess(await by.put(path('🎉'), undefined))
        if (n % 2 === 0) expectSuccess(await by.del(path('👍')))
      }),
    )
    const [message] = (await page(product.as('friend7'), talk)).messages
    const usersOf = (emoji: string) => message!.reactions!.find((one) => one.emoji === emoji)!.users
    expect(new Set(usersOf('🎉'))).toEqual(new Set([first, ...others]))
    expect(new Set(usersOf('👍'))).toEqual(
      new Set(names.flatMap((name, n) => (n % 2 === 0 ? [] : [product.people[name]!.id]))),
    )
    for (const listener of listeners) {
      const isLast = ({ message: of }: { message: MessageResponse }) => of.updated_at === message!.updated_at
      await listener.waitFor('message:reaction', isLast)
      // As a device keeps them: the newest version, in whatever order they arrive.
      const pushed = listener.received.flatMap(({ event, payload }) =>
        event === 'message:reaction' ? [(payload as { message: MessageResponse }).message] : [],
      )
      for (const order of [pushed, pushed.toReversed()])
        expect(messageAt(withMessages(new Map(), order), seq)).toEqual(message)
    }
  } finally {
    await product.stop()
  }
})
