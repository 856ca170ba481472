// Passkeys: the rules, the challenges, and what a real or forged authenticator gets over HTTP.

import { randomBytes, randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PasskeyEvent } from '#core/people/events.ts'
import { passkeysStreamType } from '#core/people/passkeys.ts'
import { createPasskeyChallenges, isWithoutCertificate, relyingPartyOf } from '#api/people/passkeys.ts'
import { commandMeta, succeeded } from '#tests/people/processes.ts'
import { type Authenticator, createAuthenticator } from '#tests/support/authenticator.ts'
import { type Client, createClient, expectSuccess } from '#tests/support/client.ts'
import { testClock } from '#tests/support/clock.ts'
import { given } from '#tests/support/given.ts'
import { PASSWORD, type Product, startProduct } from '#tests/support/product.ts'

const anyKey = { credentialId: 'c', publicKey: 'k', counter: 0, transports: [], name: 'Chrome on Android' }
const added = (passkeyId: string, counter = 0): PasskeyEvent => ({
  type: 'PasskeyAdded',
  data: { ...anyKey, passkeyId, counter },
})
const used = (passkeyId: string, counter = 0): PasskeyEvent => ({
  type: 'PasskeyUsed',
  data: { passkeyId, counter },
})
const removed = (passkeyId: string): PasskeyEvent => ({ type: 'PasskeyRemoved', data: { passkeyId } })

describe('The rules', () => {
  it('A passkey is added once, and at most ten', () => {
    const add = { type: 'AddPasskey', passkey: { ...anyKey, passkeyId: 'p1' } } as const
    given(passkeysStreamType).when(add).then(added('p1'))
    given(passkeysStreamType, added('p1')).when(add).thenRefused('PasskeyIsThere')
    given(passkeysStreamType, added('p1'), removed('p1')).when(add).then(added('p1'))
    const others = Array.from({ length: 10 }, (_, index) => added(`other-${index}`))
    given(passkeysStreamType, ...others)
      .when(add)
      .thenRefused('LimitReached', { message: 'An account can have at most 10 passkeys' })
  })

  it('The last passkey of an account without a password stays', () => {
    const remove = { type: 'RemovePasskey', passkeyId: 'p1', hasPassword: false } as const
    given(passkeysStreamType, added('p1')).when(remove).thenRefused('OnlyWayIn')
    given(passkeysStreamType, added('p1'), added('p2')).when(remove).then(removed('p1'))
    given(passkeysStreamType, added('p1'))
      .when({ ...remove, hasPassword: true })
      .then(removed('p1'))
    given(passkeysStreamType, added('p1'), removed('p1')).when(remove).thenRefused('NotFound')
  })

  it('A use is stored once a day; one that the authenticator counts each time, and never a smaller count', () => {
    const use = (counter: number, at: string) =>
      ({ type: 'UsePasskey', passkeyId: 'p1', counter, at }) as const
    const uncounted = given(passkeysStreamType, added('p1'), used('p1'))
    uncounted.when(use(0, '2026-05-01T23:00:00.000Z')).then()
    uncounted.when(use(0, '2026-05-02T00:00:00.000Z')).then(used('p1'))
    const counted = given(passkeysStreamType, added('p1', 4), used('p1', 7))
    counted.when(use(8, '2026-05-01T13:00:00.000Z')).then(used('p1', 8))
    for (const counter of [7, 6, 0])
      counted.when(use(counter, '2026-05-02T13:00:00.000Z')).thenRefused('PasskeyNotAccepted')
    counted.and(removed('p1')).when(use(8, '2026-05-02T13:00:00.000Z')).thenRefused('PasskeyNotAccepted')
  })

  it('An operator removes all of them', () => {
    given(passkeysStreamType, added('p1'), added('p2'))
      .when({ type: 'RemoveAllPasskeys' })
      .then(removed('p1'), removed('p2'))
  })
})

