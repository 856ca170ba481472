// Request bodies as a real Node server receives them over a socket, byte for byte.

import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HttpError, renderFailure } from '#api/platform/http/httpError.ts'
import { BODY_LIMIT_BYTES, parseJson, readBody } from '#api/platform/http/requestBody.ts'

interface Told {
  status: number
  code: string | undefined
  value: unknown
  /** Whether the server ended the connection. */
  closed: boolean
}

let port = 0
/** The error responses of the server, including those that no client received. */
const failures: string[] = []

const server = createServer((request, response) => void answer(request, response))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const value = parseJson(await readBody(request))
    response.end(JSON.stringify({ value }))
  } catch (error) {
    const { status, headers, body } = renderFailure(error, 'r1')
    failures.push(body.error.code)
    const text = JSON.stringify(body)
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) }).end(text)
  }
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

const JSON_TYPE = 'Content-Type: application/json'

/** Sends the bytes and reads one response; checks that a response with `Connection: close` closes the connection. */
async function exchange(headers: string[], ...parts: (string | Uint8Array)[]): Promise<Told> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.write(`${['POST / HTTP/1.1', 'Host: test', ...headers].join('\r\n')}\r\n\r\n`)
  for (const part of parts) socket.write(part)
  const ended = once(socket, 'close').then(() => true)
  while (!isWhole(text)) if (await Promise.race([ended, once(socket, 'data').then(() => false)])) break
  const closed = /^connection: close/im.test(text) && (await ended)
  socket.destroy()
  const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as {
    value?: unknown
    error?: { code: string }
  }
  return { status: Number(text.slice(9, 12)), code: body.error?.code, value: body.value, closed }
}

function isWhole(answer: string): boolean {
  const length = /content-length: (\d+)/i.exec(answer)?.[1]
  const start = answer.indexOf('\r\n\r\n') + 4
  return start > 3 && length !== undefined && Buffer.byteLength(answer.slice(start)) >= Number(length)
}

function post(body: string | Uint8Array, ...headers: string[]): Promise<Told> {
  const types = headers.length > 0 ? headers : [JSON_TYPE]
  return exchange([...types, `Content-Length: ${Buffer.byteLength(body)}`], body)
}

