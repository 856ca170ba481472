// What a GET sends over the network: JSON of 1 KB and more compressed, and headers alone if the client names the ETag of
// the response it has.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { hashOfSources, release } from '#api/platform/http/conditionalGet.ts'
import { anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let product: Product<'ann'>
let trip: string
beforeAll(async () => {
  product = await startProduct({ people: ['ann'] })
  trip = `/trips/${expectSuccess(await product.as('ann').post('/trips', aTrip)).trip.id}`
  // More than fits into the first chunk of a streamed list.
  await Promise.all(Array.from({ length: 160 }, (_, n) => addExpense(`Dinner ${n}`)))
})
afterAll(() => product.stop())

const addExpense = async (description: string) => {
  const body = { ...anExpense, description, sharedBy: [product.people.ann.id] }
  expectSuccess(await product.as('ann').post(`${trip}/expenses`, body))
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${product.url}/api${path}`, {
    headers: { Authorization: `Bearer ${product.as('ann').token}`, ...headers },
  })

it.each(['br', 'gzip'])(
  'A streamed list of expenses is compressed with %s if the client accepts it',
  async (name) => {
    const response = await get(`${trip}/expenses`, { 'Accept-Encoding': name })
    expect(response.headers.get('Content-Encoding')).toBe(name)
    const plain = await get(`${trip}/expenses`, { 'Accept-Encoding': 'identity' })
    expect(plain.headers.get('Content-Encoding')).toBeNull()
    const text = await plain.text()
    expect(text.length).toBeGreaterThan(65_536)
    expect(await response.text()).toBe(text)
  },
)

it('A response under 1 KB is not compressed', async () => {
  const response = await get(`${trip}/guest-participants`, { 'Accept-Encoding': 'br, gzip' })
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Encoding')).toBeNull()
})

it('An event stream is not compressed, so that each event arrives at once', async () => {
  const response = await get(`${trip}/changes`, { 'Accept-Encoding': 'br, gzip' })
  expect(response.headers.get('Content-Encoding')).toBeNull()
  await response.body?.cancel()
})

it('A GET that names the ETag of an unchanged response is answered with 304 and no body, until a change', async () => {
  const first = await get(`${trip}/expense-summary`)
  const etag = first.headers.get('ETag')!
  // `fetch` adds Cache-Control: no-cache, as a browser does.
  const again = await get(`${trip}/expense-summary`, { 'If-None-Match': etag })
  expect([again.status, again.headers.get('ETag'), await again.text()]).toEqual([304, etag, ''])
  expect(again.headers.get('Position')).toBeTruthy()
  await addExpense('Breakfast')
  const changed = await get(`${trip}/expense-summary`, { 'If-None-Match': `"other", ${etag}` })
  expect(changed.status).toBe(200)
  expect(changed.headers.get('ETag')).not.toBe(etag)
})

it.each(['', '?limit=50', '?category=food'])(
  'The list of expenses%s that names its ETag is answered with 304, until an expense or a name in it changes',
  async (query) => {
    const path = `${trip}/expenses${query}`
    const first = await get(path)
    await first.text()
    const etag = first.headers.get('ETag')!
    const again = await get(path, { 'If-None-Match': etag, 'Accept-Encoding': 'br' })
    expect([again.status, again.headers.get('ETag'), await again.text()]).toEqual([304, etag, ''])
    await addExpense('Supper')
    const later = await get(path, { 'If-None-Match': etag })
    expect(later.status).toBe(200)
    expect(await later.text()).toContain('Supper')
    const guest = { name: 'Mia', role: 'member' }
    expectSuccess(await product.as('ann').post(`${trip}/guest-participants`, guest))
    const changed = await get(path, { 'If-None-Match': later.headers.get('ETag')! })
    expect(changed.status).toBe(200)
    await changed.text()
  },
)

it.each(['/expenses', '/replica'])(
  'A client that names the ETag of %s of an earlier release gets the whole response',
  async (path) => {
    const first = await get(trip + path)
    await first.text()
    const etag = first.headers.get('ETag')!
    const again = await get(trip + path, { 'If-None-Match': etag })
    expect(again.status, 'needs an unchanged trip to mean anything').toBe(304)
    const { hash } = release
    onTestFinished(() => void (release.hash = hash))
    release.hash = 'of the next release'
    const later = await get(trip + path, { 'If-None-Match': etag })
    expect(later.status).toBe(200)
    await later.text()
  },
)

it('A release that differs in one source has another name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  mkdirSync(join(folder, 'core/money'), { recursive: true })
  const write = (text: string) => writeFileSync(join(folder, 'core/money/toResponse.ts'), text)
  write('one')
  const name = hashOfSources(folder)
  write('another')
  expect(hashOfSources(folder)).not.toBe(name)
  write('one')
  expect(hashOfSources(folder)).toBe(name)
  rmSync(folder, { recursive: true })
})

it('A response whose ETag is the revision of its entity is always sent whole', async () => {
  const etag = (await get(trip)).headers.get('ETag')!
  expect(etag).toMatch(/^"\d+"$/)
  expect((await get(trip, { 'If-None-Match': etag })).status).toBe(200)
})
