// Bad inputs 1 to 12: signing in and up. What tokens and limits do in every detail is told in tests/people.

import { createHmac } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectFailure, expectRefused } from '#tests/badInputs/refused.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import type { Client } from '#tests/support/client.ts'
import { createClient, done } from '#tests/support/client.ts'
import type { Product } from '#tests/support/product.ts'
import { PASSWORD, SIGNING_KEY, startProduct } from '#tests/support/product.ts'
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

describe('a log-in is refused', () => {
  it.each<[number, unknown, string, string]>([
    [1, { username: 'ab', password: PASSWORD }, 'username', 'Username must be at least 3 characters'],
    [
      1,
      { username: 'a'.repeat(21), password: PASSWORD },
      'username',
      'Username must be less than 20 characters',
    ],
    [1, { password: PASSWORD }, 'username', 'Username must be at least 3 characters'],
    [2, { username: 'ann', password: '12345' }, 'password', 'Password must be at least 6 characters'],
    [3, { username: 'ann', password: 'x'.repeat(1025) }, 'password', 'Password is too long'],
    [
      11,
      { username: { $ne: null }, password: PASSWORD },
      'username',
      'Username must be at least 3 characters',
    ],
    [11, { username: ['ann'], password: PASSWORD }, 'username', 'Username must be at least 3 characters'],
    [11, { username: 'ann', password: { $gt: '' } }, 'password', 'Password must be at least 6 characters'],
    [11, { username: 'ann', password: PASSWORD, isAdmin: true }, 'isAdmin', 'Unknown field isAdmin'],
  ])('%i. with %j', async (_, body, field, text) => {
    await expectRefused(product, () => login(body), { status: 400, field, text })
  })

  it('3. with ten megabytes of password, before it is hashed', async () => {
    const body = JSON.stringify({ username: 'ann', password: 'x'.repeat(10_000_000) })
    const head = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
    const answer = await sendRaw(
      product.port,
      `${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 1000)}`,
      5000,
    )
    expect([answer.status, answer.closed]).toEqual([413, true])
    expect(answer.body).toContain('PAYLOAD_TOO_LARGE')
  })

  it('12. after many wrong ones with 429 and when to come back; from elsewhere the right person gets in', async () => {
    const from = (address: string, password: string) =>
      product.anonymous.post(
        '/auth/login',
        { username: 'ben', password },
        { headers: { 'X-Forwarded-For': address } },
      )
    const answers = await Promise.all(Array.from({ length: 200 }, () => from('192.0.2.1', 'wrong password')))
    answers.sort((a, b) => a.status - b.status)
    expect(answers.slice(0, 10).every(({ status }) => status === 401)).toBe(true)
    expect(answers.slice(10).every(({ status }) => status === 429)).toBe(true)
    expectFailure(answers.at(-1)!, 'RATE_LIMITED')
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('192.0.2.2', PASSWORD)).status).toBe(200)
  })
})

describe('a token is refused', () => {
  const claims = () => JSON.parse(atob(product.as('ann').token!.split('.')[1]!)) as Record<string, unknown>
  const header = { alg: 'HS256', typ: 'at+jwt' }
  const signed = (payload: Record<string, unknown>, head: object = {}, key = SIGNING_KEY) =>
    new SignJWT(payload).setProtectedHeader({ ...header, ...head }).sign(key)
  const expectNoEntry = async (
    token: string,
    code = 'INVALID_TOKEN',
    text = 'Invalid session. Please log in again.',
  ) => expectRefused(product, () => withToken(token).get('/auth/me'), { status: 401, code, text })

  it('that is a good one, to begin with', async () => {
    expect((await withToken(await signed(claims())).get('/auth/me')).status).toBe(200)
  })

  it('4. without a signature, of another algorithm, or that brings its own key', async () => {
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

  it('5. six seconds after its end, and not after one', async () => {
    const exp = Date.parse('2026-05-02T10:00:00Z') / 1000 + 3600
    const token = await signed({ ...claims(), exp })
    product.clock.set('2026-05-02T11:00:01Z')
    expect((await withToken(token).get('/auth/me')).status).toBe(200)
    product.clock.set('2026-05-02T11:00:06Z')
    await expectNoEntry(token, 'TOKEN_EXPIRED', 'Your session has expired. Please log in again.')
  })

  it('6. from the future, for somebody else, by somebody else, of another kind', async () => {
    await expectNoEntry(await signed({ ...claims(), nbf: Number(claims()['iat']) + 3600 }))
    await expectNoEntry(await signed({ ...claims(), aud: 'elsewhere' }))
    await expectNoEntry(await signed({ ...claims(), iss: 'elsewhere' }))
    await expectNoEntry(await signed(claims(), { typ: 'JWT' }))
  })

  it('7. with a payload that was edited', async () => {
    const [head, , signature] = product.as('ann').token!.split('.')
    const payload = btoa(JSON.stringify({ ...claims(), isAdmin: true })).replaceAll('=', '')
    await expectNoEntry([head, payload, signature].join('.'))
  })

  it('8. after the log-out', async () => {
    const client = await product.signIn('ann')
    done(await client.post('/auth/logout'))
    await expectNoEntry(client.token!)
  })
})

describe('9. the Authorization header', () => {
  const ask = (headers: string) =>
    sendRaw(product.port, `GET /api/auth/me HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`)
  const token = () => product.as('ann').token!

  it('is taken once, in any letter case, with one space', async () => {
    expect((await ask(`authorization: bearer ${token()}`)).status).toBe(200)
    const twice = await ask(`Authorization: Bearer ${token()}\r\nAuthorization: Bearer ${token()}`)
    expect([twice.status, JSON.parse(twice.body).error.code]).toEqual([400, 'VALIDATION_ERROR'])
    for (const odd of [`Bearer\t${token()}`, `Bearer  ${token()}`, `Bearer ${token()} x`, 'Bearer'])
      expect((await ask(`Authorization: ${odd}`)).status, odd.slice(0, 12)).toBe(400)
  })

  it('missing is TOKEN_MISSING, of another scheme INVALID_TOKEN', async () => {
    coversSpec('§5 Token check: No token found', '§7 All calls carry the bearer token')

    const { error } = JSON.parse((await ask('X: y')).body)
    expect([error.code, error.message]).toEqual(['TOKEN_MISSING', 'No token found'])
    expect(JSON.parse((await ask('Authorization: Basic YTpi')).body).error.code).toBe('INVALID_TOKEN')
  })

  it('of 16 KB is 431 before anything is looked at', async () => {
    expect((await ask(`Authorization: Bearer ${'a'.repeat(16_384)}`)).status).toBe(431)
  })
})

describe('10. a user name', () => {
  it('is the same in every letter case and form, and never mixes alphabets', async () => {
    const password = 'a good one for all'
    done(await signUp({ username: 'Dora', password }))
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

  it('comes with a password that is long enough and not everybody’s', async () => {
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
