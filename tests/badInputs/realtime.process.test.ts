// Invalid frames on the real-time channel that no client would send. Whatever a connection does, the server keeps
// running and the other connections are not affected.

// These tests await the closing of a connection: when it stays open, the test times out.
/* oxlint-disable vitest/expect-expect */

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { roomOfUser } from '#api/live/rooms.ts'
import { say, startDirect, startGroup } from '#tests/chat/requests.ts'
import { type Listener, listen } from '#tests/support/listener.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { type RawWebSocket, openRawAuthenticated, openRaw } from '#tests/support/rawWebSocket.ts'

let product: Product<'ann' | 'ben' | 'cat'>
let talkId: string
let witness: Listener
const open: { close(): void }[] = []

beforeAll(async () => {
  // Rate limits need real time. After each test the clock goes one second ahead, so that the witness may send again.
  let ahead = 0
  const forward = (ms: number) => void (ahead += ms)
  const clock = Object.assign(() => Date.now() + ahead, { set: () => {}, forward })
  product = await startProduct({ people: ['ann', 'ben', 'cat'], clock })
  talkId = await startDirect(product.as('ann'), product.people.ben.id)
  witness = await product.listen('ann')
  await witness.join(talkId)
})
afterEach(async () => {
  // After every test the server still runs and serves everybody else.
  product.clock.forward(1000)
  await witness.settled()
  const { content } = await say(product.as('ann'), talkId, `Still here ${randomUUID()}`)
  await witness.waitFor('message:new', ({ message }) => message.content === content)
  for (const one of open.splice(0)) one.close()
})
afterAll(() => product.stop())

const tokenOf = (name: 'ann' | 'ben' | 'cat') => product.as(name).token!
async function raw(name: 'ann' | 'ben' | 'cat' = 'cat'): Promise<RawWebSocket> {
  const socket = await openRawAuthenticated(product.port, tokenOf(name))
  open.push({ close: () => socket.socket.destroy() })
  return socket
}
async function listenAs(name: 'ann' | 'ben' | 'cat'): Promise<Listener> {
  const listener = await product.listen(name)
  open.push(listener)
  return listener
}
/** The socket is open and the server responds over it. */
async function expectOpen(socket: RawWebSocket): Promise<void> {
  const before = socket.texts.length
  socket.text('42["are you there?"]')
  await socket.waitFor((text) => text.includes('There is no such event'), before)
}

describe('events', () => {
  it.each([
    '42["__proto__",{}]',
    '42["constructor",{}]',
    '42["toString"]',
    '42["hasOwnProperty",{"conversationId":"x"}]',
    '42[7,{}]',
    '42["join_conversation",{"__proto__":{"conversationId":"x"}}]',
    '42["join_conversation",{"conversationId":{"toString":"x"}}]',
    '42["typing_start",{"conversationId":["x"]}]',
    '42["join_conversation",null,null,null]',
    `42["${'x'.repeat(60_000)}"]`,
  ])('An event like %s is answered, and the connection stays', async (frame) => {
    const socket = await raw()
    socket.text(frame)
    await socket.waitFor((text) => text.startsWith('42["error"'))
    await expectOpen(socket)
    expect({}).not.toHaveProperty('conversationId')
  })

  it.each([
    '42[{"toString":1}]',
    '42[null]',
    '42{}',
    '42"x"',
    '42["disconnect"]',
    '42["connect_error",{}]',
    '42[',
    '49',
    '4',
    '4x',
    '4-1["x"]',
    '43[]',
    'x',
    '2',
    '41{}',
  ])('A frame like %s ends at most its own connection', async (frame) => {
    const socket = await raw()
    socket.text(frame)
    await Promise.race([socket.closed, new Promise((wake) => setTimeout(wake, 50))])
  })

  it.each(['40/admin,{}', '40/__proto__,{}', '40/../,{"token":"x"}'])(
    'The frame %s opens no other namespace',
    async (frame) => {
      const socket = await openRaw(product.port)
      socket.text(frame)
      expect(await socket.waitFor((text) => text.startsWith('44'))).toContain('Invalid namespace')
      socket.socket.destroy()
    },
  )
})

