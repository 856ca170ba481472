// Invalid headers, bodies, paths and idempotency keys, for any endpoint.

import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aTrip } from '#tests/authorization/scenario.ts'
import { expectFailure, expectRefused } from '#tests/badInputs/refused.ts'
import { expectSuccess, sendRequest } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { sendRaw } from '#tests/support/rawSocket.ts'

let product: Product<'ann' | 'ben'>
let tripId: string

beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben'] })
  tripId = expectSuccess(await product.as('ann').post('/trips', aTrip)).trip.id
})
afterAll(() => product.stop())

const ann = () => product.as('ann')
const plan = (body: unknown, headers: Record<string, string> = {}) => ann().post('/trips', body, { headers })
const invalidJson = { status: 400, code: 'INVALID_JSON' }

/** @param head lines in addition to Host and Authorization */
function raw(line: string, head: string[], body: string | Uint8Array = '', waitMs?: number) {
  const lines = [`${line} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${ann().token}`, ...head, '', '']
  return sendRaw(product.port, Buffer.concat([Buffer.from(lines.join('\r\n')), Buffer.from(body)]), waitMs)
}

describe('bodies', () => {
  it('A body without a content type or of another type is 415', async () => {
    const unsupported = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
    ])
      await expectRefused(product, () => plan(aTrip, { 'Content-Type': type }), unsupported)
    const body = JSON.stringify(aTrip)
    const none = await raw('POST /api/trips', [`Content-Length: ${body.length}`], body)
    expect([none.status, JSON.parse(none.body).error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    expect((await plan(aTrip, { 'Content-Type': 'Application/JSON; charset="UTF-8"' })).status).toBe(201)
  })

  it('A missing body is reported as required', async () => {
    await expectRefused(product, () => ann().post('/trips'), {
      status: 400,
      text: 'The request needs a JSON body',
    })
    await expectRefused(product, () => ann().post('/trips', ''), {
      status: 400,
      text: 'The request needs a JSON body',
    })
  })

  it('A body one byte above 100 KB is 413 and closes the connection, declared or not', async () => {
    const type = 'Content-Type: application/json'
    const fits = JSON.stringify({ title: 'x'.repeat(102_400 - 12) })
    expect(fits).toHaveLength(102_400)
    expect((await plan(fits)).status).toBe(400)
    const announced = await raw('POST /api/trips', [type, 'Content-Length: 102401'], ' '.repeat(1000), 5_000)
    expect([announced.status, announced.closed]).toEqual([413, true])
    const chunk = `19000\r\n${' '.repeat(0x19000)}\r\n1\r\n \r\n0\r\n\r\n`
    const chunked = await raw('POST /api/trips', [type, 'Transfer-Encoding: chunked'], chunk, 5_000)
    expect([chunked.status, chunked.closed]).toEqual([413, true])
    expect(JSON.parse(chunked.body).error.code).toBe('PAYLOAD_TOO_LARGE')
  })

  it('A body with two lengths is 400', async () => {
    const head = ['Content-Type: application/json', 'Content-Length: 4', 'Transfer-Encoding: chunked']
    expect((await raw('POST /api/trips', head, '0\r\n\r\n')).status).toBe(400)
    const lengths = ['Content-Type: application/json', 'Content-Length: 2', 'Content-Length: 3']
    expect((await raw('POST /api/trips', lengths, '{}x')).status).toBe(400)
  })

  it('A compressed body is refused and never unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
    expect(bomb.length).toBeLessThan(102_400)
    const ask = () => ann().post('/trips', bomb, { headers: { 'Content-Encoding': 'gzip' } })
    await expectRefused(product, ask, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
    await expectRefused(product, () => ann().post('/trips', bomb), invalidJson)
  })

  it('A body of 40,000 levels is 400, and so is one of 21', async () => {
    await expectRefused(product, () => plan('['.repeat(40_000) + ']'.repeat(40_000)), invalidJson)
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    await expectRefused(product, () => plan(nested(21)), invalidJson)
    await expectRefused(product, () => plan(nested(20)), { status: 400, field: 'a' })
  })

  it('A body with a key twice is 400, also in two spellings', async () => {
    await expectRefused(product, () => plan('{"amount":1,"amount":2}'), invalidJson)
    await expectRefused(product, () => plan('{"title":"a","t\\u0069tle":"b"}'), invalidJson)
  })

  it('A body with a prototype’s name as its key has an unknown key', async () => {
    await expectRefused(product, () => plan('{"__proto__":{"isAdmin":true}}'), {
      status: 400,
      text: 'Unknown field __proto__',
    })
    await expectRefused(product, () => plan('{"constructor":{"prototype":{"isAdmin":true}}}'), {
      status: 400,
      field: 'constructor',
    })
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it('A body that is not UTF-8 or begins with a byte order mark is 400', async () => {
    const text = JSON.stringify(aTrip)
    await expectRefused(product, () => plan(Buffer.from(`\ufeff${text}`)), invalidJson)
    await expectRefused(product, () => plan(Buffer.from(text, 'utf16le')), invalidJson)
    await expectRefused(
      product,
      () => plan(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
      invalidJson,
    )
    const lone = '{"title":"\\ud800 is half a character"}'
    await expectRefused(product, () => plan(lone), { status: 400, field: 'title' })
  })

  it('A body with five thousand unknown keys is 400', async () => {
    const keys = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]))
    await expectRefused(product, () => plan({ ...aTrip, ...keys }), { status: 400, text: 'Unknown field k0' })
  })

  it('A body where none is expected is accepted when empty, and 400 with a key', async () => {
    const path = `/trips/${tripId}`
    await expectRefused(product, () => ann().send('DELETE', path, { body: { sure: true } }), {
      status: 400,
      text: 'Unknown field sure',
    })
    const { trip } = expectSuccess(await plan(aTrip))
    expect((await ann().send('DELETE', `/trips/${trip.id}`, { body: {} })).status).toBe(204)
  })

  it('A body that is no object is 400', async () => {
    for (const body of ['[]', '"x"', '7', 'null', 'true'])
      await expectRefused(product, () => plan(body), { status: 400, text: 'The body must be a JSON object' })
    await expectRefused(product, () => plan('{'), invalidJson)
  })
})

