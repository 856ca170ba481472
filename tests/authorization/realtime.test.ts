// The real-time rows of the authorization table: who can connect, which events each actor may send, and who receives
// which. A person outside of a conversation receives nothing of it.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Caller, Scenario, Fixture } from '#tests/authorization/scenario.ts'
import { ACTORS, USERNAMES, startFixture, createScenario } from '#tests/authorization/scenario.ts'
import { edit, openTripChat, read, say, startGroup } from '#tests/chat/requests.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { done, exchange } from '#tests/support/client.ts'
import type { Listener } from '#tests/support/listener.ts'
import { listen } from '#tests/support/listener.ts'
import { PASSWORD, SIGNING_KEY } from '#tests/support/product.ts'

type SignedIn = Exclude<Caller, 'anonymous'>
type Row = Record<string, string>
const rows = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'authorization.json'), 'utf8')) as { realtime: Row[] }
).realtime
const cellOf = (event: string, who: string) => rows.find((row) => row['event'] === event)![who]!

let fixture: Fixture
let scenario: Scenario
const open: Listener[] = []
beforeAll(async () => {
  fixture = await startFixture()
  scenario = await createScenario(fixture, false)
})
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})
afterAll(() => fixture.stop())

type Name = Parameters<Fixture['listen']>[0]
async function listenAs(name: Name): Promise<Listener> {
  const listener = await fixture.listen(name)
  open.push(listener)
  return listener
}
function connect(token: string | undefined, more: Parameters<typeof listen>[2] = {}): Listener {
  const listener = listen(fixture.port, token, more)
  open.push(listener)
  return listener
}

const actors = ACTORS.filter((actor): actor is SignedIn => actor !== 'anonymous')
const isOnTrip = (actor: SignedIn) => ['member', 'co_organizer', 'organizer'].includes(actor)

/** The received events without presence, which everybody gets. */
const news = (listener: Listener) =>
  listener.received.filter(({ event }) => event !== 'user_presence' && event !== 'authenticated')

async function complaint(listener: Listener): Promise<{ code: string; message: string }> {
  const { code, message } = await listener.waitFor('error')
  return { code, message }
}