describe('A challenge', () => {
  const clock = testClock()
  const key = randomBytes(32)
  const here = createPasskeyChallenges(key, clock)
  const issued = () => Buffer.from(here.issue('log in'))
  const idIn = (challenge: Buffer, purpose = 'log in') => here.idIn(challenge.toString('base64url'), purpose)

  it('A challenge is accepted by every node with the same key, for its purpose and five minutes', () => {
    const challenge = issued()
    const id = idIn(challenge)
    expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    const text = challenge.toString('base64url')
    expect(createPasskeyChallenges(key, clock).idIn(text, 'log in')).toBe(id)
    expect(createPasskeyChallenges(randomBytes(32), clock).idIn(text, 'log in')).toBeNull()
    expect(idIn(challenge, 'add to ann')).toBeNull()
    clock.forward(299_999)
    expect(idIn(challenge)).toBe(id)
    clock.forward(1)
    expect(idIn(challenge)).toBeNull()
  })

  it('A challenge with any other byte is refused', () => {
    const challenge = issued()
    challenge.forEach((byte, index) => {
      const other = Buffer.from(challenge)
      other[index] = byte ^ 1
      expect(idIn(other), `byte ${index}`).toBeNull()
    })
    expect(idIn(challenge.subarray(1))).toBeNull()
    expect(idIn(Buffer.alloc(0))).toBeNull()
  })
})

it.each([
  ['http://localhost:3000', 'localhost'],
  ['https://trips.example', 'trips.example'],
  ['http://127.0.0.1:3000', null],
  ['http://[::1]:3000', null],
  [undefined, null],
])('A page at %s has the passkeys of the host %s', (origin, id) => {
  expect(relyingPartyOf(origin)).toEqual(id === null ? null : { origin, id })
})

let product: Product<'ann' | 'ben'>
let device: Authenticator
/** Of an account that only this test uses; with a password. */
let owner: Client & { id: string; username: string }
let people = 0

beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben'], env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => product.stop())

beforeEach(async () => {
  device = createAuthenticator(product.port)
  const username = `owner${people++}`
  const user = { username, email: null, isAdmin: false, password: PASSWORD }
  const { id } = succeeded(await product.server.people.accounts.addUser(user, commandMeta())).response
  owner = { ...createClient(product.port, await logInByPassword(username)), id, username }
})

const password = { currentPassword: PASSWORD }

async function logInByPassword(username: string): Promise<string> {
  return expectSuccess(await product.anonymous.post('/auth/login', { username, password: PASSWORD })).token
}

/** Came by a link, and has no password. */
async function provisional(): Promise<Client & { id: string }> {
  const trip = { title: 'Lisbon', destination: 'Portugal', startDate: '2026-06-01', endDate: '2026-06-05' }
  const { id: tripId } = expectSuccess(await product.as('ann').post('/trips', trip)).trip
  const { inviteLink } = expectSuccess(await product.as('ann').post(`/trips/${tripId}/invite-link`, {}))
  const headers = { 'X-Forwarded-For': `198.51.100.${people++}` }
  const body = { secret: inviteLink.url.split('#')[1], name: 'Mia Chen' }
  const { token, user } = expectSuccess(await product.anonymous.post('/invite-links/join', body, { headers }))
  return { ...createClient(product.port, token), id: user.id }
}

const owned = async (client: Client) => expectSuccess(await client.get('/auth/passkeys'))