describe('binary attachments', () => {
  it.each([
    '451000000-["x",{"_placeholder":true,"num":0}]',
    '45999999999999999999-["x"]',
    '45-1-["x"]',
    '450-["x"]',
  ])('The packet %s is refused with its connection', async (frame) => {
    const socket = await raw()
    socket.text(frame)
    await socket.closed
  })

  it('Attachments that are missing or unexpected allocate no memory', async () => {
    const waiting = await raw()
    waiting.text('4510-["x",{"_placeholder":true,"num":0}]')
    waiting.text('42["join_conversation",{}]')
    await waiting.closed
    const unasked = await raw()
    unasked.binary(new Uint8Array(1000))
    await unasked.closed
  })
})

describe('closing', () => {
  it('A closing connection whose client stays silent is cut off two seconds later', async () => {
    const rude = await openRaw(product.port, {}, { saysGoodbye: false })
    const before = performance.now()
    rude.text('x')
    await rude.closed
    expect(performance.now() - before).toBeGreaterThan(1500)
  })
})

describe('frames', () => {
  it('A frame of one megabyte is refused with 1009, and one below 64 KB is read', async () => {
    const large = await raw()
    large.text(`42["x","${'x'.repeat(1_000_000)}"]`)
    expect(await large.closed).toBe(1009)
    const over = await raw()
    over.text(`42["x","${'x'.repeat(65_536)}"]`)
    expect(await over.closed).toBe(1009)
    const under = await raw()
    under.text(`42["x","${'x'.repeat(65_000)}"]`)
    await under.waitFor((text) => text.includes('There is no such event'))
  })
})

describe('floods', () => {
  it('A flood of typing events is published once a second, then refused, then disconnected', async () => {
    const ben = await raw('ben')
    ben.text(`42["join_conversation",{"conversationId":"${talkId}"}]`)
    await ben.waitFor((text) => text.includes('conversation_joined'))
    witness.clear()
    const typing = `42["typing_start",{"conversationId":"${talkId}"}]`
    const began = product.clock()
    const flooding = setInterval(() => {
      for (let n = 0; n < 20; n++) ben.text(typing)
    }, 20)
    await ben.closed
    clearInterval(flooding)
    // One at once, and one in each second that the flood took.
    const most = 1 + Math.ceil((product.clock() - began) / 1000)
    const warnings = ben.texts.filter((text) => text.includes('RATE_LIMITED'))
    expect(warnings.length).toBeGreaterThanOrEqual(1)
    expect(warnings.length).toBeLessThanOrEqual(most)
    await witness.waitFor('user_typing', ({ is_typing: isTyping }) => !isTyping)
    const starts = witness.payloadsOf('user_typing').filter(({ is_typing: isTyping }) => isTyping)
    expect(starts.length).toBeLessThanOrEqual(most)
  })

  it('A flood of starting and stopping to type is published once a second', async () => {
    const ben = await listenAs('ben')
    await ben.join(talkId)
    witness.clear()
    const began = product.clock()
    for (let n = 0; n < 25; n++) {
      ben.emit('typing_start', { conversationId: talkId })
      ben.emit('typing_stop', { conversationId: talkId })
    }
    await ben.settled()
    await witness.settled()
    const published = witness.payloadsOf('user_typing').map(({ is_typing: isTyping }) => isTyping)
    // One pair at once, and one more for each second that a busy machine took.
    const most = 1 + Math.floor((product.clock() - began) / 1000)
    const pairs = Math.min(Math.max(1, published.length / 2), most)
    expect(published).toEqual(Array.from({ length: pairs }, () => [true, false]).flat())
  })

  it('A flood of other packets, or from a client that never authenticates, is disconnected', async () => {
    for (const socket of [await raw(), await openRaw(product.port)]) {
      const flooding = setInterval(() => {
        for (let n = 0; n < 50; n++) socket.text('43[]')
      }, 10)
      await socket.closed
      clearInterval(flooding)
    }
  })
})

describe('rooms', () => {
  it('A socket joins at most 200 rooms, and may join them again', async () => {
    const other = await startProduct({ people: ['ann', 'ben'] })
    const ids: string[] = []
    for (let n = 0; n < 205; n++) ids.push(await startGroup(other.as('ann'), [other.people.ben.id]))
    const ann = await other.listen('ann')
    let joined = 0
    for (const conversationId of ids) {
      // At the allowed rate.
      other.clock.forward(100)
      ann.emit('join_conversation', { conversationId })
      await ann.settled()
      joined = ann.payloadsOf('conversation_joined').length
    }
    expect(joined).toBeGreaterThan(190)
    expect(joined).toBeLessThan(200)
    expect(ann.payloadsOf('error').map(({ code }) => code)).toEqual(
      ids.slice(joined).map(() => 'JOIN_FAILED'),
    )
    await ann.join(ids[0]!)
    ann.emit('leave_conversation', { conversationId: ids[0] })
    await ann.join(ids.at(-1)!)
    await other.stop()
  })
})

