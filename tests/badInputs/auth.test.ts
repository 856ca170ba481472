// Invalid log-ins, sign-ups, tokens and headers over HTTP. tests/people checks the rules of tokens and rate limits in
// detail.

import { createHmac } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectFailure, expectRefused } from '#tests/badInputs/refused.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type Client, createClient, expectSuccess } from '#tests/support/client.ts'
import { type Product, PASSWORD, SIGNING_KEY, startProduct } from '#tests/support/product.ts'
import { sendRaw } from '#tests/support/rawSocket.ts'

let product: Product<'ann' | 'ben'>

beforeAll(async () => {
  const env = { REGISTRATION: 'open', TRUST_PROXY: '127.0.0.1' }
  product = await startProduct({ people: ['ann', 'ben'], env })
})
afterAll(() => product.stop())
afterEach(() => product.clock.set('2026-05-02T10:00:00Z'))

const login = (body: unknown) => product.anonymous.post('/auth/login', body)
const signUp = (body: unknown) => product.anonymous.post('/auth/register', body)
const withToken = (token: string): Client => createClient(product.port, token)

describe('refused log-ins', () => {
  it.each<[unknown, string, string]>([
    [{ username: 'ab', password: PASSWORD }, 'username', 'Username must be at least 3 characters'],
    [
      { username: 'a'.repeat(21), password: PASSWORD },
      'username',
      'Username must be less than 20 characters',
    ],
    [{ password: PASSWORD }, 'username', 'Username must be at least 3 characters'],
    [{ username: 'ann', password: '12345' }, 'password', 'Password must be at least 6 characters'],
    [{ username: 'ann', password: 'x'.repeat(1025) }, 'password', 'Password is too long'],
    [{ username: { $ne: null }, password: PASSWORD }, 'username', 'Username must be at least 3 characters'],
    [{ username: ['ann'], password: PASSWORD }, 'username', 'Username must be at least 3 characters'],
    [{ username: 'ann', password: { $gt: '' } }, 'password', 'Password must be at least 6 characters'],
    [{ username: 'ann', password: PASSWORD, isAdmin: true }, 'isAdmin', 'Unknown field isAdmin'],
  ])('A log-in with %j is refused', async (body, field, text) => {
    await expectRefused(product, () => login(body), { status: 400, field, text })
  })

  it('A log-in with ten megabytes of password is refused before hashing', async () => {
    const body = JSON.stringify({ username: 'ann', password: 'x'.repeat(10_000_000) })
    const head = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
    const response = await sendRaw(
      product.port,
      `${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 1000)}`,
      5000,
    )
    expect([response.status, response.closed]).toEqual([413, true])
    expect(response.body).toContain('PAYLOAD_TOO_LARGE')
  })

  it('A log-in after many wrong ones gets 429 with a retry time, and the right person logs in from another address', async () => {
    const from = (address: string, password: string) =>
      product.anonymous.post(
        '/auth/login',
        { username: 'ben', password },
        { headers: { 'X-Forwarded-For': address } },
      )
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => from('192.0.2.1', 'wrong password')),
    )
    responses.sort((a, b) => a.status - b.status)
    expect(responses.slice(0, 10).every(({ status }) => status === 401)).toBe(true)
    expect(responses.slice(10).every(({ status }) => status === 429)).toBe(true)
    expectFailure(responses.at(-1)!, 'RATE_LIMITED')
    expect(Number(responses.at(-1)!.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('192.0.2.2', PASSWORD)).status).toBe(200)
  })
})