describe('A passkey of an account with a password', () => {
  it('A passkey is added with the password, is listed, and logs in as its owner', async () => {
    expect(await owned(owner)).toEqual({ passkeys: [], hasPassword: true })
    const { passkey } = expectSuccess(await device.add(owner, password))
    expect(passkey).toMatchObject({ name: 'Unknown device', lastUsedAt: null })
    const { token, user } = expectSuccess(await device.logIn(product.anonymous))
    expect(user).toMatchObject({ id: owner.id, username: owner.username })
    const now = new Date(product.clock()).toISOString()
    expect((await owned(createClient(product.port, token))).passkeys).toEqual([
      { ...passkey, lastUsedAt: now },
    ])
    expectSuccess(
      await product.anonymous.post('/auth/login', { username: owner.username, password: PASSWORD }),
    )
  })

  it('No passkey is added without the right password', async () => {
    for (const body of [{}, { currentPassword: 'wrong password' }]) {
      const refused = await device.add(owner, body)
      expect(refused.body.error.fields).toEqual({ currentPassword: 'The current password is wrong' })
    }
    expect((await owned(owner)).passkeys).toEqual([])
  })

  it('An authenticator that has one is told so before it makes another, and the same response adds none', async () => {
    const { body: options } = await device.creationOptions(owner, password)
    const passkey = device.create(options)
    const added = expectSuccess(await device.post(owner, '/auth/passkeys', { passkey })).passkey
    const { body: more } = await device.creationOptions(owner, password)
    expect(more.excludeCredentials).toEqual([
      { id: passkey.id, type: 'public-key', transports: ['internal'] },
    ])
    // Used twice: as a new request, and after the passkey is gone.
    expect((await device.post(owner, '/auth/passkeys', { passkey })).status).toBe(422)
    expectSuccess(await owner.del(`/auth/passkeys/${added.id}`))
    expect((await device.post(owner, '/auth/passkeys', { passkey })).status).toBe(422)
    expect((await owned(owner)).passkeys).toEqual([])
  })

  it('A retry with the same key adds one, and logs in once', async () => {
    const { body: options } = await device.creationOptions(owner, password)
    const passkey = device.create(options)
    const key = randomUUID()
    const first = await device.post(owner, '/auth/passkeys', { passkey }, key)
    const again = await device.post(owner, '/auth/passkeys', { passkey }, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    const login = { passkey: device.get((await device.loginOptions(product.anonymous)).body, { counter: 1 }) }
    const entered = expectSuccess(await device.post(product.anonymous, '/auth/passkey-login', login, key))
    const repeated = await device.post(product.anonymous, '/auth/passkey-login', login, key)
    expect(expectSuccess(repeated)).toEqual(entered)
  })

  it('A challenge of a log-in is used once, also where the authenticator counts nothing', async () => {
    expectSuccess(await device.add(owner, password))
    expectSuccess(await device.logIn(product.anonymous))
    const login = { passkey: device.get((await device.loginOptions(product.anonymous)).body) }
    expectSuccess(await device.post(product.anonymous, '/auth/passkey-login', login))
    expect((await device.post(product.anonymous, '/auth/passkey-login', login)).status).toBe(422)
  })

  it('Its removal signs out the other devices, and it logs in no more', async () => {
    const { passkey } = expectSuccess(await device.add(owner, password))
    const { token } = expectSuccess(await device.logIn(product.anonymous))
    expect((await product.as('ann').del(`/auth/passkeys/${passkey.id}`)).status).toBe(404)
    expectSuccess(await owner.del(`/auth/passkeys/${passkey.id}`))
    expect((await createClient(product.port, token).get('/auth/me')).status).toBe(401)
    expectSuccess(await owner.get('/auth/me'))
    expect((await device.logIn(product.anonymous)).status).toBe(401)
    expect((await owner.del(`/auth/passkeys/${passkey.id}`)).status).toBe(404)
  })

  it('A password that an operator resets removes the passkeys', async () => {
    const { accounts } = product.server.people
    expectSuccess(await device.add(owner, password))
    succeeded(await accounts.resetPassword(owner.username, 'another good one', commandMeta()))
    expect((await device.logIn(product.anonymous)).status).toBe(401)
  })

  it('A disabled account is not entered by its passkey', async () => {
    const { accounts } = product.server.people
    expectSuccess(await device.add(owner, password))
    succeeded(await accounts.disableUser(owner.username, commandMeta()))
    expect((await device.logIn(product.anonymous)).body.error.code).toBe('PasskeyNotAccepted')
    succeeded(await accounts.enableUser(owner.username, commandMeta()))
    expectSuccess(await device.logIn(product.anonymous))
  })

  it('The eleventh is refused before the browser makes it', async () => {
    for (let n = 0; n < 10; n++) expectSuccess(await device.add(owner, password))
    expect((await device.creationOptions(owner, password)).body.error.code).toBe('LimitReached')
  })
})

describe('An account that is kept by a passkey', () => {
  it('A passkey alone keeps it: the same person, who logs in with it and not without', async () => {
    const mia = await provisional()
    const username = `mia.${people}`
    const { token, user } = expectSuccess(await device.keep(mia, username))
    expect(user).toMatchObject({ id: mia.id, username, displayName: 'Mia Chen' })
    expect(user).not.toHaveProperty('isProvisional')
    for (const client of [mia, createClient(product.port, token)])
      expect(await owned(client)).toMatchObject({ passkeys: [{}], hasPassword: false })
    expect(expectSuccess(await device.logIn(product.anonymous)).user).toEqual(user)
    const byPassword = await product.anonymous.post('/auth/login', { username, password: PASSWORD })
    expect(byPassword.status).toBe(401)
  })

  it('Its last passkey stays until it has a password, which needs no earlier one and ends the other sessions', async () => {
    const mia = await provisional()
    const { token } = expectSuccess(await device.keep(mia, `mia.${people}`))
    const here = createClient(product.port, token)
    const other = expectSuccess(await device.logIn(product.anonymous)).token
    const [passkey] = (await owned(here)).passkeys
    const refused = await here.del(`/auth/passkeys/${passkey.id}`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Add a password first. Without this passkey you could not log in again.',
    ])
    expectSuccess(await here.post('/auth/change-password', { newPassword: 'quiet river stone' }))
    expect((await createClient(product.port, other).get('/auth/me')).status).toBe(401)
    const change = await here.post('/auth/change-password', { newPassword: 'loud river stone' })
    expect(change.body.error.fields).toEqual({ currentPassword: 'The current password is wrong' })
    expectSuccess(await here.del(`/auth/passkeys/${passkey.id}`))
  })

  it('A second one needs no password, where there is none', async () => {
    const mia = await provisional()
    expectSuccess(await device.keep(mia, `mia.${people}`))
    expectSuccess(await device.add(mia, {}))
    expect((await owned(mia)).passkeys).toHaveLength(2)
  })

  it('A name that is taken is refused before the browser makes a passkey', async () => {
    const mia = await provisional()
    const refused = await device.creationOptions(mia, { username: 'Ben' })
    expect(refused.body.error.fields).toEqual({ username: 'This username is already taken' })
    const alike = await device.creationOptions(mia, { username: 'ownerO' })
    expect(alike.body.error.fields).toEqual({
      username: 'This username looks like one that is already taken',
    })
    expectSuccess(await device.keep(mia, `mia.${people}`))
  })

  it('Without being kept it has no passkey, and a challenge to keep it adds none later', async () => {
    const mia = await provisional()
    const { body: options } = await device.creationOptions(mia, { username: `mia.${people}` })
    const passkey = device.create(options)
    const early = await device.post(mia, '/auth/passkeys', { passkey })
    expect(early.body.error.code).toBe('AddAPasswordFirst')
    expectSuccess(await mia.post('/auth/keep', { username: `mia.${people}`, password: PASSWORD }))
    expect((await device.post(mia, '/auth/passkeys', { passkey })).body.error.code).toBe('PasskeyNotAdded')
    const again = await device.post(mia, '/auth/keep', { username: `mia.${people}`, passkey })
    expect(again.body.error.code).toBe('AccountIsKept')
  })

  it('An account without a password gets none by a change of it', async () => {
    const mia = await provisional()
    const change = await mia.post('/auth/change-password', { newPassword: 'quiet river stone' })
    expect(change.body.error.fields).toEqual({ currentPassword: 'The current password is wrong' })
  })
})