describe('sockets of a person', () => {
  it('The eleventh socket of a person closes the oldest', async () => {
    const sockets: Listener[] = []
    for (let n = 0; n < 30; n++) {
      const socket = listen(product.port, tokenOf('cat'))
      await socket.waitFor('authenticated')
      sockets.push(socket)
      open.push(socket)
    }
    await Promise.all(sockets.slice(0, -10).map(({ closed }) => closed))
    for (const socket of sockets.slice(-10)) {
      await socket.settled()
      expect(socket.isOpen()).toBe(true)
    }
  })
})

describe('silence', () => {
  it('A silent connection ends after 25 s and 20 s, and an unauthenticated one after 10 s', async () => {
    const socket = await openRaw(product.port)
    const greeting = JSON.parse((await socket.waitFor((text) => text.startsWith('0'))).slice(1))
    expect(greeting).toMatchObject({
      pingInterval: 25_000,
      pingTimeout: 20_000,
      maxPayload: 65_536,
      upgrades: [],
    })
    const before = performance.now()
    await socket.closed
    // Socket.IO's own limit would be 30 s.
    expect(performance.now() - before).toBeLessThan(25_000)
  })
})

describe('slow readers', () => {
  it('A reader that does not drain is cut off below a megabyte of backlog, and others are not affected', async () => {
    const stalled = await raw('ben')
    const ben = await listenAs('ben')
    stalled.socket.pause()
    const sockets = () => [
      ...(product.live.io.sockets.adapter.rooms.get(roomOfUser(product.people.ben.id)) ?? []),
    ]
    expect(sockets()).toHaveLength(2)
    const content = 'x'.repeat(4000)
    let most = 0
    let sent = 0
    // The operating system buffers some megabytes before anything waits in the server.
    for (; sockets().length > 1 && sent < 5000; sent++) {
      product.live.io.to(roomOfUser(product.people.ben.id)).emit('message:new', aMessage(sent, content))
      await ben.waitFor('message:new', ({ message }) => message.seq === sent)
      most = Math.max(most, waitingFor(sockets()[0]!))
      if (sent % 100 === 0) ben.clear()
    }
    expect(sockets()).toHaveLength(1)
    expect(most).toBeGreaterThan(500_000)
    expect(most).toBeLessThanOrEqual(1_000_000)
    stalled.socket.resume()
    await stalled.closed
  })

  /** Bytes in the server's memory that this connection has not read. */
  function waitingFor(id: string): number {
    const connection = product.live.io.sockets.sockets.get(id)?.conn
    if (!connection) return 0
    const { writeBuffer, transport } = connection as unknown as {
      writeBuffer: { data?: string }[]
      transport: { socket: { bufferedAmount: number } }
    }
    const queued = writeBuffer.reduce((sum, { data = '' }) => sum + data.length, 0)
    return queued + transport.socket.bufferedAmount
  }

  const aMessage = (seq: number, content: string) => ({
    conversation_id: talkId,
    message: {
      id: randomUUID(),
      seq,
      conversation_id: talkId,
      client_message_id: null,
      content,
      message_type: 'text' as const,
      sender: product.people.ann,
      reply_to: null,
      created_at: '',
      updated_at: '',
      is_edited: false,
    },
  })
})

describe('pages of other origins', () => {
  it.each(['https://evil', 'null', 'https://app.example.evil', 'file://', '', 'http://127.0.0.1'])(
    'The origin %j gets no socket',
    async (origin) => {
      await expect(openRaw(product.port, { Origin: origin })).rejects.toThrow('Forbidden')
    },
  )

  it('The server’s own origin and allowed origins get a socket', async () => {
    const own = await openRaw(product.port, { Origin: `http://127.0.0.1:${product.port}` })
    own.socket.destroy()
    const host = await openRaw(product.port, { Origin: 'https://trips.example', Host: 'TRIPS.example' })
    host.socket.destroy()
    const other = await startProduct({ people: ['ann'], env: { ALLOWED_ORIGINS: 'https://app.example' } })
    const named = await openRaw(other.port, { Origin: 'https://app.example' })
    named.socket.destroy()
    await expect(openRaw(other.port, { Origin: 'https://app.example.evil' })).rejects.toThrow('Forbidden')
    await other.stop()
  })
})