describe('paths, queries and methods', () => {
  it('A query value given twice is 400, and unknown keys are ignored', async () => {
    await expectRefused(product, () => ann().get('/trips?limit=1&limit=2'), { status: 400, field: 'limit' })
    expect((await ann().get('/trips?colour=red&colour=blue')).status).toBe(200)
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=-1',
      'limit=abc',
      'limit=1.5',
      'limit=',
      'offset=-1',
      'offset=x',
    ])
      await expectRefused(product, () => ann().get(`/trips?${query}`), {
        status: 400,
        field: query.split('=')[0]!,
      })
    for (const query of ['status=cancelled', 'direction=out', 'limit=0'])
      await expectRefused(product, () => ann().get(`/trip-invitations?${query}`), { status: 400 })
    for (const query of [
      'category=toString',
      'minAmount=-1',
      'maxAmount=1e3',
      'dateFrom=2026-02-30',
      'sortBy=id',
      'sortOrder=up',
      'limit=0',
      'limit=101',
      'cursor=',
      'cursor=bm90IEpTT04',
      `cursor=${Buffer.from('["undefined desc x","2026-05-01","","1",null]').toString('base64url')}`,
      `cursor=${Buffer.from('["amount desc x","2026-05-01","",1,"1"]').toString('base64url')}&sortBy=amount`,
    ])
      await expectRefused(product, () => ann().get(`/trips/${tripId}/expenses?${query}`), {
        status: 400,
        field: query.split('=')[0]!,
      })
    await expectRefused(product, () => ann().get(`/trips/${tripId}/settlement?poolBalanceHandling=all`), {
      status: 400,
      field: 'poolBalanceHandling',
    })
    await expectRefused(product, () => ann().get('/users/search?q=b'), { status: 400, field: 'q' })
    // Invisible characters do not count towards the minimum length; as an empty search they would match everybody.
    for (const q of ['%E2%80%8B%E2%80%8B', 'b%E2%81%A0', '%F3%A0%80%A0%F3%A0%80%A1'])
      await expectRefused(product, () => ann().get(`/users/search?q=${q}`), { status: 400, field: 'q' })
  })

  it('A malformed id is 404', async () => {
    const ids = [
      '..%2f..%2fetc',
      '%2e%2e',
      'x'.repeat(4096),
      "1'%20OR%20'1'%3D'1",
      '*',
      '%3F',
      '[',
      '%00',
      '%zz',
      '%ff',
      'short',
      'x'.repeat(37),
    ]
    for (const id of ids) {
      await expectRefused(product, () => ann().get(`/trips/${id}`), { status: 404, code: 'NOT_FOUND' })
      await expectRefused(product, () => ann().put(`/expenses/${id}`, { amount: 1 }), {
        status: 404,
        code: 'NOT_FOUND',
      })
      await expectRefused(product, () => ann().get(`/users/${id}`), { status: 404, code: 'NOT_FOUND' })
    }
    await expectRefused(product, () => ann().get('/nothing/here'), { status: 404, code: 'NOT_FOUND' })
  })

  it('A method that the path lacks is 405 with the allowed ones', async () => {
    const refused = { status: 405, code: 'METHOD_NOT_ALLOWED' }
    const put = await expectRefused(product, () => ann().put('/expense-categories', {}), refused)
    expect(put.headers['allow']?.split(', ').toSorted()).toEqual(['GET', 'HEAD'])
    const trace = await expectRefused(product, () => ann().send('TRACE', `/trips/${tripId}`), refused)
    expect(trace.headers['allow']?.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT'])
    await expectRefused(product, () => ann().send('PATCH', '/trips', { body: {} }), refused)
  })

  it('A request is unaffected by headers that a proxy may add', async () => {
    const headers = {
      'X-HTTP-Method-Override': 'DELETE',
      'X-HTTP-Method': 'DELETE',
      'X-Forwarded-Proto': 'https',
    }
    expect((await ann().get(`/trips/${tripId}`, { headers })).status).toBe(200)
    expect((await ann().get(`/trips/${tripId}`)).status).toBe(200)
    const wrong = (address: string) =>
      product.anonymous.post(
        '/auth/login',
        { username: 'ben', password: 'wrong password' },
        { headers: { 'X-Forwarded-For': address } },
      )
    const statuses = []
    for (let count = 0; count < 12; count++) statuses.push((await wrong(`192.0.2.${count}`)).status)
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  it('A request with an invalid Host gets a response', async () => {
    for (const host of ['[', 'a b', '::', 'x'.repeat(3000)]) {
      const line = `GET /api/trips?limit=5 HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${ann().token}\r\n\r\n`
      expect((await sendRaw(product.port, line)).status, host.slice(0, 5)).toBeLessThan(500)
    }
  })

  it('An If-Match that is no revision is 400', async () => {
    for (const value of ['x', '"x"', '"-1"', '"1", "2"'])
      await expectRefused(
        product,
        () => ann().put(`/trips/${tripId}`, { title: 'Porto' }, { headers: { 'If-Match': value } }),
        { status: 400, field: 'If-Match' },
      )
  })
})

describe('idempotency keys', () => {
  const spend = (name: 'ann' | 'ben', key: string, amount = 5) =>
    product
      .as(name)
      .post(
        `/trips/${tripId}/expenses`,
        { description: 'Dinner', amount, category: 'food', sharedBy: [product.people.ann.id] },
        { key },
      )

  beforeAll(async () => {
    expectSuccess(await ann().post(`/trips/${tripId}/invite`, { userIds: [product.people.ben.id] }))
  })

  it('A key with another body is 422', async () => {
    const key = randomUUID()
    expectSuccess(await spend('ann', key))
    await expectRefused(product, () => spend('ann', key, 6), { status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
    await expectRefused(product, () => spend('ann', key.toUpperCase(), 6), {
      status: 422,
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('A key that created a thing on another trip is 422, or two things would have one id', async () => {
    const key = randomUUID()
    const { expense } = expectSuccess(await spend('ann', key))
    const other = `/trips/${expectSuccess(await plan(aTrip)).trip.id}`
    const body = { description: 'Dinner', amount: 5, category: 'food', sharedBy: [product.people.ann.id] }
    const reused = { status: 422, code: 'IDEMPOTENCY_KEY_REUSED' }
    await expectRefused(product, () => ann().post(`${other}/expenses`, body, { key }), reused)
    await expectRefused(product, () => ann().post('/trips', aTrip, { key }), reused)
    expect((await ann().put(`/expenses/${expense.id}`, { amount: 6 })).status).toBe(200)
    const guestKey = randomUUID()
    expectSuccess(
      await ann().post(`/trips/${tripId}/guest-participants`, { name: 'Gina' }, { key: guestKey }),
    )
    const addGuest = () => ann().post(`${other}/guest-participants`, { name: 'Gina' }, { key: guestKey })
    await expectRefused(product, addGuest, reused)
  })

  it('A key that created anything is 422 for anything else, on this trip or another', async () => {
    const other = `/trips/${expectSuccess(await plan(aTrip)).trip.id}`
    const person = { id: product.people.ann.id, type: 'user' }
    const payment = { from: { id: 'pool', type: 'pool' }, to: person, amount: 5 }
    const expense = { description: 'Dinner', amount: 5, category: 'food', sharedBy: [person.id] }
    const makers: [string, object][] = [
      ['pool/contribute', { amount: 5 }],
      ['payments', payment],
      ['expenses', expense],
      ['guest-participants', { name: 'Gina' }],
      ['chats', { name: 'Food' }],
    ]
    for (const [made, body] of makers) {
      const key = randomUUID()
      expectSuccess(await ann().post(`/trips/${tripId}/${made}`, body, { key }))
      for (const [call, wanted] of makers)
        for (const path of call === made ? [other] : [`/trips/${tripId}`, other]) {
          const again = await ann().post(`${path}/${call}`, wanted, { key })
          expect([again.status, again.body.error?.code], `${made}, then ${call}`).toEqual([
            422,
            'IDEMPOTENCY_KEY_REUSED',
          ])
        }
    }
  })

  it('A key of another person is independent', async () => {
    const key = randomUUID()
    const [first, other] = [expectSuccess(await spend('ann', key)), expectSuccess(await spend('ben', key))]
    expect(other.expense.id).not.toBe(first.expense.id)
  })

  it('A key that is no UUID is 400', async () => {
    for (const key of ['x', '123', `${randomUUID()}0`, `${randomUUID()},${randomUUID()}`])
      await expectRefused(product, () => spend('ann', key), { status: 400, field: 'Idempotency-Key' })
  })

  it('A key sent twice at once runs once, and both requests get the response', async () => {
    const key = randomUUID()
    const responses = await Promise.all(Array.from({ length: 5 }, () => spend('ann', key)))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(4)
  })
})

describe('robustness', () => {
  it('No request above caused a failure of the server or put a secret in the log', () => {
    const failures = product.logLines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)
    expect(failures).toEqual([])
    expect(product.logLines.join('\n')).not.toMatch(/travel-demo|eyJ/)
  })

  it('A health check after all requests above is answered with JSON', async () => {
    const answer = await sendRequest(product.port, 'GET', '/healthz', undefined, {})
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    expectFailure(await product.anonymous.get('/nothing'), 'NOT_FOUND')
  })
})