describe('What is no response of an authenticator here', () => {
  it('A page on an address without a name, and a program without a page, have no passkeys', async () => {
    const client = createAuthenticator(product.port, { origin: product.url, rpId: '127.0.0.1' })
    for (const refused of [
      await client.loginOptions(product.anonymous),
      await client.creationOptions(owner, password),
      await product.anonymous.post('/auth/passkey-login/options'),
    ])
      expect([refused.status, refused.body.error.code]).toEqual([409, 'NoPasskeysHere'])
  })

  it('A page of another site has none, and one that the operator allows has its own', async () => {
    const other = { origin: 'https://app.example', rpId: 'app.example' }
    const ask = async (of: Product<'ann'>) => {
      const headers = { Origin: other.origin, Host: `localhost:${of.port}` }
      return of.anonymous.post('/auth/passkey-login/options', undefined, { headers })
    }
    expect((await ask(product)).status).toBe(409)
    const open = await startProduct({ people: ['ann'], env: { ALLOWED_ORIGINS: other.origin } })
    expect(expectSuccess(await ask(open)).rpId).toBe('app.example')
    await open.stop()
  })

  it.each([
    ['for another site', { origin: 'https://evil.example' }],
    ['of another host', { rpId: 'evil.example' }],
    ['of the other ceremony', { type: 'webauthn.get' }],
    ['without a person', { isPresent: false }],
    [
      'with an attestation that proves nothing',
      { attestation: { fmt: 'packed', attStmt: Buffer.from([0xa0]) } },
    ],
    ['with an unknown attestation', { attestation: { fmt: 'mine', attStmt: Buffer.from([0xa0]) } }],
  ])('A new passkey %s is refused', async (_, forged) => {
    const refused = await device.add(owner, password, forged)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'PasskeyNotAdded'])
  })

  it('No certificate is read, whose addresses the server would have to ask', async () => {
    const { body } = await device.creationOptions(owner, password)
    const sent = (fmt: string, attStmt: number[]) =>
      isWithoutCertificate(
        device.create(body, { attestation: { fmt, attStmt: Buffer.from(attStmt) } }).response
          .attestationObject,
      )
    // { x5c: [] }
    const certified = [0xa1, 0x63, 0x78, 0x35, 0x63, 0x80]
    expect([await sent('none', [0xa0]), await sent('packed', [0xa0])]).toEqual([true, true])
    for (const format of ['packed', 'apple', 'tpm', 'android-key', 'android-safetynet', 'fido-u2f'])
      expect([format, await sent(format, certified)]).toEqual([format, false])
    expect(await isWithoutCertificate('oops')).toBe(false)
  })

  it('A new passkey is refused with the challenge of another account, of a log-in, and after five minutes', async () => {
    const { body: ofBen } = await device.creationOptions(product.as('ben'), password)
    const { body: ofLogin } = await device.loginOptions(product.anonymous)
    const { body: late } = await device.creationOptions(owner, password)
    const add = (challenge: string) =>
      device.post(owner, '/auth/passkeys', { passkey: device.create({ ...late, challenge }) })
    expect((await add(ofBen.challenge)).status).toBe(400)
    expect((await add(ofLogin.challenge)).status).toBe(400)
    product.clock.forward(5 * 60_000)
    expect((await add(late.challenge)).status).toBe(400)
  })

  it.each([
    ['for another site', { origin: 'https://evil.example' }],
    ['of another host', { rpId: 'evil.example' }],
    ['of the other ceremony', { type: 'webauthn.create' }],
    ['without a person', { isPresent: false }],
    ['of a copy that was used less', { counter: 3 }],
  ])('A log-in %s is refused', async (_, forged) => {
    expectSuccess(await device.add(owner, password, { counter: 3 }))
    const refused = await device.logIn(product.anonymous, forged)
    expect([refused.status, refused.body.error.code]).toEqual([401, 'PasskeyNotAccepted'])
    expectSuccess(await device.logIn(product.anonymous, { counter: 4 }))
  })

  it('A log-in is refused with the key of another passkey, as another person, and after five minutes', async () => {
    expectSuccess(await device.add(owner, password))
    const { body: options } = await device.loginOptions(product.anonymous)
    const send = (passkey: object) => device.post(product.anonymous, '/auth/passkey-login', { passkey })
    const other = createAuthenticator(product.port)
    expectSuccess(await other.add(product.as('ben'), password))
    const { id } = device.get(options)
    expect((await send({ ...other.get(options), id })).status).toBe(401)
    const right = device.get(options)
    const userHandle = Buffer.from(product.people.ben.id).toString('base64url')
    expect((await send({ ...right, response: { ...right.response, userHandle } })).status).toBe(401)
    product.clock.forward(5 * 60_000)
    expect((await send(device.get(options))).status).toBe(401)
  })

  it('Ten wrong log-ins of an account from an address in a minute are the last', async () => {
    expectSuccess(await device.add(owner, password))
    const wrong = () => device.logIn(product.anonymous, { origin: 'https://evil.example' })
    for (let n = 0; n < 10; n++) expect((await wrong()).status).toBe(401)
    expect((await wrong()).status).toBe(429)
  })

  it.each<[string, unknown, string]>([
    ['/auth/passkeys', {}, 'passkey'],
    ['/auth/passkeys', { passkey: 'yes' }, 'passkey'],
    ['/auth/passkeys', { passkey: { id: 'not base64url', response: {} } }, 'passkey.id'],
    ['/auth/passkeys', { passkey: { id: 'A', response: 'A' } }, 'passkey.response'],
    ['/auth/keep', { username: 'mia', passkey: null }, 'passkey'],
    ['/auth/passkey-login', { passkey: { id: 'A'.repeat(1365), response: {} } }, 'passkey.id'],
    ['/auth/passkey-login', { passkey: ['A'] }, 'passkey.id'],
  ])('A request to %s with %j is refused at its field', async (path, body, field) => {
    const refused = await device.post(owner, path, body)
    expect([refused.status, refused.body.error.fields[field]]).toEqual([
      400,
      'This is not the response of a passkey',
    ])
  })

  it('Whatever bytes are sent, the answer is a refusal', async () => {
    const { body: options } = await device.creationOptions(owner, password)
    const { response: made, id } = device.create(options)
    const attestation = Buffer.from(made.attestationObject, 'base64url')
    const broken = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.nat(attestation.length - 1).map((end) => attestation.subarray(0, end + 1)),
      // Every head of CBOR: nested arrays, maps and tags without an end, lengths beyond the bytes.
      fc.tuple(fc.nat(attestation.length - 1), fc.nat(255)).map(([at, byte]) => {
        const other = Buffer.from(attestation)
        other[at] = byte
        return other
      }),
      fc.nat(255).map((byte) => Buffer.alloc(5000, byte)),
    )
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(broken, async (bytes) => {
        const attestationObject = bytes.toString('base64url')
        const passkey = { id, response: { ...made, attestationObject } }
        const answer = await device.post(owner, '/auth/passkeys', { passkey })
        // A changed byte may be one that nothing depends on, as of the model of the authenticator.
        expect([201, 400, 409, 422]).toContain(answer.status)
        statuses.add(answer.status)
      }),
      { numRuns: 150 },
    )
    expect(statuses).toContain(400)
  })
})

it('Another node of the installation accepts a challenge, and refuses it a second time', async () => {
  const { store, readStore, clock } = product
  const other = await startProduct({ people: [], store, readStore, clock, runsProjector: false })
  expectSuccess(await device.add(owner, password))
  const { body: options } = await device.loginOptions(product.anonymous)
  const passkey = device.get(options)
  const logIn = ({ anonymous }: Product<never>) => device.post(anonymous, '/auth/passkey-login', { passkey })
  expectSuccess(await logIn(other))
  expect((await logIn(product)).status).toBe(422)
  await other.stop()
})
