// The real-time rows of the authorization table: who can connect, and which events each actor may send.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { type Caller, ACTORS, USERNAMES, createScenario } from '#tests/authorization/scenario.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectSuccess, sendRequest } from '#tests/support/client.ts'
import type { Listener } from '#tests/support/listener.ts'
import { PASSWORD, SIGNING_KEY } from '#tests/support/product.ts'
import { eventsWithoutPresence, realtimeForFile } from '#tests/authorization/realtimeFixture.ts'

type SignedIn = Exclude<Caller, 'anonymous'>
type Row = Record<string, string>
const rows = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'authorization.json'), 'utf8')) as { realtime: Row[] }
).realtime
const cellOf = (event: string, who: string) => rows.find((row) => row['event'] === event)![who]!

const setup = realtimeForFile()
const actors = ACTORS.filter((actor): actor is SignedIn => actor !== 'anonymous')
const isOnTrip = (actor: SignedIn) => ['member', 'co_organizer', 'organizer', 'provisional'].includes(actor)

async function errorOf(listener: Listener): Promise<{ code: string; message: string }> {
  const { code, message } = await listener.waitFor('error')
  return { code, message }
}

describe('connect', () => {
  it.each<[string, () => Promise<string | undefined>]>([
    ['no token', async () => undefined],
    ['expired', () => signed({ exp: setup.fixture.clock() / 1000 - 6 })],
    ['forged', () => signed({}, new TextEncoder().encode('another key than the one of this server'))],
    ['account gone', tokenOfNobody],
  ])('A connection with the token state %s gets the reason and is closed', async (how, token) => {
    coversSpec('§7 Real-time channel: auth_error', '§8 Messaging error codes: UNAUTHENTICATED')

    const code = cellOf('connect', how).replace('auth_error ', '')
    const listener = setup.connect(await token())
    expect((await listener.waitFor('auth_error')).code).toBe(code)
    await listener.closed
    expect(listener.received.map(({ event }) => event)).toEqual(['auth_error'])
  })

  it.each([[''], [7], [null], [{ toString: 'x' }], ['two words'], ['long '.repeat(1000)]])(
    'A connection with the token %j is refused',
    async (token) => {
      const listener = setup.connect(undefined, { auth: { token } })
      expect((await listener.waitFor('auth_error')).code).toMatch(/^(TOKEN_MISSING|INVALID_TOKEN)$/)
      await listener.closed
    },
  )

  it('A connection of a foreign origin is refused before the upgrade, and one of its own is not', async () => {
    const upgrade = (origin: string) =>
      sendRequest(setup.fixture.port, 'GET', '/socket.io/?EIO=4&transport=websocket', undefined, {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
        Origin: origin,
      })
    for (const origin of ['https://evil', 'null', 'https://127.0.0.1.evil', 'https://127.0.0.1:1'])
      expect(await upgrade(origin), origin).toMatchObject({
        status: 400,
        text: expect.stringMatching('Forbidden'),
      })
    const own = setup.connect(setup.fixture.as('mel').token, { headers: { Origin: setup.fixture.url } })
    await own.waitFor('authenticated')
  })

  it('A connection receives nothing before it is authenticated', async () => {
    const nameless = setup.connect(undefined)
    await setup.listenAs('sam')
    await nameless.closed
    expect(nameless.received.map(({ event }) => event)).toEqual(['auth_error'])
  })

  async function signed(claims: object, key = SIGNING_KEY): Promise<string> {
    const own = JSON.parse(atob(setup.fixture.as('mel').token!.split('.')[1]!)) as object
    return new SignJWT({ ...own, ...claims }).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(key)
  }

  async function tokenOfNobody(): Promise<string> {
    const { accounts } = setup.fixture.server.people
    const by = () => ({ actor: 'system', key: randomUUID(), digest: 'd', requestId: 'r' })
    const user = { username: 'gone', email: null, isAdmin: false, password: PASSWORD }
    await accounts.addUser(user, by())
    const { token } = expectSuccess(
      await setup.fixture.anonymous.post('/auth/login', { username: 'gone', password: PASSWORD }),
    )
    await accounts.disableUser('gone', by())
    return token as string
  }
})

