// Attacks that must fail: request smuggling, slow regular expressions, races with two winners, and pages that run
// stored text.

import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optionalFields } from '#core/money/events.ts'
import { anActivity, anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { type HttpResponse, expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const PEOPLE = ['ann', 'ben', 'cat'] as const
let product: Product<(typeof PEOPLE)[number]>
beforeAll(async () => void (product = await startProduct({ people: PEOPLE, env: { REGISTRATION: 'open' } })))
afterAll(() => product.stop())

const idOf = (name: (typeof PEOPLE)[number]) => product.people[name].id
const plan = async (...others: ('ben' | 'cat')[]): Promise<string> =>
  `/trips/${expectSuccess(await product.as('ann').post('/trips', { ...aTrip, inviteUserIds: others.map(idOf) })).trip.id}`

describe('smuggled requests', () => {
  const hidden = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  it.each([
    ['two lengths', `Content-Length: 5\r\nContent-Length: 0\r\n\r\n${hidden}`],
    ['a list of lengths', `Content-Length: 0, 5\r\n\r\n${hidden}`],
    ['a length with a sign', `Content-Length: +0\r\n\r\n${hidden}`],
    ['a length and chunks', `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a coding that only looks like chunked', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['chunked that is not last', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
    ['a space before the colon', `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a folded header', `X: y\r\n Transfer-Encoding: chunked\r\n\tz\r\nBad Name: 1\r\n\r\n${hidden}`],
    ['a chunk of a size that is no number', `Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${hidden}`],
  ])('A request hidden by %s is not found', async (_, rest) => {
    const text = await new Promise<string>((resolve) => {
      let received = ''
      const socket = connect(product.port, '127.0.0.1', () =>
        socket.write(`POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}`),
      )
      socket.setEncoding('latin1').on('data', (more: string) => (received += more))
      socket.on('close', () => resolve(received)).on('error', () => undefined)
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })
})

describe('slow regular expressions', () => {
  const long = 90_000
  it.each([
    ['brackets', '('.repeat(long)],
    ['closed brackets', `${'('.repeat(long / 2)}${')'.repeat(long / 2)}`],
    ['an address', `${'a.'.repeat(long / 2)}@`],
    ['domains', `a@${'a-'.repeat(long / 2)}!`],
    ['blanks', `a${' '.repeat(long)}!`],
    ['digits', `${'1'.repeat(long)}x`],
    ['slashes', `http://${'/'.repeat(long)}`],
    ['accents', 'e\u0301'.repeat(long / 3)],
  ])('A text of %s is refused in every field, and the next caller gets a response', async (_, text) => {
    const [ann, path] = [product.as('ann'), await plan('ben')]
    const each = (body: object): object[] => Object.keys(body).map((field) => ({ ...body, [field]: text }))
    const trip = { ...aTrip, description: 'x', currency: 'HKD' }
    const texts = { ...optionalFields(() => ''), expenseDate: '2026-06-01' }
    const expense = { ...anExpense, sharedBy: [idOf('ann')], ...texts }
    const guest = { name: 'Gina', email: 'g@x.hk', phone: '1', notes: 'x' }
    const account = { username: 'dora', email: 'd@x.hk', password: 'a good one here' }
    const answers: HttpResponse[] = []
    for (const body of each(trip)) answers.push(await ann.post('/trips', body))
    for (const body of each(expense)) answers.push(await ann.post(`${path}/expenses`, body))
    for (const body of each({ amount: 1, description: 'x' }))
      answers.push(await ann.post(`${path}/pool/contribute`, body))
    for (const body of each(guest)) answers.push(await ann.post(`${path}/guest-participants`, body))
    for (const body of each(anActivity))
      answers.push(await ann.post(path.replace('trips', 'itineraries') + '/items', body))
    for (const body of each(account)) answers.push(await product.anonymous.post('/auth/register', body))
    expect(answers.map(({ status }) => status).filter((status) => status !== 400 && status !== 429)).toEqual(
      [],
    )
    expect((await ann.get(path)).status).toBe(200)
  })
})

describe('races', () => {
  const winners = (answers: readonly HttpResponse[]) => answers.filter(({ status }) => status < 300).length

  it('One of two concurrent handovers of the organizer’s role succeeds', async () => {
    const path = await plan('ben', 'cat')
    const answers = await Promise.all(
      (['ben', 'cat'] as const).map((name) =>
        product.as('ann').post(`${path}/organizer`, { userId: idOf(name) }),
      ),
    )
    expect(winners(answers)).toBe(1)
    const { participants } = expectSuccess(await product.as('ann').get(path)).trip
    expect(participants.filter(({ role }: { role: string }) => role === 'organizer')).toHaveLength(1)
  })

  it('One of a concurrent answer and cancellation of an invitation succeeds', async () => {
    const path = await plan('ben')
    const tripId = path.slice('/trips/'.length)
    const { invitations } = expectSuccess(await product.as('ben').get(`/trip-invitations?tripId=${tripId}`))
    const invitation = `/trip-invitations/${invitations[0].id}`
    const answers = await Promise.all([
      product.as('ben').put(`${invitation}/respond`, { response: 'accepted' }),
      product.as('ann').del(invitation),
    ])
    expect(winners(answers)).toBe(1)
    const isOn = (await product.as('ben').get(path)).status === 200
    expect(isOn).toBe(answers[0].status === 200)
  })

  it('One of two concurrent deletions of a trip, or of a deletion and a departure, succeeds', async () => {
    const [one, other] = [await plan('ben'), await plan('ben')]
    const twice = await Promise.all([product.as('ann').del(one), product.as('ann').del(one)])
    expect(winners(twice)).toBe(1)
    await Promise.all([product.as('ann').del(other), product.as('ben').post(`${other}/leave`)])
    expect((await product.as('ben').get(other)).status).toBe(404)
  })
})

it.each([
  '<script>x()</script>',
  '"><img src=x onerror=x()>',
  "javascript:x()//'",
  '</title><svg/onload=x()>',
])('The text %s is returned as JSON, never as a document that a browser would run', async (text) => {
  const ann = product.as('ann')
  const { trip } = expectSuccess(await ann.post('/trips', { ...aTrip, title: text, description: text }))
  const found = [
    await ann.get(`/trips/${trip.id}`),
    await ann.get(`/users/search?q=${encodeURIComponent(text)}`),
    await ann.get(`/${encodeURIComponent(text)}`),
  ]
  for (const { headers } of found) {
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
  expect(found[0]!.body.trip.title).toBe(text)
})
