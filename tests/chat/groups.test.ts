// Groups after their start: the rules, and over HTTP and the socket.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorizeInConversation, authorizeToChangeGroup } from '#core/chat/access.ts'
import { conversationStreamType, type ConversationCommand } from '#core/chat/decider.ts'
import type { ChatPerson, ConversationEvent } from '#core/chat/events.ts'
import { type Membership, membershipStreamType, REPEAT_GROUP_AFTER } from '#core/chat/membership.ts'
import { newMessage } from '#core/chat/toResponse.ts'
import { ann, ben, cat, direct, group, mentionable, message, send, sent } from '#tests/chat/events.ts'
import { page, read, say, startDirect, startGroup } from '#tests/chat/requests.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { given, stateAfter } from '#tests/support/given.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const givenTalk = (...events: ConversationEvent[]) => given(conversationStreamType, ...events)
const of = { messageId: 'line', by: ann, now: '2026-05-02T11:00:00.000Z' }
const add = (...people: ChatPerson[]): ConversationCommand => ({
  ...{ type: 'AddToGroup', people, conversationCount: 0 },
  ...of,
})
const remove = (userId: string, by = ann): ConversationCommand => ({
  ...{ type: 'RemoveFromGroup', userId },
  ...{ ...of, by },
})
const change = (changes: { name?: string; description?: string | null }): ConversationCommand => ({
  ...{ type: 'ChangeGroup', ...changes },
  ...of,
})
const changeIn = (event: ConversationEvent | undefined) => {
  if (event?.type !== 'GroupChanged') throw new Error('No change of the group')
  return event.data
}

describe('the rules of a group', () => {
  it('A change is a line in the conversation with the next number, and holds the whole group', () => {
    const [event] = givenTalk(group(ben), sent(1)).when(add(cat)).events()
    expect(changeIn(event)).toMatchObject({
      group: { name: 'Walkers', people: [ann, ben, { ...cat, since: 2 }], organizerId: 'ann' },
      added: ['cat'],
      removed: [],
      message: { id: 'line', seq: 2, messageType: 'system', content: 'added Cat', sender: ann },
    })
  })

  it('What is so already changes nothing', () => {
    givenTalk(group(ben)).when(add(ben)).then()
    givenTalk(group(ben)).when(remove('cat')).then()
    givenTalk(group(ben))
      .when(change({ name: 'Walkers', description: null }))
      .then()
  })

  it('A group has fifty people at most, and none in more conversations than allowed', () => {
    const many = Array.from({ length: 48 }, (_, n) => ({ id: `p${n}`, username: `P${n}` }))
    expect(
      givenTalk(group(ben))
        .when(add(...many))
        .events(),
    ).toHaveLength(1)
    givenTalk(group(ben))
      .when(add(...many, cat))
      .thenRefused('TooManyPeople')
    givenTalk(group(ben))
      .when({ ...add(cat), conversationCount: 5000 } as ConversationCommand)
      .thenRefused('LimitReached')
  })

  it('A new name and a new description are said in one line', () => {
    const [event] = givenTalk(group(ben))
      .when(change({ name: 'Runners', description: 'Sundays' }))
      .events()
    expect(changeIn(event)).toMatchObject({
      group: { name: 'Runners', description: 'Sundays' },
      message: { content: 'renamed the group to “Runners” and changed the description' },
    })
  })

  it('When the organizer leaves, who has been in it for longest follows; nobody is left after the last', () => {
    const left = changeIn(givenTalk(group(ben, cat)).when(remove('ann')).events()[0])
    expect(left).toMatchObject({
      group: { people: [ben, cat], organizerId: 'ben' },
      removed: ['ann'],
      message: { content: 'left' },
    })
    const [first] = givenTalk(group(ben)).when(remove('ann')).events()
    const last = changeIn(givenTalk(group(ben), first!).when(remove('ben', ben)).events()[0])
    expect(last.group).toMatchObject({ people: [], organizerId: null })
  })

  it('Its organizer changes it, everybody may leave, and a direct conversation has nobody to add', () => {
    const walkers: Membership = stateAfter(membershipStreamType, group(ben))
    expect(authorizeToChangeGroup(walkers, null, 'ann', 'ben')).toBe(null)
    expect(authorizeToChangeGroup(walkers, null, 'ben', 'ben')).toBe(null)
    expect(authorizeToChangeGroup(walkers, null, 'ben', 'ann')).toMatchObject({ refused: 'NotTheOrganizer' })
    expect(authorizeToChangeGroup(walkers, null, 'cat', 'cat')).toMatchObject({ refused: 'NotFound' })
    const pair: Membership = stateAfter(membershipStreamType, direct())
    expect(authorizeToChangeGroup(pair, null, 'ann')).toMatchObject({ refused: 'NotAGroup' })
  })

  it('A group that was changed is repeated among its newest events, whatever is written', () => {
    const [changed] = givenTalk(group(ben)).when(add(cat)).events()
    const edits = Array.from({ length: REPEAT_GROUP_AFTER }, (_, n) => sent(n + 2))
    const before = givenTalk(group(ben), changed!, ...edits.slice(1))
    expect(before.when(send('new', 'Hi')).events()).toHaveLength(1)
    const [, repeated] = givenTalk(group(ben), changed!, ...edits)
      .when(send('new', 'Hi'))
      .events()
    expect(repeated).toEqual({
      type: 'GroupRepeated',
      data: { conversationId: 'talk', group: changeIn(changed).group },
    })
    givenTalk(group(ben), changed!, ...edits)
      .when({
        type: 'EditMessage',
        mentions: null,
        mentionable,
        message: newMessage(message(2)),
        content: 'Message 2',
        by: ann,
        now: of.now,
      })
      .then()
  })

  it('What was added later is in it, and who was removed is not', () => {
    const [first] = givenTalk(group(ben)).when(add(cat)).events()
    const [second] = givenTalk(group(ben), first!).when(remove('ben')).events()
    const state: Membership = stateAfter(membershipStreamType, group(ben), first!, second!)
    expect(authorizeInConversation(state, null, 'cat')).toBe(null)
    expect(authorizeInConversation(state, null, 'ben')).toMatchObject({ refused: 'NotFound' })
  })
})

