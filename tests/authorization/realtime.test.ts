// The real-time rows of the table: who is let in, what each may say, and who hears what. Whoever has no part in a
// conversation hears not a byte of it.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Caller, Scene, Theatre } from '#tests/authorization/scene.ts'
import { ACTORS, CAST, openTheatre, stage } from '#tests/authorization/scene.ts'
import { edit, openTripChat, read, say, startGroup } from '#tests/chat/talk.ts'
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

let theatre: Theatre
let scene: Scene
const open: Listener[] = []
beforeAll(async () => {
  theatre = await openTheatre()
  scene = await stage(theatre, false)
})
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})
afterAll(() => theatre.stop())

type Name = Parameters<Theatre['listen']>[0]
async function listenAs(name: Name): Promise<Listener> {
  const listener = await theatre.listen(name)
  open.push(listener)
  return listener
}
function connect(token: string | undefined, more: Parameters<typeof listen>[2] = {}): Listener {
  const listener = listen(theatre.port, token, more)
  open.push(listener)
  return listener
}

const actors = ACTORS.filter((actor): actor is SignedIn => actor !== 'anonymous')
const isOnTrip = (actor: SignedIn) => ['member', 'co_organizer', 'organizer'].includes(actor)

/** What was heard beside who is there, which everybody is told. */
const news = (listener: Listener) =>
  listener.heard.filter(({ event }) => event !== 'user_presence' && event !== 'authenticated')

async function complaint(listener: Listener): Promise<{ code: string; message: string }> {
  const { code, message } = await listener.hears('error')
  return { code, message }
}