describe('join_conversation / leave_conversation', () => {
  it.each(actors)('The trip’s chat is joined and left by %s according to their rights', async (actor) => {
    coversSpec('§7 Real-time channel: Client to server')

    const listener = await setup.listenAs(USERNAMES[actor])
    for (const [event, answer] of [
      ['join_conversation', 'conversation_joined'],
      ['leave_conversation', 'conversation_left'],
    ] as const) {
      listener.clear()
      listener.emit(event, { conversationId: setup.scenario.chatId })
      if (isOnTrip(actor)) {
        const payload = {
          conversationId: setup.scenario.chatId,
          ...(event === 'join_conversation' && { last_seq: 0 }),
        }
        expect(await listener.waitFor(answer)).toEqual(payload)
      } else expect((await errorOf(listener)).code).toBe('ACCESS_DENIED')
      await listener.settled()
      expect(eventsWithoutPresence(listener)).toHaveLength(1)
    }
  })

  it.each(actors)('The conversation of other people is for %s like a missing one', async (actor) => {
    const listener = await setup.listenAs(USERNAMES[actor])
    const answers: object[] = []
    for (const conversationId of [
      setup.scenario.directId,
      randomUUID(),
      'x',
      '../../etc',
      setup.scenario.tripId,
    ]) {
      listener.clear()
      listener.emit('join_conversation', { conversationId })
      answers.push(await errorOf(listener))
    }
    expect(answers).toEqual(
      answers.map(() => ({ code: 'ACCESS_DENIED', message: 'Access denied to conversation' })),
    )
  })

  it('A join without an id is refused', async () => {
    coversSpec('§8 Messaging error codes: UNAUTHENTICATED')

    const mel = await setup.listenAs('mel')
    for (const payload of [{}, undefined, null, { conversationId: '' }, { conversationId: null }]) {
      mel.clear()
      mel.emit('join_conversation', payload)
      expect((await errorOf(mel)).code).toBe('MISSING_CONVERSATION_ID')
    }
  })
})

describe('join_trip_chat / leave_trip_chat', () => {
  it.each(actors)(
    'The trip’s chat is joined by trip and chat id by %s according to their rights',
    async (actor) => {
      coversSpec('§7 Real-time channel: Client to server')

      const listener = await setup.listenAs(USERNAMES[actor])
      const { tripId, chatId } = setup.scenario
      listener.emit('join_trip_chat', { tripId, chatId })
      listener.emit('leave_trip_chat', { tripId, chatId })
      await listener.settled()
      const expected = isOnTrip(actor) ? ['conversation_joined', 'conversation_left'] : ['error', 'error']
      expect(eventsWithoutPresence(listener).map(({ event }) => event)).toEqual(expected)
      if (!isOnTrip(actor)) expect((await errorOf(listener)).code).toBe('ACCESS_DENIED')
    },
  )

  it('A chat of another trip is denied, also to a person on both trips', async () => {
    const other = await createScenario(setup.fixture, false)
    const mel = await setup.listenAs('mel')
    for (const [tripId, chatId] of [
      [setup.scenario.tripId, other.chatId],
      [setup.scenario.tripId, setup.scenario.directId],
      [randomUUID(), setup.scenario.chatId],
    ]) {
      mel.clear()
      mel.emit('join_trip_chat', { tripId, chatId })
      expect((await errorOf(mel)).code).toBe('ACCESS_DENIED')
    }
  })
})