describe('a JSON body', () => {
  test.each([
    [JSON_TYPE],
    ['content-type: Application/JSON; Charset=UTF-8'],
    ['Content-Type: application/json;charset="utf-8"'],
  ])('A JSON body with the header %s is read', async (type) => {
    expect(await post('{"title":"Tōkyō"}', type)).toMatchObject({
      status: 200,
      value: { title: 'Tōkyō' },
      closed: false,
    })
  })

  test('A JSON body may declare that it is not compressed, and may arrive in pieces that split a character', async () => {
    const outcome = await exchange(
      [JSON_TYPE, 'Content-Encoding: identity', 'Transfer-Encoding: chunked'],
      Buffer.concat([Buffer.from('7\r\n{"a":"'), Buffer.from([0xc3]), Buffer.from('\r\n')]),
      Buffer.concat([Buffer.from('3\r\n'), Buffer.from([0xa9]), Buffer.from('"}\r\n0\r\n\r\n')]),
    )
    expect(outcome).toMatchObject({ status: 200, value: { a: 'é' } })
  })

  test.each([
    ['no type', ['X-Nothing: 1']],
    ['text', ['Content-Type: text/plain']],
    ['a form', ['Content-Type: application/x-www-form-urlencoded']],
    ['a cousin of JSON', ['Content-Type: application/vnd.api+json']],
    ['UTF-16', ['Content-Type: application/json; charset=utf-16']],
    ['two types', ['Content-Type: application/json, text/plain']],
  ])('A body declared as %s is refused', async (_, headers) => {
    expect(await post('{}', ...headers)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  test('A compressed body is refused and never unpacked', async () => {
    const bomb = gzipSync(`{"a":"${'0'.repeat(10_000_000)}"}`)
    expect(bomb.length).toBeLessThan(BODY_LIMIT_BYTES)
    expect(await post(bomb, JSON_TYPE, 'Content-Encoding: gzip')).toMatchObject({ status: 415 })
  })

  test('A body may have 100 KB, and one byte more closes the connection', async () => {
    const ofSize = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`
    expect(BODY_LIMIT_BYTES).toBe(100 * 1024)
    expect(await post(ofSize(BODY_LIMIT_BYTES))).toMatchObject({ status: 200, closed: false })
    expect(await post(ofSize(BODY_LIMIT_BYTES + 1))).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      closed: true,
    })
  })

  test('A body that declares too great a length is refused before it arrives', async () => {
    const outcome = await exchange([JSON_TYPE, `Content-Length: ${BODY_LIMIT_BYTES + 1}`])
    expect(outcome).toMatchObject({ status: 413, closed: true })
  })

  test('A body without a declared length is refused while it arrives', async () => {
    const piece = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    const outcome = await exchange([JSON_TYPE, 'Transfer-Encoding: chunked'], ...Array<string>(8).fill(piece))
    expect(outcome).toMatchObject({ status: 413, closed: true })
  })

  test('A body that its sender cut off is not logged as an outage', async () => {
    const before = failures.length
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST / HTTP/1.1\r\nHost: test\r\n${JSON_TYPE}\r\nContent-Length: 50\r\n\r\n{"a":`)
    await once(server, 'request')
    socket.destroy()
    await expect.poll(() => failures.slice(before)).toEqual(['INVALID_JSON'])
  })
})

describe('content of a body', () => {
  const outcome = (body: string | Uint8Array) => {
    try {
      return { value: parseJson(typeof body === 'string' ? Buffer.from(body) : body) }
    } catch (error) {
      const { status, body: failure } = renderFailure(error, 'r1')
      return { status, code: failure.error.code }
    }
  }
  const invalid = { status: 400, code: 'INVALID_JSON' }

  test.each([
    ['no content', ''],
    ['blanks', '  '],
    ['half an object', '{"a":'],
    ['NaN', '{"amount":NaN}'],
    ['Infinity', '{"amount":Infinity}'],
    ['a number above the range of doubles', '{"amount":1e999}'],
    ['such a number in a list', '{"amounts":[1,-1E+400]}'],
    ['a comment', '{/* */}'],
    ['a trailing comma', '{"a":1,}'],
    ['a byte order mark', '\ufeff{}'],
    ['a raw control character', '{"a":"\u0001"}'],
    ['one key twice', '{"amount":1,"amount":2}'],
    ['one key twice, once escaped', String.raw`{"amount":1,"\u0061mount":2}`],
    ['one key twice, nested', '{"a":[{"b":1,"c":{},"b":1}]}'],
    ['one key twice, after a list', '{"a":[1,"a"],"b":"c","a":0}'],
  ])('A body with %s is refused with 400', (_, body) => expect(outcome(body)).toEqual(invalid))

  test.each([
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['an overlong NUL', Buffer.from('{"a":"\xc0\x80"}', 'latin1')],
    ['a surrogate in UTF-8', Buffer.from('{"a":"\xed\xa0\x80"}', 'latin1')],
    ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('{"a":1}', 'utf16le')],
  ])('A body of %s is refused with 400', (_, body) => expect(outcome(body)).toEqual(invalid))

  test('A body of 20 levels is accepted, and one of 21 or 40,000 is refused', () => {
    const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    expect(outcome(deep(20))).toHaveProperty('value')
    expect(outcome(deep(21))).toEqual(invalid)
    expect(outcome(deep(40_000))).toEqual(invalid)
    expect(outcome(`${'{"a":'.repeat(21)}1${'}'.repeat(21)}`)).toEqual(invalid)
  })

  test('A body with many values side by side is not too deep', () =>
    expect(outcome(`{"a":[${Array<string>(5_000).fill('{"b":[]}').join(',')}]}`)).toHaveProperty('value'))

  test.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"a":[{"__proto__":null}]}',
    String.raw`{"\u005f_proto__":1}`,
  ])('A body with %s has an unknown field, and changes no prototype', (body) => {
    expect(outcome(body)).toEqual({ status: 400, code: 'VALIDATION_ERROR' })
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test.each(['[]', '"text"', '5', 'null', 'true'])('A body of %s is JSON without an object', (body) =>
    expect(outcome(body)).toEqual({ status: 400, code: 'VALIDATION_ERROR' }),
  )

  test.each([
    String.raw`{"a":"\\","b":"\"a\":1,","a\"":{"a":1},"c":["a","a","b"],"d":"{[","e":-1.5e-7,"f":[true,false,null]}`,
    '{ "a" : { "b" : 1 } , "b" : { "a" : [ "a" , { "a" : "a" } ] } }',
    '{"__proto":1,"text":"__proto__","":0," ":1}',
  ])('A body of %s is read as JSON.parse reads it', (body) =>
    expect(outcome(body)).toEqual({ value: JSON.parse(body) }),
  )
})

describe('bodies that never end', () => {
  const started = () => {
    const stream = new PassThrough()
    const request = Object.assign(stream, { headers: { 'content-type': 'application/json' } })
    const read = readBody(request as unknown as IncomingMessage).catch((error: HttpError) => error.status)
    stream.write(Buffer.alloc(100_000, ' '))
    return { stream, read }
  }

  test('Unfinished bodies hold at most 32 MB in all, and further requests wait until their senders are gone', async () => {
    const held = Array.from({ length: 335 }, started)
    await new Promise((resolve) => setImmediate(resolve))
    expect(await started().read).toBe(503)
    for (const { stream } of held) stream.destroy()
    expect(await Promise.all(held.map(({ read }) => read))).toEqual(held.map(() => 400))
    const { stream, read } = started()
    stream.end()
    expect(await read).toHaveLength(100_000)
  })
})
