// Accepted and refused tokens. Each forged token is compared with a genuine one that is accepted, so that the test can
// fail.

import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AuthUser } from '#core/kernel/personName.ts'
import { type Tokens, createTokens, TOKEN_LIFE_MS } from '#api/people/tokens.ts'
import { SECRET } from '#tests/people/processes.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type TestClock, testClock } from '#tests/support/clock.ts'

const user: AuthUser = { id: 'a'.repeat(36), username: 'ann', email: null, isAdmin: false }
let clock: TestClock
let tokens: Tokens
let genuine: string

beforeEach(async () => {
  clock = testClock()
  tokens = createTokens(SECRET, clock)
  const issuedAt = new Date(clock()).toISOString()
  const expiresAt = new Date(clock() + TOKEN_LIFE_MS).toISOString()
  genuine = await tokens.issue(user, { sid: 's'.repeat(36), issuedAt, expiresAt })
})

type Json = Record<string, unknown>
const encoded = (json: Json) => Buffer.from(JSON.stringify(json)).toString('base64url')
const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json
const parts = (token: string) => token.split('.') as [string, string, string]

/** The token with other claims or another header, signed with the right key. */
function resigned(header: Json, payload: Json = {}): string {
  const [head, body] = parts(genuine)
  const signed = `${encoded({ ...decoded(head), ...header })}.${encoded({ ...decoded(body), ...payload })}`
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`
}

const invalid = { status: 401, code: 'INVALID_TOKEN' }
const now = () => clock() / 1000

describe('a token', () => {
  it('A token is accepted, and names the person and the session', async () => {
    const claims = { userId: user.id, sid: 's'.repeat(36), expiresAt: clock() + TOKEN_LIFE_MS }
    expect(await tokens.verify(genuine)).toEqual(claims)
    expect(await tokens.verify(resigned({}))).toEqual(claims)
  })

  it('A token shows the client who is signed in, for when the server cannot be reached', () => {
    coversSpec('§3 Auth user', '§6 The user flag isAdmin')

    const payload = decoded(parts(genuine)[1])
    expect(payload).toMatchObject({ id: user.id, username: 'ann', email: null, isAdmin: false })
    expect(payload).toMatchObject({ sub: user.id, sid: 's'.repeat(36), iat: now(), exp: now() + 604_800 })
    expect(Object.keys(payload)).not.toContain('role')
  })

  it('A token ends after seven days, with five seconds of tolerance for clock skew', async () => {
    const expired = {
      status: 401,
      code: 'TOKEN_EXPIRED',
      message: 'Your session has expired. Please log in again.',
    }
    clock.forward(TOKEN_LIFE_MS + 1_000)
    await expect(tokens.verify(genuine)).resolves.toBeTruthy()
    clock.forward(5_000)
    await expect(tokens.verify(genuine)).rejects.toMatchObject(expired)
  })
})

describe('refused tokens', () => {
  it('A token without a signature is refused, whatever algorithm its header names', async () => {
    const [, body] = parts(genuine)
    for (const alg of ['none', 'None', 'NONE', '']) {
      await expect(tokens.verify(`${encoded({ alg, typ: 'at+jwt' })}.${body}.`)).rejects.toMatchObject(
        invalid,
      )
    }
    await expect(tokens.verify(parts(genuine).slice(0, 2).join('.'))).rejects.toMatchObject(invalid)
  })

  it('A token signed by another algorithm is refused, with the server’s key or with its own', async () => {
    const [, body] = parts(genuine)
    const head = encoded({ alg: 'HS512', typ: 'at+jwt' })
    const hs512 = createHmac('sha512', SECRET).update(`${head}.${body}`).digest('base64url')
    await expect(tokens.verify(`${head}.${body}.${hs512}`)).rejects.toMatchObject(invalid)

    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    for (const more of [{}, { jwk: publicKey.export({ format: 'jwk' }) }]) {
      const header = encoded({ alg: 'EdDSA', typ: 'at+jwt', ...more })
      const signature = sign(null, Buffer.from(`${header}.${body}`), privateKey).toString('base64url')
      await expect(tokens.verify(`${header}.${body}.${signature}`)).rejects.toMatchObject(invalid)
    }
  })

  it('A token whose header would choose the key is refused', async () => {
    for (const header of [
      { kid: '../../../../dev/null' },
      { kid: "x' UNION SELECT 'key" },
      { jwk: { kty: 'oct', k: Buffer.from(SECRET).toString('base64url') } },
      { jku: 'https://evil.example/keys.json' },
      { x5u: 'https://evil.example/cert.pem' },
      { crit: ['exp'] },
    ])
      await expect(tokens.verify(resigned(header))).rejects.toMatchObject(invalid)
  })

  it('A token signed with the empty key or another key is refused', async () => {
    const [head, body] = parts(genuine)
    for (const key of ['', 'secret', 'another key that is as long as ours is']) {
      const signature = createHmac('sha256', key).update(`${head}.${body}`).digest('base64url')
      await expect(tokens.verify(`${head}.${body}.${signature}`)).rejects.toMatchObject(invalid)
    }
  })

  it('A token with an edited claim is refused', async () => {
    const [head, body, signature] = parts(genuine)
    const edited = encoded({ ...decoded(body), isAdmin: true })
    await expect(tokens.verify(`${head}.${edited}.${signature}`)).rejects.toMatchObject(invalid)
  })

  it('A token for another purpose or for a later time is refused', async () => {
    for (const payload of [
      { aud: 'another-api' },
      { aud: undefined },
      { iss: 'https://evil.example' },
      { iss: undefined },
      { nbf: now() + 6 },
      { nbf: 'soon' },
      { sub: undefined },
      { sub: '../../etc/passwd' },
      { sid: undefined },
      { sid: 5 },
      { exp: undefined },
      { exp: 'never' },
    ])
      await expect(tokens.verify(resigned({}, payload)), JSON.stringify(payload)).rejects.toMatchObject(
        invalid,
      )
    for (const typ of [undefined, 'JWT', 'id+jwt'])
      await expect(tokens.verify(resigned({ typ })), String(typ)).rejects.toMatchObject(invalid)
    await expect(tokens.verify(resigned({}, { nbf: now() + 4 }))).resolves.toBeTruthy()
  })

  it('A text that is no token is refused', async () => {
    for (const text of ['', 'x', '..', 'a.b.c', `${genuine}.`, `${genuine}x`, genuine.toUpperCase()])
      await expect(tokens.verify(text), text.slice(0, 20)).rejects.toMatchObject(invalid)
  })
})