describe('connect', () => {
  it.each<[string, () => Promise<string | undefined>]>([
    ['no token', async () => undefined],
    ['expired', () => signed({ exp: theatre.clock() / 1000 - 6 })],
    ['forged', () => signed({}, new TextEncoder().encode('another key than the one of this server'))],
    ['account gone', tokenOfNobody],
  ])('with %s hears why, and is closed', async (how, token) => {
    coversSpec('§7 Real-time channel: auth_error', '§8 Messaging error codes: UNAUTHENTICATED')

    const code = cellOf('connect', how).replace('auth_error ', '')
    const listener = connect(await token())
    expect((await listener.hears('auth_error')).code).toBe(code)
    await listener.closed
    expect(listener.heard.map(({ event }) => event)).toEqual(['auth_error'])
  })

  it.each([[''], [7], [null], [{ toString: 'x' }], ['two words'], ['long '.repeat(1000)]])(
    'with %j as a token is no entry either',
    async (token) => {
      const listener = connect(undefined, { auth: { token } })
      expect((await listener.hears('auth_error')).code).toMatch(/^(TOKEN_MISSING|INVALID_TOKEN)$/)
      await listener.closed
    },
  )

  it('of a foreign origin is refused before the upgrade, of its own it is not', async () => {
    const upgrade = (origin: string) =>
      exchange(theatre.port, 'GET', '/socket.io/?EIO=4&transport=websocket', undefined, {
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
    const own = connect(theatre.as('mel').token, { headers: { Origin: theatre.url } })
    await own.hears('authenticated')
  })

  it('hears nothing of anybody before it is let in', async () => {
    const nameless = connect(undefined)
    await listenAs('sam')
    await nameless.closed
    expect(nameless.heard.map(({ event }) => event)).toEqual(['auth_error'])
  })

  async function signed(claims: object, key = SIGNING_KEY): Promise<string> {
    const own = JSON.parse(atob(theatre.as('mel').token!.split('.')[1]!)) as object
    return new SignJWT({ ...own, ...claims }).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(key)
  }

  async function tokenOfNobody(): Promise<string> {
    const { accounts } = theatre.server.people
    const by = () => ({ actor: 'system', key: randomUUID(), digest: 'd', requestId: 'r' })
    const user = { username: 'gone', email: null, isAdmin: false, password: PASSWORD }
    await accounts.addUser(user, by())
    const { token } = done(
      await theatre.anonymous.post('/auth/login', { username: 'gone', password: PASSWORD }),
    )
    await accounts.disableUser('gone', by())
    return token as string
  }
})

describe('join_conversation / leave_conversation', () => {
  it.each(actors)('of the trip’s chat by %s', async (actor) => {
    coversSpec('§7 Real-time channel: Client to server')

    const listener = await listenAs(CAST[actor])
    for (const [event, answer] of [
      ['join_conversation', 'conversation_joined'],
      ['leave_conversation', 'conversation_left'],
    ] as const) {
      listener.forget()
      listener.say(event, { conversationId: scene.chatId })
      if (isOnTrip(actor)) {
        const told = { conversationId: scene.chatId, ...(event === 'join_conversation' && { last_seq: 0 }) }
        expect(await listener.hears(answer)).toEqual(told)
      } else expect((await complaint(listener)).code).toBe('ACCESS_DENIED')
      await listener.settled()
      expect(news(listener)).toHaveLength(1)
    }
  })

  it.each(actors)('of somebody else’s conversation by %s is as of none at all', async (actor) => {
    const listener = await listenAs(CAST[actor])
    const answers: object[] = []
    for (const conversationId of [scene.directId, randomUUID(), 'x', '../../etc', scene.tripId]) {
      listener.forget()
      listener.say('join_conversation', { conversationId })
      answers.push(await complaint(listener))
    }
    expect(answers).toEqual(
      answers.map(() => ({ code: 'ACCESS_DENIED', message: 'Access denied to conversation' })),
    )
  })

  it('without an id', async () => {
    coversSpec('§8 Messaging error codes: UNAUTHENTICATED')

    const mel = await listenAs('mel')
    for (const payload of [{}, undefined, null, { conversationId: '' }, { conversationId: null }]) {
      mel.forget()
      mel.say('join_conversation', payload)
      expect((await complaint(mel)).code).toBe('MISSING_CONVERSATION_ID')
    }
  })
})

describe('join_trip_chat / leave_trip_chat', () => {
  it.each(actors)('by %s', async (actor) => {
    coversSpec('§7 Real-time channel: Client to server')

    const listener = await listenAs(CAST[actor])
    const { tripId, chatId } = scene
    listener.say('join_trip_chat', { tripId, chatId })
    listener.say('leave_trip_chat', { tripId, chatId })
    await listener.settled()
    const expected = isOnTrip(actor) ? ['conversation_joined', 'conversation_left'] : ['error', 'error']
    expect(news(listener).map(({ event }) => event)).toEqual(expected)
    if (!isOnTrip(actor)) expect((await complaint(listener)).code).toBe('ACCESS_DENIED')
  })

  it('of a chat of another trip is denied, also to who is on both', async () => {
    const other = await stage(theatre, false)
    const mel = await listenAs('mel')
    for (const [tripId, chatId] of [
      [scene.tripId, other.chatId],
      [scene.tripId, scene.directId],
      [randomUUID(), scene.chatId],
    ]) {
      mel.forget()
      mel.say('join_trip_chat', { tripId, chatId })
      expect((await complaint(mel)).code).toBe('ACCESS_DENIED')
    }
  })
})

describe('typing', () => {
  it('is told to the others in the room only, and never back', async () => {
    coversSpec('§7 Real-time channel: Client to server')

    const [mel, sameMel, cora, olga, sam] = await everybody('mel', 'mel', 'cora', 'olga', 'sam')
    await mel!.join(scene.chatId)
    await sameMel!.join(scene.chatId)
    await cora!.join(scene.chatId)
    mel!.say('typing_start', { conversationId: scene.chatId })
    const told = {
      trip_id: scene.tripId,
      conversation_id: scene.chatId,
      user_id: theatre.people.mel.id,
      username: 'mel',
    }
    expect(await cora!.hears('trip:typing')).toEqual({ ...told, is_typing: true })
    mel!.say('trip_typing_stop', { tripId: scene.tripId, chatId: scene.chatId })
    expect(await cora!.hears('trip:typing', ({ is_typing: isTyping }) => !isTyping)).toEqual({
      ...told,
      is_typing: false,
    })
    mel!.say('trip_typing_start', { tripId: scene.tripId, chatId: scene.chatId })
    await cora!.hearsSoMany('trip:typing', 3)
    expect(cora!.all('trip:typing').at(-1)).toEqual({ ...told, is_typing: true })
    for (const one of [olga!, sam!]) {
      await one.settled()
      expect(news(one)).toEqual([])
    }
    for (const own of [mel!, sameMel!]) {
      await own.settled()
      expect(own.all('trip:typing')).toEqual([])
    }
  })

  it.each(actors.filter((actor) => !isOnTrip(actor)))(
    'by %s is denied, and nothing is told',
    async (actor) => {
      const mel = await listenAs('mel')
      await mel.join(scene.chatId)
      mel.forget()
      const listener = await listenAs(CAST[actor])
      const { tripId, chatId } = scene
      for (const event of ['typing_start', 'typing_stop', 'trip_typing_start', 'trip_typing_stop']) {
        listener.forget()
        listener.say(event, event.startsWith('trip') ? { tripId, chatId } : { conversationId: chatId })
        expect((await complaint(listener)).code, event).toBe('ACCESS_DENIED')
      }
      await mel.settled()
      expect(news(mel)).toEqual([])
    },
  )

  it('by who has not joined is not told', async () => {
    const [mel, cora] = await everybody('mel', 'cora')
    await mel!.join(scene.chatId)
    cora!.say('typing_start', { conversationId: scene.chatId })
    await cora!.settled()
    await mel!.settled()
    expect(mel!.all('trip:typing')).toEqual([])
  })

  it('ends for the others when its device goes', async () => {
    const [mel, cora] = await everybody('mel', 'cora')
    await mel!.join(scene.chatId)
    await cora!.join(scene.chatId)
    cora!.say('typing_start', { conversationId: scene.chatId })
    await mel!.hears('trip:typing')
    cora!.close()
    expect(await mel!.hears('trip:typing', ({ is_typing: isTyping }) => !isTyping)).toMatchObject({
      username: 'cora',
    })
  })
})

describe('update_presence', () => {
  it('says how oneself is, never how another is', async () => {
    coversSpec('§7 Real-time channel: Client to server')

    const [mel, sam] = await everybody('mel', 'sam')
    theatre.clock.forward(5000)
    mel!.say('update_presence', { status: 'away', user_id: theatre.people.olga.id })
    const told = await sam!.hears('user_presence', ({ status }) => status === 'away')
    expect(told).toMatchObject({ user_id: theatre.people.mel.id, username: 'mel' })
    expect(sam!.all('user_presence').filter(({ username }) => username === 'olga')).toEqual([])
  })

  it.each([[{ status: 'busy' }], [{}], [undefined], ['online'], [{ status: ['online'] }]])(
    'not with %j',
    async (payload) => {
      coversSpec('§8 Messaging error codes: UNAUTHENTICATED')

      const mel = await listenAs('mel')
      mel.say('update_presence', payload)
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
  ])('%s with %j is told so, and the connection stays', async (event, payload) => {
    coversSpec('§7 Real-time channel: error')

    const mel = await listenAs('mel')
    mel.say(event, ...payload)
    expect((await complaint(mel)).code).toBe('VALIDATION_ERROR')
    await mel.settled()
    expect(mel.isOpen()).toBe(true)
  })
})

describe('what happens in a conversation', () => {
  it('is heard by its people on every device, joined or not, and by nobody else', async () => {
    const inIt = await everybody('mel', 'mel', 'cora', 'olga', 'otto')
    const others = await everybody('sam', 'fred', 'admin', 'nora')
    await inIt[0]!.join(scene.chatId)
    await happens(scene)
    for (const one of inIt) {
      await one.hears('trip:chat:deleted')
      const events = news(one).map(({ event }) => event)
      for (const event of ['trip:message', 'trip:chat:created', 'trip:chat:updated', 'message:status'])
        expect(events, event).toContain(event)
    }
    for (const one of others) {
      await one.settled()
      expect(news(one)).toEqual([])
    }
  })

  it('of two, or of a group, is not told to an organizer of their trip', async () => {
    const group = await startGroup(theatre.as('mel'), [theatre.people.otto.id])
    const [mel, otto, nora, olga] = await everybody('mel', 'otto', 'nora', 'olga')
    const message = await say(theatre.as('otto'), group, 'Between us')
    expect(await mel!.hears('message:new')).toEqual({ conversation_id: group, message })
    await read(theatre.as('mel'), group, message.id)
    await say(theatre.as('otto'), scene.directId, 'Only you')
    await nora!.hears('message:new')
    await otto!.hears('message:status', ({ status }) => status === 'read')
    for (const one of [olga!, mel!, nora!]) await one.settled()
    expect(news(olga!)).toEqual([])
    expect(mel!.all('message:new')).toHaveLength(1)
    expect(nora!.all('message:new')).toHaveLength(1)
  })
})

/** Everything that is told of a trip's chat, by Otto and Olga; ends with the deletion of another chat of it. */
async function happens({ tripId, chatId }: Scene): Promise<void> {
  const [otto, olga] = [theatre.as('otto'), theatre.as('olga')]
  theatre.clock.forward(5000)
  const passing = await openTripChat(otto, tripId, 'In passing')
  const message = await say(otto, chatId, 'Hello all')
  done(await edit(otto, chatId, message.id, `Hello again ${randomUUID()}`))
  await read(olga, chatId, message.id)
  done(await olga.put(`/trips/${tripId}/chats/${passing}`, { name: 'Passing by' }))
  done(await olga.del(`/trips/${tripId}/chats/${passing}`))
}

describe('a removed person', () => {
  it('hears exactly one trip:participant:removed and then nothing: REST, socket and a reconnect at once', async () => {
    const own = await stage(theatre, false)
    const { nora } = theatre.people
    done(await theatre.as('olga').post(`/trips/${own.tripId}/invite`, { userIds: [nora.id] }))
    const devices = await everybody('nora', 'nora')
    const [mel] = await everybody('mel')
    await mel!.join(own.chatId)
    for (const device of devices) await device.join(own.chatId)
    devices[0]!.say('typing_start', { conversationId: own.chatId })
    await mel!.hears('trip:typing')
    for (const device of devices) device.forget()

    done(await theatre.as('olga').del(`/trips/${own.tripId}/participants/${nora.id}`))
    // Who was typing does not go on for the others.
    expect(await mel!.hears('trip:typing', ({ is_typing: isTyping }) => !isTyping)).toMatchObject({
      username: 'nora',
    })
    for (const path of [`/trips/${own.tripId}`, `/conversations/${own.chatId}`])
      expect((await theatre.as('nora').get(path)).status).toBe(403)
    const [again] = await everybody('nora')
    for (const device of [...devices, again!]) {
      device.say('join_conversation', { conversationId: own.chatId })
      device.say('typing_start', { conversationId: own.chatId })
    }
    await again!.settled()
    mel!.say('typing_start', { conversationId: own.chatId })
    await happens(own)
    await mel!.hears('trip:chat:deleted')
    for (const device of [...devices, again!]) {
      await device.settled()
      const told = news(device).filter(({ event }) => event !== 'error')
      const removed = { trip_id: own.tripId, user_id: nora.id }
      expect(told).toEqual(device === again ? [] : [{ event: 'trip:participant:removed', told: removed }])
      expect(device.all('error').map(({ code }) => code)).toEqual(['ACCESS_DENIED', 'ACCESS_DENIED'])
    }
    expect(mel!.all('trip:typing').filter(({ is_typing: isTyping }) => isTyping)).toHaveLength(1)
  })

  it('is out, and in again, with every change of role', async () => {
    const own = await stage(theatre, false)
    const { nora, olga } = theatre.people
    const [asOlga, asNora] = [theatre.as('olga'), theatre.as('nora')]
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
      device!.forget()
      for (const event of ['join_conversation', 'typing_stop', 'leave_conversation'])
        device!.say(event, { conversationId: own.chatId })
      await device!.settled()
      const codes = device!.all('error').map(({ code }) => code)
      expect(codes, when).toEqual(isIn ? [] : ['ACCESS_DENIED', 'ACCESS_DENIED', 'ACCESS_DENIED'])
      if (when === 'the trip deleted') break
      theatre.clock.forward(1000)
      mel!.forget()
      await say(theatre.as('otto'), own.chatId, when)
      await mel!.hears('trip:message')
      await device!.settled()
      expect(device!.all('trip:message'), when).toHaveLength(isIn ? 1 : 0)
    }
  })
})

async function everybody(...names: Name[]): Promise<Listener[]> {
  const all = await Promise.all(names.map(listenAs))
  for (const one of all) {
    await one.settled()
    one.forget()
  }
  return all
}
