// What the client makes of answers that are not the server's: proxies, hotel networks, and whatever else speaks HTTP.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { endpoint } from '#core/kernel/endpoint.ts'
import type * as Http from '#web/platform/http.ts'

let answer: { status: number; body: string; headers?: Record<string, string> }
const server = createServer((_, response) => {
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
})
let http: typeof Http
const kept = new Map<string, string>()

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null })
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  http = await import('#web/platform/http.ts')
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => kept.clear())

const read = endpoint<{ trips: unknown[] }>('GET', '/trips')
const add = endpoint<object, object>('POST', '/trips', 201)
const remove = endpoint<undefined>('DELETE', '/trips', 204)
const failure = async (of: Endpoint = read) =>
  (await http.request(of).catch((error: unknown) => error)) as { [key: string]: unknown }

describe('a success that is no answer of this call was not the server', () => {
  test.each<[string, number, string, Endpoint?]>([
    ['a page to sign in at the hotel', 200, '<html>Welcome to our hotel</html>'],
    ['a page, also for what has no answer', 200, '<html></html>', remove],
    ['nothing at all, where a thing was to be made', 204, '', add],
    ['nothing at all, where a list was asked for', 204, ''],
    ['JSON that is no object', 200, '"OK"'],
    ['JSON that is nothing', 200, 'null', add],
    ['a body that ends early', 200, '{"trips": ['],
  ])('%s', async (_, status, body, of = read) => {
    answer = { status, body }
    const failed = await failure(of)
    expect(failed).toBeInstanceOf(http.Unreachable)
    expect(failed.message).toBe('Network error occurred. Please try again.')
  })

  test('while what the server answers is heard', async () => {
    answer = { status: 200, body: '{"trips": []}', headers: { Position: '7' } }
    expect(await http.request(read)).toEqual({ body: { trips: [] }, position: '7' })
    answer = { status: 204, body: '' }
    expect(await http.request(remove)).toEqual({ answer: undefined, position: '' })
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
  ])('of 502 with %s may be tried again', async (body, message) => {
    answer = { status: 502, body }
    expect(await failure()).toMatchObject({ name: 'Unreachable', message })
  })

  test.each(['null', '{"error":{"code":7,"message":"No","fields":"all"}}'])(
    'of 409 with %s is a refusal',
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
  ])('that asks to wait %s seconds is waited for %d ms', async (header, ms) => {
    answer = { status: 503, body: '', headers: { 'Retry-After': header } }
    expect((await failure()).retryAfterMs).toBe(ms)
  })
})