describe('connect', () => {
  it.each<[string, () => Promise<string | undefined>]>([
    ['no token', async () => undefined],
    ['expired', () => signed({ exp: fixture.clock() / 1000 - 6 })],
    ['forged', () => signed({}, new TextEncoder().encode('another key than the one of this server'))],
    ['account gone', tokenOfNobody],
  ])('A connection with the token state %s gets the reason and is closed', async (how, token) => {
    coversSpec('§7 Real-time channel: auth_error', '§8 Messaging error codes: UNAUTHENTICATED')

    const code = cellOf('connect', how).replace('auth_error ', '')
    const listener = connect(await token())
    expect((await listener.waitFor('auth_error')).code).toBe(code)
    await listener.closed
    expect(listener.received.map(({ event }) => event)).toEqual(['auth_error'])
  })

  it.each([[''], [7], [null], [{ toString: 'x' }], ['two words'], ['long '.repeat(1000)]])(
    'A connection with the token %j is refused',
    async (token) => {
      const listener = connect(undefined, { auth: { token } })
      expect((await listener.waitFor('auth_error')).code).toMatch(/^(TOKEN_MISSING|INVALID_TOKEN)$/)
      await listener.closed
    },
  )

  it('A connection of a foreign origin is refused before the upgrade, and one of its own is not', async () => {
    const upgrade = (origin: string) =>
      exchange(fixture.port, 'GET', '/socket.io/?EIO=4&transport=websocket', undefined, {
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
    const own = connect(fixture.as('mel').token, { headers: { Origin: fixture.url } })
    await own.waitFor('authenticated')
  })

  it('A connection receives nothing before it is authenticated', async () => {
    const nameless = connect(undefined)
    await listenAs('sam')
    await nameless.closed
    expect(nameless.received.map(({ event }) => event)).toEqual(['auth_error'])
  })

  async function signed(claims: object, key = SIGNING_KEY): Promise<string> {
    const own = JSON.parse(atob(fixture.as('mel').token!.split('.')[1]!)) as object
    return new SignJWT({ ...own, ...claims }).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(key)
  }

  async function tokenOfNobody(): Promise<string> {
    const { accounts } = fixture.server.people
    const by = () => ({ actor: 'system', key: randomUUID(), digest: 'd', requestId: 'r' })
    const user = { username: 'gone', email: null, isAdmin: false, password: PASSWORD }
    await accounts.addUser(user, by())
    const { token } = done(
      await fixture.anonymous.post('/auth/login', { username: 'gone', password: PASSWORD }),
    )
    await accounts.disableUser('gone', by())
    return token as string
  }
})

describe('join_conversation / leave_conversation', () => {
  it.each(actors)('The trip’s chat is joined and left by %s according to their rights', async (actor) => {
    coversSpec('§7 Real-time channel: Client to server')

    const listener = await listenAs(USERNAMES[actor])
    for (const [event, answer] of [
      ['join_conversation', 'conversation_joined'],
      ['leave_conversation', 'conversation_left'],
    ] as const) {
      listener.clear()
      listener.emit(event, { conversationId: scenario.chatId })
      if (isOnTrip(actor)) {
        const told = {
          conversationId: scenario.chatId,
          ...(event === 'join_conversation' && { last_seq: 0 }),
        }
        expect(await listener.waitFor(answer)).toEqual(told)
      } else expect((await complaint(listener)).code).toBe('ACCESS_DENIED')
      await listener.settled()
      expect(news(listener)).toHaveLength(1)
    }
  })

  it.each(actors)('The conversation of other people is for %s like a missing one', async (actor) => {
    const listener = await listenAs(USERNAMES[actor])
    const answers: object[] = []
    for (const conversationId of [scenario.directId, randomUUID(), 'x', '../../etc', scenario.tripId]) {
      listener.clear()
      listener.emit('join_conversation', { conversationId })
      answers.push(await complaint(listener))
    }
    expect(answers).toEqual(
      answers.map(() => ({ code: 'ACCESS_DENIED', message: 'Access denied to conversation' })),
    )
  })

  it('A join without an id is refused', async () => {
    coversSpec('§8 Messaging error codes: UNAUTHENTICATED')

    const mel = await listenAs('mel')
    for (const payload of [{}, undefined, null, { conversationId: '' }, { conversationId: null }]) {
      mel.clear()
      mel.emit('join_conversation', payload)
      expect((await complaint(mel)).code).toBe('MISSING_CONVERSATION_ID')
    }
  })
})

describe('join_trip_chat / leave_trip_chat', () => {
  it.each(actors)(
    'The trip’s chat is joined by trip and chat id by %s according to their rights',
    async (actor) => {
      coversSpec('§7 Real-time channel: Client to server')

      const listener = await listenAs(USERNAMES[actor])
      const { tripId, chatId } = scenario
      listener.emit('join_trip_chat', { tripId, chatId })
      listener.emit('leave_trip_chat', { tripId, chatId })
      await listener.settled()
      const expected = isOnTrip(actor) ? ['conversation_joined', 'conversation_left'] : ['error', 'error']
      expect(news(listener).map(({ event }) => event)).toEqual(expected)
      if (!isOnTrip(actor)) expect((await complaint(listener)).code).toBe('ACCESS_DENIED')
    },
  )

  it('A chat of another trip is denied, also to a person on both trips', async () => {
    const other = await createScenario(fixture, false)
    const mel = await listenAs('mel')
    for (const [tripId, chatId] of [
      [scenario.tripId, other.chatId],
      [scenario.tripId, scenario.directId],
      [randomUUID(), scenario.chatId],
    ]) {
      mel.clear()
      mel.emit('join_trip_chat', { tripId, chatId })
      expect((await complaint(mel)).code).toBe('ACCESS_DENIED')
    }
  })
})

describe('typing', () => {
  it('Typing is sent only to others in the room, and never back to its sender', async () => {
    coversSpec('§7 Real-time channel: Client to server')

    const [mel, sameMel, cora, olga, sam] = await everybody('mel', 'mel', 'cora', 'olga', 'sam')
    await mel!.join(scenario.chatId)
    await sameMel!.join(scenario.chatId)
    await cora!.join(scenario.chatId)
    mel!.emit('typing_start', { conversationId: scenario.chatId })
    const told = {
      trip_id: scenario.tripId,
      conversation_id: scenario.chatId,
      user_id: fixture.people.mel.id,
      username: 'mel',
    }
    expect(await cora!.waitFor('trip:typing')).toEqual({ ...told, is_typing: true })
    mel!.emit('trip_typing_stop', { tripId: scenario.tripId, chatId: scenario.chatId })
    expect(await cora!.waitFor('trip:typing', ({ is_typing: isTyping }) => !isTyping)).toEqual({
      ...told,
      is_typing: false,
    })
    mel!.emit('trip_typing_start', { tripId: scenario.tripId, chatId: scenario.chatId })
    await cora!.waitForCount('trip:typing', 3)
    expect(cora!.payloadsOf('trip:typing').at(-1)).toEqual({ ...told, is_typing: true })
    for (const one of [olga!, sam!]) {
      await one.settled()
      expect(news(one)).toEqual([])
    }
    for (const own of [mel!, sameMel!]) {
      await own.settled()
      expect(own.payloadsOf('trip:typing')).toEqual([])
    }
  })

  it.each(actors.filter((actor) => !isOnTrip(actor)))(
    'Typing by %s is denied and not published',
    async (actor) => {
      const mel = await listenAs('mel')
      await mel.join(scenario.chatId)
      mel.clear()
      const listener = await listenAs(USERNAMES[actor])
      const { tripId, chatId } = scenario
      for (const event of ['typing_start', 'typing_stop', 'trip_typing_start', 'trip_typing_stop']) {
        listener.clear()
        listener.emit(event, event.startsWith('trip') ? { tripId, chatId } : { conversationId: chatId })
        expect((await complaint(listener)).code, event).toBe('ACCESS_DENIED')
      }
      await mel.settled()
      expect(news(mel)).toEqual([])
    },
  )

  it('Typing by a person who has not joined is not published', async () => {
    const [mel, cora] = await everybody('mel', 'cora')
    await mel!.join(scenario.chatId)
    cora!.emit('typing_start', { conversationId: scenario.chatId })
    await cora!.settled()
    await mel!.settled()
    expect(mel!.payloadsOf('trip:typing')).toEqual([])
  })

  it('Typing ends for the others when its device disconnects', async () => {
    const [mel, cora] = await everybody('mel', 'cora')
    await mel!.join(scenario.chatId)
    await cora!.join(scenario.chatId)
    cora!.emit('typing_start', { conversationId: scenario.chatId })
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

    const [mel, sam] = await everybody('mel', 'sam')
    fixture.clock.forward(5000)
    mel!.emit('update_presence', { status: 'away', user_id: fixture.people.olga.id })
    const told = await sam!.waitFor('user_presence', ({ status }) => status === 'away')
    expect(told).toMatchObject({ user_id: fixture.people.mel.id, username: 'mel' })
    expect(sam!.payloadsOf('user_presence').filter(({ username }) => username === 'olga')).toEqual([])
  })

  it.each([[{ status: 'busy' }], [{}], [undefined], ['online'], [{ status: ['online'] }]])(
    'A presence update with %j is refused',
    async (payload) => {
      coversSpec('§8 Messaging error codes: UNAUTHENTICATED')

      const mel = await listenAs('mel')
      mel.emit('update_presence', payload)
      expect((await complaint(mel)).code).toBe('INVALID_STATUS')
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

    const mel = await listenAs('mel')
    mel.emit(event, ...payload)
    expect((await complaint(mel)).code).toBe('VALIDATION_ERROR')
    await mel.settled()
    expect(mel.isOpen()).toBe(true)
  })
})

describe('audience of a conversation', () => {
  it('A conversation’s events reach every device of its people, joined or not, and nobody else', async () => {
    const inIt = await everybody('mel', 'mel', 'cora', 'olga', 'otto')
    const others = await everybody('sam', 'fred', 'admin', 'nora')
    await inIt[0]!.join(scenario.chatId)
    await happens(scenario)
    for (const one of inIt) {
      await one.waitFor('trip:chat:deleted')
      const events = news(one).map(({ event }) => event)
      for (const event of ['trip:message', 'trip:chat:created', 'trip:chat:updated', 'message:status'])
        expect(events, event).toContain(event)
    }
    for (const one of others) {
      await one.settled()
      expect(news(one)).toEqual([])
    }
  })

  it('A conversation of two or of a group is not sent to an organizer of their trip', async () => {
    const group = await startGroup(fixture.as('mel'), [fixture.people.otto.id])
    const [mel, otto, nora, olga] = await everybody('mel', 'otto', 'nora', 'olga')
    const message = await say(fixture.as('otto'), group, 'Between us')
    expect(await mel!.waitFor('message:new')).toEqual({ conversation_id: group, message })
    await read(fixture.as('mel'), group, message.id)
    await say(fixture.as('otto'), scenario.directId, 'Only you')
    await nora!.waitFor('message:new')
    await otto!.waitFor('message:status', ({ status }) => status === 'read')
    for (const one of [olga!, mel!, nora!]) await one.settled()
    expect(news(olga!)).toEqual([])
    expect(mel!.payloadsOf('message:new')).toHaveLength(1)
    expect(nora!.payloadsOf('message:new')).toHaveLength(1)
  })
})

/** Otto and Olga cause every event of a trip's chat; the last one deletes another chat of the trip. */
async function happens({ tripId, chatId }: Scenario): Promise<void> {
  const [otto, olga] = [fixture.as('otto'), fixture.as('olga')]
  fixture.clock.forward(5000)
  const passing = await openTripChat(otto, tripId, 'In passing')
  const message = await say(otto, chatId, 'Hello all')
  done(await edit(otto, chatId, message.id, `Hello again ${randomUUID()}`))
  await read(olga, chatId, message.id)
  done(await olga.put(`/trips/${tripId}/chats/${passing}`, { name: 'Passing by' }))
  done(await olga.del(`/trips/${tripId}/chats/${passing}`))
}

describe('a removed person', () => {
  it('A removed person gets exactly one trip:participant:removed and then nothing: over REST, the socket and a reconnect, at once', async () => {
    const own = await createScenario(fixture, false)
    const { nora } = fixture.people
    done(await fixture.as('olga').post(`/trips/${own.tripId}/invite`, { userIds: [nora.id] }))
    const devices = await everybody('nora', 'nora')
    const [mel] = await everybody('mel')
    await mel!.join(own.chatId)
    for (const device of devices) await device.join(own.chatId)
    devices[0]!.emit('typing_start', { conversationId: own.chatId })
    await mel!.waitFor('trip:typing')
    for (const device of devices) device.clear()

    done(await fixture.as('olga').del(`/trips/${own.tripId}/participants/${nora.id}`))
    // The server ends a removed person's typing for the others.
    expect(await mel!.waitFor('trip:typing', ({ is_typing: isTyping }) => !isTyping)).toMatchObject({
      username: 'nora',
    })
    for (const path of [`/trips/${own.tripId}`, `/conversations/${own.chatId}`])
      expect((await fixture.as('nora').get(path)).status).toBe(403)
    const [again] = await everybody('nora')
    for (const device of [...devices, again!]) {
      device.emit('join_conversation', { conversationId: own.chatId })
      device.emit('typing_start', { conversationId: own.chatId })
    }
    await again!.settled()
    mel!.emit('typing_start', { conversationId: own.chatId })
    await happens(own)
    await mel!.waitFor('trip:chat:deleted')
    for (const device of [...devices, again!]) {
      await device.settled()
      const told = news(device).filter(({ event }) => event !== 'error')
      const removed = { trip_id: own.tripId, user_id: nora.id }
      expect(told).toEqual(device === again ? [] : [{ event: 'trip:participant:removed', payload: removed }])
      expect(device.payloadsOf('error').map(({ code }) => code)).toEqual(['ACCESS_DENIED', 'ACCESS_DENIED'])
    }
    expect(mel!.payloadsOf('trip:typing').filter(({ is_typing: isTyping }) => isTyping)).toHaveLength(1)
  })

  it('A person whose role changes, or who is removed and returns, has the matching access at each step', async () => {
    const own = await createScenario(fixture, false)
    const { nora, olga } = fixture.people
    const [asOlga, asNora] = [fixture.as('olga'), fixture.as('nora')]
    const path = `/trips/${own.tripId}`
    const invite = async () => done(await asOlga.post(`${path}/invite`, { userIds: [nora.id] }))
    const invitation = async () => {
      const { invitations } = done(await asNora.get(`/trip-invitations?status=pending&tripId=${own.tripId}`))
      return `/trip-invitations/${invitations[0].id}`
    }
    const steps: [string, () => Promise<unknown>, boolean][] = [
      ['before anything', async () => undefined, false],
      ['invited', invite, true],
      [
        'made co_organizer',
        () => asOlga.put(`${path}/participants/${nora.id}`, { role: 'co_organizer' }),
        true,
      ],
      ['handed the trip', () => asOlga.post(`${path}/organizer`, { userId: nora.id }), true],
      ['having handed it back', () => asNora.post(`${path}/organizer`, { userId: olga.id }), true],
      ['gone', () => asNora.post(`${path}/leave`), false],
      ['invited again', invite, true],
      [
        'having declined',
        async () => asNora.put(`${await invitation()}/respond`, { response: 'declined' }),
        false,
      ],
      ['invited once more', invite, true],
      ['her invitation cancelled', async () => asOlga.del(await invitation()), false],
      ['invited at last', invite, true],
      [
        'having accepted',
        async () => asNora.put(`${await invitation()}/respond`, { response: 'accepted' }),
        true,
      ],
      ['the trip deleted', () => asOlga.del(path), false],
    ]
    const [device, mel] = await everybody('nora', 'mel')
    for (const [when, act, isIn] of steps) {
      await act()
      device!.clear()
      for (const event of ['join_conversation', 'typing_stop', 'leave_conversation'])
        device!.emit(event, { conversationId: own.chatId })
      await device!.settled()
      const codes = device!.payloadsOf('error').map(({ code }) => code)
      expect(codes, when).toEqual(isIn ? [] : ['ACCESS_DENIED', 'ACCESS_DENIED', 'ACCESS_DENIED'])
      if (when === 'the trip deleted') break
      fixture.clock.forward(1000)
      mel!.clear()
      await say(fixture.as('otto'), own.chatId, when)
      await mel!.waitFor('trip:message')
      await device!.settled()
      expect(device!.payloadsOf('trip:message'), when).toHaveLength(isIn ? 1 : 0)
    }
  })
})

async function everybody(...names: Name[]): Promise<Listener[]> {
  const all = await Promise.all(names.map(listenAs))
  for (const one of all) {
    await one.settled()
    one.clear()
  }
  return all
}
