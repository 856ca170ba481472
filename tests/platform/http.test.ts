// The client's handling of responses that are not the server's: from proxies, captive portals and other software.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Endpoint, endpoint } from '#core/kernel/endpoint.ts'
import type * as Http from '#web/platform/http/http.ts'

let answer: { status: number; body: string; headers?: Record<string, string> }
const server = createServer((_, response) => {
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
})
let http: typeof Http

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('localStorage', { getItem: () => 'x' })
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  http = await import('#web/platform/http/http.ts')
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  server.closeAllConnections()
  server.close()
})

const read = endpoint<{ trips: unknown[] }>('GET', '/trips')
const add = endpoint<object, object>('POST', '/trips', 201)
const remove = endpoint<undefined>('DELETE', '/trips', 204)
const failure = async (of: Endpoint = read) =>
  (await http.request(of).catch((error: unknown) => error)) as { [key: string]: unknown }

describe('foreign responses', () => {
  test.each<[string, number, string, Endpoint?]>([
    ['the log-in page of a captive portal', 200, '<html>Welcome to our hotel</html>'],
    ['a page in place of an empty response', 200, '<html></html>', remove],
    ['an empty body in place of a created thing', 204, '', add],
    ['an empty body in place of a list', 204, ''],
    ['JSON without an object', 200, '"OK"'],
    ['the JSON value null', 200, 'null', add],
    ['a truncated body', 200, '{"trips": ['],
  ])('A success with %s did not come from the server', async (_, status, body, of = read) => {
    answer = { status, body }
    const failed = await failure(of)
    expect(failed).toBeInstanceOf(http.Unreachable)
    expect(failed.message).toBe('Network error occurred. Please try again.')
  })

  test('A success of the server is accepted', async () => {
    answer = { status: 200, body: '{"trips": []}', headers: { Position: '7' } }
    expect(await http.request(read)).toEqual({ body: { trips: [] }, position: '7' })
    answer = { status: 204, body: '' }
    expect(await http.request(remove)).toEqual({ answer: undefined, position: '' })
  })
})

test.each([401, 404, 409])(
  'A %d whose reason is cut off may be repeated, for a command too',
  async (status) => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('network error')),
    })
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(body, { status }))
    expect(await failure(remove)).toMatchObject({ name: 'Unreachable', response: undefined })
  },
)

describe('a refusal of a read', () => {
  test.each([
    [404, '<html>Not found</html>'],
    [403, '<html>Please log in to the network of our hotel</html>'],
    [404, '{"message":"Not found"}'],
  ])('A read that gets %d with %s did not reach the server, and may be repeated', async (status, body) => {
    answer = { status, body }
    expect(await failure()).toMatchObject({ name: 'Unreachable', response: { status } })
  })

  test('A read that gets a 404 with a code of the server is refused', async () => {
    answer = { status: 404, body: '{"error":{"code":"NOT_FOUND","message":"Not found"}}' }
    expect(await failure()).toMatchObject({ name: 'Refused', status: 404, code: 'NOT_FOUND' })
  })

  test('A command that gets a 404 page is refused, because its repetition would block the commands after it', async () => {
    answer = { status: 404, body: '<html>Not found</html>' }
    expect(await failure(remove)).toMatchObject({ name: 'Refused', status: 404, code: http.NO_REASON })
  })
})

describe('a failure', () => {
  test.each([
    ['null', 'Server error occurred. Please try again later.'],
    ['"Bad Gateway"', 'Server error occurred. Please try again later.'],
    ['[]', 'Server error occurred. Please try again later.'],
    ['{"error":"Bad Gateway"}', 'Server error occurred. Please try again later.'],
    ['{"message":{"text":"no"},"error":null}', 'Server error occurred. Please try again later.'],
    ['<html>502</html>', 'Server error occurred. Please try again later.'],
    ['{"message":"Not now"}', 'Not now'],
  ])('A 502 with the body %s may be retried', async (body, message) => {
    answer = { status: 502, body }
    expect(await failure()).toMatchObject({ name: 'Unreachable', message })
  })

  test.each(['null', '{"error":{"code":7,"message":"No","fields":"all"}}'])(
    'A 409 with the body %s is a refusal',
    async (body) => {
      answer = { status: 409, body }
      expect(await failure()).toMatchObject({ name: 'Refused', status: 409, fields: {} })
    },
  )

  test.each([
    ['3', 3000],
    ['86400', 60_000],
    ['99999999999', 60_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    ['-1', undefined],
  ])('A failure with Retry-After of %s seconds is retried after %d ms', async (header, ms) => {
    answer = { status: 503, body: '', headers: { 'Retry-After': header } }
    expect((await failure()).retryAfterMs).toBe(ms)
  })
})