describe('typing', () => {
  it('Typing is sent only to others in the room, and never back to its sender', async () => {
    coversSpec('§7 Real-time channel: Client to server')

    const [mel, sameMel, cora, olga, sam] = await setup.listenAsAll('mel', 'mel', 'cora', 'olga', 'sam')
    await mel!.join(setup.scenario.chatId)
    await sameMel!.join(setup.scenario.chatId)
    await cora!.join(setup.scenario.chatId)
    mel!.emit('typing_start', { conversationId: setup.scenario.chatId })
    const payload = {
      trip_id: setup.scenario.tripId,
      conversation_id: setup.scenario.chatId,
      user_id: setup.fixture.people.mel.id,
      username: 'mel',
    }
    expect(await cora!.waitFor('trip:typing')).toEqual({ ...payload, is_typing: true })
    mel!.emit('trip_typing_stop', { tripId: setup.scenario.tripId, chatId: setup.scenario.chatId })
    expect(await cora!.waitFor('trip:typing', ({ is_typing: isTyping }) => !isTyping)).toEqual({
      ...payload,
      is_typing: false,
    })
    mel!.emit('trip_typing_start', { tripId: setup.scenario.tripId, chatId: setup.scenario.chatId })
    await cora!.waitForCount('trip:typing', 3)
    expect(cora!.payloadsOf('trip:typing').at(-1)).toEqual({ ...payload, is_typing: true })
    for (const one of [olga!, sam!]) {
      await one.settled()
      expect(eventsWithoutPresence(one)).toEqual([])
    }
    for (const own of [mel!, sameMel!]) {
      await own.settled()
      expect(own.payloadsOf('trip:typing')).toEqual([])
    }
  })

  it.each(actors.filter((actor) => !isOnTrip(actor)))(
    'Typing by %s is denied and not published',
    async (actor) => {
      const mel = await setup.listenAs('mel')
      await mel.join(setup.scenario.chatId)
      mel.clear()
      const listener = await setup.listenAs(USERNAMES[actor])
      const { tripId, chatId } = setup.scenario
      for (const event of ['typing_start', 'typing_stop', 'trip_typing_start', 'trip_typing_stop']) {
        listener.clear()
        listener.emit(event, event.startsWith('trip') ? { tripId, chatId } : { conversationId: chatId })
        expect((await errorOf(listener)).code, event).toBe('ACCESS_DENIED')
      }
      await mel.settled()
      expect(eventsWithoutPresence(mel)).toEqual([])
    },
  )

  it('Typing by a person who has not joined is not published', async () => {
    const [mel, cora] = await setup.listenAsAll('mel', 'cora')
    await mel!.join(setup.scenario.chatId)
    cora!.emit('typing_start', { conversationId: setup.scenario.chatId })
    await cora!.settled()
    await mel!.settled()
    expect(mel!.payloadsOf('trip:typing')).toEqual([])
  })

  it('Typing ends for the others when its device disconnects', async () => {
    const [mel, cora] = await setup.listenAsAll('mel', 'cora')
    await mel!.join(setup.scenario.chatId)
    await cora!.join(setup.scenario.chatId)
    cora!.emit('typing_start', { conversationId: setup.scenario.chatId })
    await mel!.waitFor('trip:typing')
    cora!.close()
    expect(await mel!.waitFor('trip:typing', ({ is_typing: isTyping }) => !isTyping)).toMatchObject({
      username: 'cora',
    })
  })
})

describe('update_presence', () => {
  it('A presence update sets one’s own presence, never that of another person', async () => {
    coversSpec('§7 Real-time channel: Client to server')

    const [mel, sam] = await setup.listenAsAll('mel', 'sam')
    setup.fixture.clock.forward(5000)
    mel!.emit('update_presence', { status: 'away', user_id: setup.fixture.people.olga.id })
    const received = await sam!.waitFor('user_presence', ({ status }) => status === 'away')
    expect(received).toMatchObject({ user_id: setup.fixture.people.mel.id, username: 'mel' })
    expect(sam!.payloadsOf('user_presence').filter(({ username }) => username === 'olga')).toEqual([])
  })

  it.each([[{ status: 'busy' }], [{}], [undefined], ['online'], [{ status: ['online'] }]])(
    'A presence update with %j is refused',
    async (payload) => {
      coversSpec('§8 Messaging error codes: UNAUTHENTICATED')

      const mel = await setup.listenAs('mel')
      mel.emit('update_presence', payload)
      expect((await errorOf(mel)).code).toBe('INVALID_STATUS')
    },
  )
})

describe('an unknown event or a bad payload', () => {
  it.each<[string, unknown[]]>([
    ['send_message', [{ content: 'Hi' }]],
    ['message:new', [{}]],
    ['__proto__', []],
    ['join_conversation', ['an id']],
    ['join_conversation', [{ conversationId: 7 }]],
    ['join_conversation', [[]]],
    ['typing_start', [{ conversationId: { toString: 'x' } }]],
    ['join_trip_chat', [{ chatId: randomUUID(), tripId: 7 }]],
  ])('The event %s with %j is refused, and the connection stays', async (event, payload) => {
    coversSpec('§7 Real-time channel: error')

    const mel = await setup.listenAs('mel')
    mel.emit(event, ...payload)
    expect((await errorOf(mel)).code).toBe('VALIDATION_ERROR')
    await mel.settled()
    expect(mel.isOpen()).toBe(true)
  })
})