describe('refused tokens', () => {
  const claims = () => JSON.parse(atob(product.as('ann').token!.split('.')[1]!)) as Record<string, unknown>
  const header = { alg: 'HS256', typ: 'at+jwt' }
  const signed = (payload: Record<string, unknown>, head: object = {}, key = SIGNING_KEY) =>
    new SignJWT(payload).setProtectedHeader({ ...header, ...head }).sign(key)
  const expectNoEntry = async (
    token: string,
    code = 'INVALID_TOKEN',
    text = 'Invalid session. Please log in again.',
  ) => expectRefused(product, () => withToken(token).get('/auth/me'), { status: 401, code, text })

  it('A valid token is accepted before the cases begin', async () => {
    expect((await withToken(await signed(claims())).get('/auth/me')).status).toBe(200)
  })

  it('A token without a signature, of another algorithm or with its own key is refused', async () => {
    await expectNoEntry(new UnsecuredJWT(claims()).encode())
    const none = btoa(JSON.stringify({ ...header, alg: 'none' })).replaceAll('=', '')
    await expectNoEntry([none, product.as('ann').token!.split('.')[1], ''].join('.'))
    await expectNoEntry(await signed(claims(), { alg: 'HS512' }))
    const ed = [btoa('{"alg":"EdDSA","typ":"at+jwt"}'), product.as('ann').token!.split('.')[1]!].join('.')
    await expectNoEntry(`${ed}.${createHmac('sha256', SIGNING_KEY).update(ed).digest('base64url')}`)
    await expectNoEntry(await signed(claims(), { kid: '../../../../dev/null' }))
    await expectNoEntry(await signed(claims(), { jwk: { kty: 'oct', k: 'AAAA' } }))
    await expectNoEntry(await signed(claims(), { jku: 'https://evil.example/keys' }))
  })

  it('A token is refused six seconds after its end, and accepted one second after it', async () => {
    const exp = Date.parse('2026-05-02T10:00:00Z') / 1000 + 3600
    const token = await signed({ ...claims(), exp })
    product.clock.set('2026-05-02T11:00:01Z')
    expect((await withToken(token).get('/auth/me')).status).toBe(200)
    product.clock.set('2026-05-02T11:00:06Z')
    await expectNoEntry(token, 'TOKEN_EXPIRED', 'Your session has expired. Please log in again.')
  })

  it('A token from the future, for or by another service, or of another kind is refused', async () => {
    await expectNoEntry(await signed({ ...claims(), nbf: Number(claims()['iat']) + 3600 }))
    await expectNoEntry(await signed({ ...claims(), aud: 'elsewhere' }))
    await expectNoEntry(await signed({ ...claims(), iss: 'elsewhere' }))
    await expectNoEntry(await signed(claims(), { typ: 'JWT' }))
  })

  it('A token with an edited payload is refused', async () => {
    const [head, , signature] = product.as('ann').token!.split('.')
    const payload = btoa(JSON.stringify({ ...claims(), isAdmin: true })).replaceAll('=', '')
    await expectNoEntry([head, payload, signature].join('.'))
  })

  it('A token is refused after its log-out', async () => {
    const client = await product.signIn('ann')
    expectSuccess(await client.post('/auth/logout'))
    await expectNoEntry(client.token!)
  })
})

describe('Authorization header', () => {
  const ask = (headers: string) =>
    sendRaw(product.port, `GET /api/auth/me HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`)
  const token = () => product.as('ann').token!

  it('The Authorization header is accepted once, in any letter case, with one space', async () => {
    expect((await ask(`authorization: bearer ${token()}`)).status).toBe(200)
    const twice = await ask(`Authorization: Bearer ${token()}\r\nAuthorization: Bearer ${token()}`)
    expect([twice.status, JSON.parse(twice.body).error.code]).toEqual([400, 'VALIDATION_ERROR'])
    for (const odd of [`Bearer\t${token()}`, `Bearer  ${token()}`, `Bearer ${token()} x`, 'Bearer'])
      expect((await ask(`Authorization: ${odd}`)).status, odd.slice(0, 12)).toBe(400)
  })

  it('A missing header answers TOKEN_MISSING, and another scheme INVALID_TOKEN', async () => {
    coversSpec('§5 Token check: No token found', '§7 All calls carry the bearer token')

    const { error } = JSON.parse((await ask('X: y')).body)
    expect([error.code, error.message]).toEqual(['TOKEN_MISSING', 'No token found'])
    expect(JSON.parse((await ask('Authorization: Basic YTpi')).body).error.code).toBe('INVALID_TOKEN')
  })

  it('A header of 16 KB answers 431 before anything else is checked', async () => {
    expect((await ask(`Authorization: Bearer ${'a'.repeat(16_384)}`)).status).toBe(431)
  })
})

describe('usernames', () => {
  it('A username is the same in every letter case and form, and never mixes alphabets', async () => {
    const password = 'a good one for all'
    expectSuccess(await signUp({ username: 'Dora', password }))
    const taken = { status: 409, code: 'UsernameIsTaken', field: 'username' }
    for (const username of ['dora', 'DORA', 'ｄｏｒａ'])
      await expectRefused(product, () => signUp({ username, password }), taken)
    await expectRefused(product, () => signUp({ username: 'dorа', password }), {
      status: 400,
      field: 'username',
      text: 'Username must not mix letters of different alphabets',
    })
    expect((await login({ username: 'DORA', password })).body.user.username).toBe('Dora')
  })

  it('A new username comes with a password that is long enough and not common', async () => {
    await expectRefused(product, () => signUp({ username: 'frank', password: 'seven77' }), {
      status: 400,
      field: 'password',
      text: 'Password must be at least 8 characters',
    })
    await expectRefused(product, () => signUp({ username: 'frank', password: 'password1' }), {
      status: 400,
      field: 'password',
    })
  })
})