describe('over HTTP', () => {
  let product: Product<'ann' | 'ben' | 'cat' | 'dan'>
  let asAnn: Client
  let asBen: Client
  let asCat: Client
  beforeAll(async () => {
    product = await startProduct({ people: ['ann', 'ben', 'cat', 'dan'] })
    ;[asAnn, asBen, asCat] = [product.as('ann'), product.as('ben'), product.as('cat')]
  })
  afterAll(() => product.stop())
  const start = () => startGroup(asAnn, [product.people.ben.id])
  const addTo = (id: string, ...names: ('ben' | 'cat' | 'dan')[]) =>
    asAnn.post(`/conversations/${id}/participants`, {
      participant_ids: names.map((name) => product.people[name].id),
    })
  const unread = async (by: Client, id: string): Promise<number> =>
    expectSuccess(await by.get(`/conversations/${id}`)).conversation.unread_count

  it('Its name, its people and a line are there for all, and the line is unread for nobody', async () => {
    const id = await start()
    const hello = await say(asAnn, id, 'Hello')
    expect(await read(asBen, id, hello.id)).toBe(0)
    expectSuccess(await addTo(id, 'cat'))
    const { conversation } = expectSuccess(
      await asAnn.put(`/conversations/${id}`, { name: 'Runners', description: 'On Sundays' }),
    )
    expect(conversation).toMatchObject({
      name: 'Runners',
      description: 'On Sundays',
      last_seq: 3,
      participants: [{ username: 'ann', role: 'organizer' }, { username: 'ben' }, { username: 'cat' }],
    })
    expect(conversation.participants[1]).not.toHaveProperty('role')
    for (const by of [asAnn, asBen, asCat]) expect(await unread(by, id)).toBe(0)
    await say(asBen, id, 'New shoes')
    for (const by of [asAnn, asCat]) expect(await unread(by, id)).toBe(1)
    expect(await unread(asBen, id)).toBe(0)
    expect((await page(asBen, id)).messages.map(({ content }) => content)).toEqual([
      'Hello',
      'added cat',
      'renamed the group to “Runners” and changed the description',
      'New shoes',
    ])
  })

  it('Who is added reads from then on, and what came before is neither read nor counted', async () => {
    const id = await start()
    const secret = await say(asAnn, id, 'A secret')
    const own = await say(asBen, id, 'Mine')
    expectSuccess(await addTo(id, 'cat'))
    const later = await say(asBen, id, 'Welcome')
    const seen = await page(asCat, id, 'limit=1')
    expect(seen.messages.map(({ content }) => content)).toEqual(['Welcome'])
    expect(seen.has_more).toBe(true)
    const older = await page(asCat, id, `before_id=${later.id}`)
    expect([older.messages.map(({ content }) => content), older.has_more]).toEqual([['added cat'], false])
    expect((await page(asCat, id, `before_id=${own.id}`)).messages).toEqual([])
    expect((await page(asCat, id, `after_id=${secret.id}`)).messages.map(({ seq }) => seq)).toEqual([3, 4])
    expect(await unread(asCat, id)).toBe(1)
    for (const body of [{ message_id: secret.id }])
      expect((await asCat.post(`/conversations/${id}/read`, body)).status).toBe(404)
    const quoting = { content: 'What was it?', reply_to: secret.id }
    expect((await asCat.post(`/conversations/${id}/messages`, quoting)).status).toBe(404)
    expect(await read(asCat, id, later.id)).toBe(0)
    // She has read what she may read, so that two ticks are not lost by her coming.
    const { read_by: readBy } = expectSuccess(await asAnn.get(`/conversations/${id}/messages`))
    expect(readBy[product.people.cat.id]).toBe(4)
  })

  it('Who has left finds nothing any more, and reads from the return on when added again', async () => {
    const id = await start()
    expectSuccess(await addTo(id, 'cat'))
    const before = await say(asCat, id, 'I go')
    const cat = await product.listen('cat')
    await cat.join(id)
    expect((await asCat.post(`/conversations/${id}/leave`)).status).toBe(204)
    await cat.waitFor('conversation:changed')
    for (const path of ['', '/messages'])
      expect((await asCat.get(`/conversations/${id}${path}`)).status).toBe(404)
    expect((await asCat.post(`/conversations/${id}/messages`, { content: 'x' })).status).toBe(404)
    expect((await asCat.post(`/conversations/${id}/leave`)).status).toBe(404)
    const listed = expectSuccess(await asCat.get('/conversations')).conversations as { id: string }[]
    expect(listed.map((one) => one.id)).not.toContain(id)
    const count = cat.received.length
    await say(asAnn, id, 'She is gone')
    expectSuccess(await addTo(id, 'cat'))
    await cat.waitFor('message:new', ({ message: { content } }) => content === 'added cat')
    expect(
      cat.received
        .slice(count)
        .map(({ payload }) => JSON.stringify(payload))
        .join(),
    ).not.toContain('She is gone')
    expect((await page(asCat, id)).messages.map(({ content }) => content)).toEqual(['added cat'])
    expect(await unread(asCat, id)).toBe(0)
    // An edit of what was before her return does not reach her.
    expect(
      (await asCat.send('PATCH', `/conversations/${id}/messages/${before.id}`, { body: { content: 'x' } }))
        .status,
    ).toBe(404)
  })

  it('Only the organizer changes a group, and only a group is changed', async () => {
    const id = await start()
    const dan = product.people.dan.id
    const denied = [
      await asBen.put(`/conversations/${id}`, { name: 'Mine' }),
      await asBen.post(`/conversations/${id}/participants`, { participant_ids: [dan] }),
      await asBen.del(`/conversations/${id}/participants/${product.people.ann.id}`),
    ]
    expect(denied.map(({ status }) => status)).toEqual([403, 403, 403])
    expect((await asAnn.put(`/conversations/${id}`, { name: ' ' })).status).toBe(400)
    expect((await asAnn.post(`/conversations/${id}/participants`, { participant_ids: [] })).status).toBe(400)
    const nobody = { participant_ids: ['11111111-1111-4111-8111-111111111111'] }
    expect((await asAnn.post(`/conversations/${id}/participants`, nobody)).status).toBe(404)
    const pair = await startDirect(asAnn, product.people.ben.id)
    expect((await asAnn.post(`/conversations/${pair}/leave`)).status).toBe(409)
    expectSuccess(await asBen.del(`/conversations/${id}/participants/${product.people.ben.id}`))
    expect((await asBen.get(`/conversations/${id}`)).status).toBe(404)
  })

  it('A line is neither edited nor deleted, answered or reacted to', async () => {
    const id = await start()
    expectSuccess(await addTo(id, 'cat'))
    const [line] = (await page(asAnn, id)).messages
    const at = `/conversations/${id}/messages/${line!.id}`
    const refused = [
      await asAnn.send('PATCH', at, { body: { content: 'I did not' } }),
      await asAnn.del(at),
      await asAnn.put(`${at}/reactions/${encodeURIComponent('👍')}`, undefined),
      await asAnn.post(`/conversations/${id}/messages`, { content: 'Why?', reply_to: line!.id }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  it('A long group is read for its people after a restart as before it', async () => {
    const id = await start()
    expectSuccess(await addTo(id, 'cat'))
    for (let count = 0; count < REPEAT_GROUP_AFTER + 20; count++) {
      product.clock.forward(1000)
      await say(asBen, id, `${count}`)
    }
    const again = await startProduct({ people: ['ann', 'ben', 'cat', 'dan'], store: product.store })
    try {
      expect((await page(again.as('cat'), id, 'limit=100')).messages[0]!.content).toBe('added cat')
      expect((await again.as('dan').get(`/conversations/${id}`)).status).toBe(404)
    } finally {
      await again.stop()
    }
  })
})
