// The limits of connections and of requests: generous by default and configurable.

import { type Server, createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { idFrom } from '#core/kernel/ids.ts'
import { serverLimits } from '#core/kernel/limits.ts'
import { readEnv } from '#api/env.ts'
import { createRequestLimit } from '#api/platform/http/requestLimit.ts'
import { oneNode } from '#api/platform/nodes.ts'
import { createYielder, measureWork, timed } from '#api/platform/yielder.ts'
import { closeIdleResponses } from '#api/platform/http/responseBacklog.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { added, expense, user } from '#tests/money/records.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { startProduct } from '#tests/support/product.ts'
import { writeStream } from '#tests/support/writeStream.ts'

const limited = {
  status: 429,
  code: 'RATE_LIMITED',
  headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
}

describe('CONNECTIONS', () => {
  it('A process has room for 10,000 connections, and for as many as the setting says', () => {
    const roomWith = (env: Record<string, string>) => readEnv(env).connections
    expect(roomWith({})).toBe(10_000)
    expect(roomWith({ CONNECTIONS: '40000' })).toBe(40_000)
    for (const given of ['0', '-1', 'off', '1.5'])
      expect(() => readEnv({ CONNECTIONS: given })).toThrow('CONNECTIONS must be a whole number above 0')
  })
})

describe('RATE_LIMIT', () => {
  it('The default rate is generous, ten times as high for an address, and can be switched off', () => {
    expect(readEnv({}).rateLimit).toEqual(serverLimits.requestsPerMinute)
    expect(serverLimits.requestsPerMinute).toEqual({ person: 1200, address: 12_000 })
    expect(readEnv({ RATE_LIMIT: '50' }).rateLimit).toEqual({ person: 50, address: 500 })
    expect(readEnv({ RATE_LIMIT: 'off' }).rateLimit).toBeUndefined()
    for (const given of ['0', '-1', 'on', '1.5', '99999999'])
      expect(() => readEnv({ RATE_LIMIT: given })).toThrow('RATE_LIMIT must be off or a whole number above 0')
  })

  it('Each person and each network has a number of requests a minute, and one more is refused', async () => {
    const limit = createRequestLimit({ person: 3, address: 5 }, oneNode(Date.now).limiter)
    for (let i = 0; i < 3; i++) await limit.ofPerson('ann')
    await expect(limit.ofPerson('ann')).rejects.toMatchObject(limited)
    await limit.ofPerson('ben')
    for (let i = 0; i < 5; i++) await limit.ofAddress(`2001:db8::${i}`)
    await expect(limit.ofAddress('2001:db8::9')).rejects.toMatchObject(limited)
    await limit.ofAddress('203.0.113.9')
  })

  it('A request that takes 100 ms of the thread counts as five', async () => {
    const limit = createRequestLimit({ person: 6, address: 60 }, oneNode(Date.now).limiter)
    await limit.ofPerson('ann')
    limit.took('ann', 24)
    await limit.ofPerson('ann')
    limit.took('ann', 101)
    await expect(limit.ofPerson('ann')).rejects.toMatchObject(limited)
    await limit.ofPerson('ben')
  })

  it('The time of a request is that of its slices and of its reads of files, without its waits', async () => {
    const busy = (ms: number) => {
      const until = performance.now() + ms
      while (performance.now() < until);
    }
    const work = { ms: 0 }
    await measureWork(work, async () => {
      timed(() => busy(20))
      const yieldIfLong = createYielder()
      busy(20)
      await yieldIfLong()
      await new Promise((resolve) => setTimeout(resolve, 500))
      yieldIfLong.resume()
      busy(20)
      await yieldIfLong()
    })
    expect(work.ms).toBeGreaterThanOrEqual(60)
    expect(work.ms).toBeLessThan(400)
  })

  it('Long answers count as several requests', async () => {
    const product = await startProduct({ people: ['ann', 'ben'], env: { RATE_LIMIT: '12' } })
    try {
      const { ann } = product.people
      const { trip } = expectSuccess(await product.as('ann').post('/trips', aTrip))
      const guests = Array.from({ length: 50 }, (_, i) => ({
        type: 'guest' as const,
        id: idFrom('a guest', String(i)),
      }))
      const events = Array.from({ length: 1500 }, (_, i) =>
        added(expense(idFrom('an expense', String(i)), user(ann.id), 100_000, guests)),
      )
      await writeStream(product.store, `money-${trip.id}`, events, ann.id)
      await product.caughtUp()
      let answered = 0
      while ((await product.as('ann').get(`/trips/${trip.id}/expenses`)).status === 200) answered++
      expect(answered).toBeGreaterThan(0)
      expect(answered).toBeLessThan(9)
      expect((await product.as('ben').get('/trips')).status).toBe(200)
    } finally {
      await product.stop()
    }
  })

  it('The rate covers every endpoint, by person where somebody is signed in', async () => {
    const product = await startProduct({ people: ['ann', 'ben'], env: { RATE_LIMIT: '5' } })
    try {
      for (let i = 0; i < 5; i++) expect((await product.as('ann').get('/trips')).status).toBe(200)
      const { status, body, headers } = await product.as('ann').get('/trips')
      expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect((await product.as('ben').get('/trips')).status).toBe(200)
      // All requests come from one address with a limit of 50, which anonymous requests use up too.
      for (let i = 0; i < 50; i++) await product.anonymous.get('/trips')
      expect((await product.as('ben').get('/trips')).status).toBe(429)
    } finally {
      await product.stop()
    }
  })
})

describe('unread responses', () => {
  let http: Server
  afterEach(() => http.closeAllConnections())

  it('A connection without reading progress is closed after a while, and one whose response is being made is not', async () => {
    const closed: string[] = []
    http = createServer((request, response) => {
      response.on('close', () => closed.push(request.url!))
      // `/made` makes progress with each write; the other response is written at once, and the client never reads it.
      if (request.url === '/made') setInterval(() => response.write('.'), 20).unref()
      else response.end('x'.repeat(50_000_000))
    })
    closeIdleResponses(http, 200)
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    const { port } = http.address() as AddressInfo
    for (const path of ['/made', '/unread']) {
      const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`))
      socket.on('error', () => undefined)
    }
    await expect.poll(() => closed).toEqual(['/unread'])
  })
})
