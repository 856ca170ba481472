// Invalid bytes before a request exists: malformed targets, interrupted bodies, unfinished headers. None leads to a
// 5xx, and none reaches the log of events.

import { randomUUID } from 'node:crypto'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverLimits } from '#core/kernel/limits.ts'
import { createHttpServer } from '#api/platform/http/httpServer.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { sendRaw } from '#tests/support/rawSocket.ts'

let product: Product<'ann'>
beforeAll(async () => void (product = await startProduct({ people: ['ann'] })))
afterAll(() => product.stop())

const asked = (target: string, headers = '') =>
  sendRaw(product.port, `GET ${target} HTTP/1.1\r\nHost: trips.example\r\n${headers}\r\n`)

describe('invalid targets', () => {
  const targets = [
    'http://[',
    'http://',
    'ws://[x/',
    'https://a b',
    'http:',
    '//[',
    '/#[',
    '/%',
    'x',
    '?',
    'http://%/',
  ]
  it.each(targets)('The target %s is refused as bad input', async (target) => {
    const { status, body } = await asked(target)
    expect(status, body).toBeLessThan(500)
    expect(body).not.toContain('Internal')
  })

  it.each(['http://[', 'ws://[x/', '/#['])(
    'The target %s is refused in the format of every failure',
    async (target) => {
      const { status, body } = await asked(target)
      expect([status, JSON.parse(body).error.code]).toEqual([400, 'VALIDATION_ERROR'])
    },
  )

  it.each(['http://[', 'ws://[x/', '/socket.io/?EIO=4&transport=[', '//[socket.io/'])(
    'A WebSocket handshake with the target %s opens nothing',
    async (target) => {
      const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${btoa('0123456789abcdef')}\r\n`
      const { status } = await asked(target, upgrade)
      expect([400, 404]).toContain(status)
    },
  )

  it('A target in absolute form, as proxies write it, is accepted', async () => {
    expect((await asked('http://trips.example/healthz')).status).toBe(200)
    expect((await asked('http://trips.example/api/auth/me?x=1')).status).toBe(401)
  })
})

describe('log', () => {
  const cutOff = (bytes: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(product.port, '127.0.0.1', () => socket.write(bytes, () => socket.end()))
      socket.on('close', () => resolve()).on('error', () => undefined)
      socket.resume()
    })
  const head = (secret: string, more: string) =>
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\n${more}\r\n`

  it('The log has no event from a broken chunked body', async () => {
    const secret = randomUUID()
    const before = product.logLines.length
    const password = `{"username":"ann","password":"${secret}"}`
    const { status } = await sendRaw(
      product.port,
      `${head(secret, 'Transfer-Encoding: chunked\r\n')}${password.length.toString(16)}\r\n${password}\r\nno number\r\n${secret}`,
    )
    expect(status).toBe(400)
    await product.anonymous.get('/auth/me')
    const lines = product.logLines.slice(before).join('')
    expect(lines).not.toContain(secret)
    expect(lines).not.toContain('rawPacket')
    expect(lines).not.toContain('stack')
  })

  it('The log has one line without a stack for an upload that was cut off', async () => {
    const before = product.logLines.length
    await cutOff(`${head('x', 'Content-Length: 5000\r\n')}{"half`)
    await product.anonymous.get('/auth/me')
    const lines = product.logLines.slice(before)
    expect(lines.join('')).not.toContain('stack')
    expect(lines.length).toBeLessThanOrEqual(2)
  })

  it('The log line of a request names caller, address and outcome', async () => {
    const before = product.logLines.length
    await product.as('ann').get('/auth/me')
    await product.anonymous.get('/auth/me')
    const [ann, nobody] = product.logLines.slice(before).map((line) => JSON.parse(line) as object)
    expect(ann).toMatchObject({ path: '/api/auth/me', person: product.people.ann.id, address: '127.0.0.1' })
    expect(nobody).toMatchObject({ path: '/api/auth/me', address: '127.0.0.1', status: 401 })
    expect(nobody).not.toHaveProperty('person')
  })
})

it.each(['/API/auth/me', '/Api/auth/me'])(
  'The path %s is not the API, whose paths are case-sensitive',
  async (target) => {
    const { status } = await asked(target, `Authorization: Bearer ${product.as('ann').token}\r\n`)
    expect(status).not.toBe(200)
  },
)

describe('offers of another protocol', () => {
  const h2c = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'
  const webSocket = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${btoa('0123456789abcdef')}\r\n`

  it.each([
    ['h2c', '/healthz', h2c, 200],
    ['h2c', '/api/auth/me', h2c, 401],
    ['TLS', '/healthz', 'Connection: Upgrade\r\nUpgrade: TLS/1.0\r\n', 200],
    ['a WebSocket', '/healthz', webSocket, 200],
    ['h2c', '/socket.io/?EIO=4&transport=websocket', h2c, 400],
  ])('A request that offers %s, of %s, gets its response', async (_, target, headers, expected) => {
    const { status } = await asked(target, headers)
    expect(status).toBe(expected)
  })

  it('A body arrives beside such an offer', async () => {
    const body = '{"username":"ann","password":"wrong wrong"}'
    const { status } = await sendRaw(
      product.port,
      `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nIdempotency-Key: ${randomUUID()}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${h2c}\r\n${body}`,
    )
    expect(status).toBe(401)
  })

  it('A WebSocket of the real-time channel opens', async () => {
    const { status } = await asked('/socket.io/?EIO=4&transport=websocket', webSocket)
    expect(status).toBe(101)
  })

  it('A tunnel is refused with a response', async () => {
    const { status, body } = await sendRaw(
      product.port,
      'CONNECT trips.example:443 HTTP/1.1\r\nHost: trips.example:443\r\n\r\n',
    )
    expect([status, JSON.parse(body).error.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
  })

  it('The preface of HTTP/2 is refused with a response', async () => {
    const { status } = await sendRaw(product.port, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    expect(status).toBe(400)
  })
})

describe('two Host headers', () => {
  it.each(['/healthz', '/api/auth/me', '/'])('A request of %s with two is refused', async (target) => {
    const { status, body } = await asked(target, 'Host: other.example\r\n')
    expect([status, JSON.parse(body).error.code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  it('A handshake of a WebSocket with two opens nothing', async () => {
    const upgrade = `Host: other.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${btoa('0123456789abcdef')}\r\n`
    const { status } = await asked('/socket.io/?EIO=4&transport=websocket', upgrade)
    expect(status).toBe(400)
  })
})

describe('slow connections', () => {
  it.each([
    ['head', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\n'],
    ['body', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'],
  ])('A connection with a slow %s is closed as soon as its time is over', async (_, bytes) => {
    const http = createHttpServer((request) => void request.resume(), { headMs: 50, requestMs: 100 })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const socket = connect((http.address() as AddressInfo).port, '127.0.0.1', () => socket.write(bytes))
    socket.resume()
    const closed = new Promise((resolve) => socket.on('close', () => resolve('closed')))
    expect(await closed).toBe('closed')
    await new Promise((resolve) => http.close(resolve))
  })

  it('The number of connections is limited to what memory allows', () => {
    expect(serverLimits.connections).toBe(10_000)
  })
})
