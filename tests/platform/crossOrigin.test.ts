// CORS: preflight and response headers for clients served from other origins.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendRequest } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const APP = 'https://app.example'
let product: Product<'ann'>
beforeAll(async () => void (product = await startProduct({ people: ['ann'], env: { ALLOWED_ORIGINS: APP } })))
afterAll(() => product.stop())

const ask = (path: string, origin: string, port = product.port) =>
  sendRequest(port, 'OPTIONS', path, undefined, {
    Origin: origin,
    'Access-Control-Request-Method': 'PUT',
    'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key,if-match',
  })

it('A page of an allowed origin may use the API', async () => {
  const asked = await ask('/api/trips', APP)
  expect(asked.status).toBe(204)
  expect(asked.headers).toMatchObject({ 'access-control-allow-origin': APP, vary: 'Origin' })
  for (const header of ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'Last-Event-ID'])
    expect(asked.headers['access-control-allow-headers']).toContain(header)
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    expect(asked.headers['access-control-allow-methods']).toContain(method)
})

it('A page of an allowed origin reads responses with their headers, failures included', async () => {
  const headers = { Origin: APP }
  for (const answer of [
    await product.as('ann').get('/trips', { headers }),
    await product.anonymous.get('/trips', { headers }),
    await product.as('ann').get('/nothing', { headers }),
  ]) {
    expect(answer.headers['access-control-allow-origin']).toBe(APP)
    for (const header of ['Position', 'ETag', 'Retry-After'])
      expect(answer.headers['access-control-expose-headers']).toContain(header)
  }
})

it('A page of another origin gets no permission headers', async () => {
  for (const origin of ['https://evil.example', 'https://app.example.evil', 'http://app.example', 'null']) {
    expect((await ask('/api/trips', origin)).status, origin).toBe(405)
    const answer = await product.as('ann').get('/trips', { headers: { Origin: origin } })
    for (const one of [answer, await ask('/api/trips', origin)])
      expect(Object.keys(one.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
  expect((await ask('/healthz', APP)).headers['access-control-allow-origin']).toBeUndefined()
})

it('No page of another origin has access where no origin is allowed', async () => {
  const closed = await startProduct({ people: [] })
  const asked = await ask('/api/trips', APP, closed.port)
  expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([405, undefined])
  await closed.stop()
})
