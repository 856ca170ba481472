// The cost of a person who requests much and reads little: large responses are serialized while they are read, exports
// run one at a time, and the bytes waiting for a person are limited.

import { type Socket, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonChunks, JsonParts } from '#api/platform/http/jsonChunks.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { added, edited, expense, user } from '#tests/money/records.ts'
import { type HttpResponse, expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { writeStream } from '#tests/support/writeStream.ts'

const EDITS = 300
const UNREAD = 250_000
const text = (i: number) => `${i} ${'x'.repeat(480)}`

let product: Product<'ann' | 'ben'>
/** On the same log, with a limit that a few responses reach. */
let limited: Product<'ann' | 'ben'>
let tripId: string

beforeAll(async () => {
  const store = createMemoryEventStore()
  product = await startProduct({ people: ['ann', 'ben'], store })
  const { ann, ben } = product.people
  tripId = expectSuccess(await product.as('ann').post('/trips', { ...aTrip, inviteUserIds: [ben.id] })).trip
    .id
  const sharedBy = [user(ann.id), user(ben.id)]
  const first = { ...expense(idFrom('an', 'expense'), user(ann.id), 1000, sharedBy), description: text(0) }
  // Each edit's entry has the text before and the text after.
  const edits = Array.from({ length: EDITS }, (_, i) =>
    edited({ ...first, description: text(i) }, { description: text(i + 1) }),
  )
  await writeStream(product.store, `money-${tripId}`, [added(first), ...edits], ann.id)
  await product.caughtUp()
  limited = await startProduct({ people: ['ann', 'ben'], store, unreadBytes: UNREAD })
})
afterAll(async () => {
  await limited.stop()
  await product.stop()
})

/** Requests it behind a response on the same connection that never ends, so that it stays buffered in the server. */
async function askAndNotRead(of: typeof product, path: string): Promise<Socket> {
  const socket = connect(of.port, '127.0.0.1')
  const head = `Host: localhost\r\nAuthorization: Bearer ${of.as('ann').token}\r\n\r\n`
  const before = of.logLines.length
  for (const asked of [`/trips/${tripId}/changes`, path]) socket.write(`GET /api${asked} HTTP/1.1\r\n${head}`)
  const made = `"path":"/api${path.split('?')[0]}","status":200`
  while (!of.logLines.slice(before).some((line) => line.includes(made)))
    await new Promise((resolve) => setImmediate(resolve))
  return socket
}

/** Repeats the request until it succeeds: the server notices a closed connection a little later than the client. */
async function onceFree(of: typeof product, path: string): Promise<HttpResponse> {
  for (;;) {
    const answer = await of.as('ann').get(path)
    if (answer.status === 200) return answer
  }
}

it('A person has one history export at a time, until its reader is done', async () => {
  const path = `/trips/${tripId}/history/export`
  const unread = await askAndNotRead(product, path)
  const second = await product.as('ann').get(path)
  expect(second.status).toBe(429)
  expect(second.body.error.code).toBe('RATE_LIMITED')
  expect(second.headers['retry-after']).toBe('5')
  expect((await product.as('ben').get(path)).status).toBe(200)
  unread.destroy()
  const again = await onceFree(product, path)
  expect(again.body.entries).toHaveLength(EDITS + 3)
  expect((await product.as('ann').get(path)).status).toBe(200)
})

it('The bytes that wait for a person are limited, independently of others, until they are sent', async () => {
  const path = `/trips/${tripId}/history?limit=100`
  const { length } = (await limited.as('ann').get(path)).text
  expect(length).toBeGreaterThan(UNREAD / 2)
  expect(length).toBeLessThan(UNREAD)
  const unread = await askAndNotRead(limited, path)
  const refused = await limited.as('ann').get(path)
  expect(refused.status).toBe(429)
  expect(refused.body.error.code).toBe('RATE_LIMITED')
  expect(refused.headers['retry-after']).toBe('1')
  expect((await limited.as('ben').get(path)).status).toBe(200)
  // A completed command is never refused because of the size of its response.
  expect((await limited.as('ann').put(`/trips/${tripId}`, { title: 'Porto' })).status).toBe(200)
  unread.destroy()
  await onceFree(limited, path)
})

it('A streamed response counts as unread, whatever its length, until its connection is closed', async () => {
  const unread = await askAndNotRead(limited, `/trips/${tripId}/history/export`)
  const refused = await limited.as('ann').get('/auth/me')
  expect(refused.status).toBe(429)
  expect(refused.body.error.code).toBe('RATE_LIMITED')
  expect((await limited.as('ben').get('/auth/me')).status).toBe(200)
  unread.destroy()
  await onceFree(limited, '/auth/me')
})

it('The expenses of a trip are serialized while they are read where there are many', async () => {
  const { ann } = product.people
  const many = expectSuccess(await product.as('ann').post('/trips', aTrip)).trip.id as string
  const expenses = Array.from({ length: 400 }, (_, i) => ({
    ...expense(idFrom('one of many', String(i)), user(ann.id), 1000 + i, [user(ann.id)]),
    description: text(i),
  }))
  await writeStream(product.store, `money-${many}`, expenses.map(added), ann.id)
  await product.caughtUp()
  const list = `/trips/${many}/expenses`
  for (const [path, found] of [
    [list, (body: HttpResponse['body']) => body.expenses],
    [`/trips/${many}/history/401`, (body: HttpResponse['body']) => body.state.expenses],
  ] as const) {
    const { headers, body } = await product.as('ann').get(path)
    expect(headers['transfer-encoding']).toBe('chunked')
    expect(found(body)).toHaveLength(400)
  }
  // A short response has a Content-Length, as all others have.
  const few = await product.as('ann').get(`${list}?minAmount=13.99`)
  expect(few.body.expenses).toHaveLength(1)
  expect(few.headers['content-length']).toBe(String(Buffer.byteLength(few.text)))
})

describe('streamed JSON', () => {
  it('A streamed response is the same text as in one piece, whatever it lists', async () => {
    async function* later() {
      yield { a: [1, { b: 'é“' }] }
      yield null
    }
    const inner = () => new JsonParts({ links: new Set([1, 2]), end: 'x' })
    const of = new JsonParts({
      nothing: [],
      listed: new Set(['one', 'two']),
      empty: new Set(),
      later: later(),
      parts: new Set([inner(), inner()]),
      plain: { deep: [1, 2, [3]] },
    })
    let text = ''
    for await (const piece of jsonChunks(of)) text += piece
    const links = { links: [1, 2], end: 'x' }
    expect(text).toBe(
      JSON.stringify({
        nothing: [],
        listed: ['one', 'two'],
        empty: [],
        later: [{ a: [1, { b: 'é“' }] }, null],
        parts: [links, links],
        plain: { deep: [1, 2, [3]] },
      }),
    )
  })

  it('A streamed response serializes its items only as they are read', async () => {
    let made = 0
    function* many() {
      for (; made < 10_000; made++) yield 'x'.repeat(100)
    }
    const pieces = jsonChunks(new JsonParts({ many: many() }))
    await pieces.next()
    expect(made).toBeGreaterThan(0)
    expect(made).toBeLessThan(1000)
    await pieces.return()
  })
})
