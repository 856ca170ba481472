// Log-in, password change and sign-up, from the request to the response, over a real log.

import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LoginResponse, SessionInfo } from '#core/people/contract.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { type Process, commandMeta, newUser, startProcess, succeeded } from '#tests/people/processes.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type TestClock, testClock } from '#tests/support/clock.ts'

let store: EventStore
let clock: TestClock
let here: Process

const DAY_MS = 86_400_000

beforeEach(async () => {
  store = createMemoryEventStore()
  clock = testClock()
  // It does not subscribe to the log, so only the route itself can end a session at once.
  here = startProcess(store, { clock, follows: false })
  succeeded(await here.accounts.addUser(newUser('ann'), commandMeta()))
  return () => here.stop()
})

type Call = Parameters<Process['call']>[2]
const login = async (password: string, more: Call = {}): Promise<LoginResponse> =>
  (await here.call('POST', '/auth/login', { body: { username: 'ann', password }, ...more }))
    .body as LoginResponse
const change = (token: string, currentPassword: string, newPassword: string, more: Call = {}) =>
  here.call('POST', '/auth/change-password', { token, body: { currentPassword, newPassword }, ...more })
const me = (token: string) => here.call('GET', '/auth/me', { token })

describe('a log-in', () => {
  it('A log-in returns a token and the user', async () => {
    coversSpec('§7 Auth: POST /auth/login')

    const { token, user } = await login('correct horse')
    expect(user).toEqual({
      id: expect.any(String),
      username: 'ann',
      email: 'ann@example.com',
      isAdmin: false,
    })
    expect((await me(token)).body).toEqual({ user })
  })

  it('A log-in with a wrong name and one with a wrong password get the same refusal', async () => {
    const refusal = { status: 401, code: 'INVALID_CREDENTIALS', message: 'Invalid username or password' }
    await expect(login('wrong password')).rejects.toMatchObject(refusal)
    const body = { username: 'nobody', password: 'wrong password' }
    await expect(here.call('POST', '/auth/login', { body })).rejects.toMatchObject(refusal)
  })

  it('A log-in repeated with its key returns the same session, and with another key another session', async () => {
    const key = crypto.randomUUID()
    const first = await login('correct horse', { key })
    clock.forward(1000)
    expect(await login('correct horse', { key })).toEqual(first)
    expect((await login('correct horse')).token).not.toBe(first.token)
    await expect(login('wrong password', { key })).rejects.toMatchObject({ status: 401 })
  })

  it('A log-in with a key that is no UUID is refused', async () => {
    await expect(login('correct horse', { key: 'abc' })).rejects.toMatchObject({ status: 400 })
  })

  it('A log-in is refused after ten wrong ones from the same address', async () => {
    for (let i = 0; i < 10; i++) await expect(login('wrong password')).rejects.toMatchObject({ status: 401 })
    await expect(login('correct horse')).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect(await login('correct horse', { address: '192.0.2.99' })).toHaveProperty('token')
  })
})

describe('sessions', () => {
  const listed = async (token: string) =>
    ((await here.call('GET', '/auth/sessions', { token })).body as { sessions: SessionInfo[] }).sessions

  it('Sessions are listed with their device and their last use, newest first', async () => {
    const phone = await login('correct horse', {
      userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    })
    clock.forward(60_000)
    const desk = await login('correct horse', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })
    clock.forward(60_000)
    const id = expect.any(String)
    expect(await listed(desk.token)).toEqual([
      {
        id,
        createdAt: '2026-05-02T10:01:00.000Z',
        lastSeenAt: '2026-05-02T10:02:00.000Z',
        device: 'Firefox on Linux',
        current: true,
      },
      {
        id,
        createdAt: '2026-05-02T10:00:00.000Z',
        lastSeenAt: '2026-05-02T10:00:00.000Z',
        device: 'Chrome on Android',
        current: false,
      },
    ])
    clock.forward(60_000)
    await me(phone.token)
    expect((await listed(desk.token))[1]).toMatchObject({ lastSeenAt: '2026-05-02T10:03:00.000Z' })
  })

  it('A session ends at once with the log-out', async () => {
    coversSpec('§7 Auth: Defined but unused')

    const [one, two] = [await login('correct horse'), await login('correct horse')]
    await me(one.token)
    await here.call('POST', '/auth/logout', { token: one.token })
    await expect(me(one.token)).rejects.toMatchObject({ status: 401, code: 'INVALID_TOKEN' })
    expect(await me(two.token)).toBeTruthy()
    expect(await listed(two.token)).toHaveLength(1)
  })

  it('A token that is a day old is renewed, and the session lasts seven days from then, with its place in the list', async () => {
    coversSpec('§7 Auth: Defined but unused')

    const refresh = async (token: string) =>
      ((await here.call('POST', '/auth/refresh', { token })).body as LoginResponse).token
    const phone = await login('correct horse')
    clock.forward(60_000)
    const desk = await login('correct horse')
    clock.forward(DAY_MS - 120_000)
    expect(await refresh(phone.token), 'before it is a day old').toBe(phone.token)
    clock.forward(120_000)
    const renewed = await refresh(phone.token)
    expect(renewed).not.toBe(phone.token)
    expect(await refresh(phone.token), 'a repeat').toBe(renewed)
    expect((await listed(desk.token)).map(({ createdAt, current }) => [createdAt, current])).toEqual([
      ['2026-05-02T10:01:00.000Z', true],
      ['2026-05-02T10:00:00.000Z', false],
    ])
    clock.forward(6.5 * DAY_MS)
    await expect(me(phone.token)).rejects.toMatchObject({ status: 401, code: 'TOKEN_EXPIRED' })
    expect((await me(renewed)).body).toEqual({ user: phone.user })
    await here.call('POST', '/auth/logout', { token: renewed })
    await expect(refresh(renewed)).rejects.toMatchObject({ status: 401, code: 'INVALID_TOKEN' })
  })

  it('A session that is renewed each day outlives its first event in the log, and the change of password in it', async () => {
    let { token } = await login('correct horse')
    await change(token, 'correct horse', 'battery staple')
    for (let day = 0; day < 60; day++) {
      clock.forward(DAY_MS)
      token = ((await here.call('POST', '/auth/refresh', { token })).body as LoginResponse).token
    }
    const restarted = startProcess(store, { clock, follows: false })
    expect((await restarted.call('GET', '/auth/sessions', { token })).body).toMatchObject({
      sessions: [{ createdAt: '2026-05-02T10:00:00.000Z', current: true }],
    })
    await restarted.stop()
  })

  it('All sessions end except the present one', async () => {
    const [one, two] = [await login('correct horse'), await login('correct horse')]
    await me(two.token)
    await here.call('DELETE', '/auth/sessions', { token: one.token })
    await expect(me(two.token)).rejects.toMatchObject({ status: 401 })
    expect(await me(one.token)).toBeTruthy()
  })
})

describe('a change of password', () => {
  it('A change of the password needs the current password, and names its field when it is wrong', async () => {
    const { token } = await login('correct horse')
    await expect(change(token, 'wrong password', 'battery staple')).rejects.toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      fields: { currentPassword: 'The current password is wrong' },
    })
    expect(await me(token)).toBeTruthy()
  })

  it('A change of the password applies at once, and ends all sessions except the present one', async () => {
    const [mine, theirs] = [await login('correct horse'), await login('correct horse')]
    await me(theirs.token)
    await change(mine.token, 'correct horse', 'battery staple')
    expect(await me(mine.token)).toBeTruthy()
    await expect(me(theirs.token)).rejects.toMatchObject({ status: 401 })
    await expect(login('correct horse')).rejects.toMatchObject({ status: 401 })
    expect(await login('battery staple')).toHaveProperty('token')
  })

  it('A change of the password leaves no older hash in the log', async () => {
    const { token, user } = await login('correct horse')
    await change(token, 'correct horse', 'battery staple')
    await change(token, 'battery staple', 'a third password')
    expect(await store.read(`credentials-${user.id}`)).toHaveLength(1)
  })

  it('A password change repeated with its key is done already, and with another new password it is refused', async () => {
    const { token } = await login('correct horse')
    const key = crypto.randomUUID()
    await change(token, 'correct horse', 'battery staple', { key })
    const again = await change(token, 'correct horse', 'battery staple', { key })
    expect(again.headers).toEqual({ 'Idempotency-Replayed': 'true' })
    await expect(change(token, 'correct horse', 'something else', { key })).rejects.toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    expect(await login('battery staple')).toHaveProperty('token')
  })

  it('One of two concurrent password changes succeeds', async () => {
    const { token } = await login('correct horse')
    const all = await Promise.allSettled(
      ['first choice', 'second choice'].map((chosen) => change(token, 'correct horse', chosen)),
    )
    expect(all.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('Password changes share the limit on wrong passwords with the log-in', async () => {
    const { token } = await login('correct horse')
    for (let i = 0; i < 10; i++)
      await expect(change(token, `wrong password ${i}`, 'battery staple')).rejects.toMatchObject({
        status: 400,
      })
    await expect(change(token, 'correct horse', 'battery staple')).rejects.toMatchObject({ status: 429 })
  })
})

describe('a sign-up', () => {
  const register = (body: Record<string, unknown>, more: Call = {}) =>
    here.call('POST', '/auth/register', { body, ...more })

  it('A sign-up signs the person in', async () => {
    const reply = await register({ username: 'ben', email: 'ben@example.com', password: 'correct horse' })
    const { token, user } = reply.body as LoginResponse
    expect(user).toMatchObject({ username: 'ben', email: 'ben@example.com', isAdmin: false })
    expect((await me(token)).body).toEqual({ user })
  })

  it('A sign-up with a taken name is refused under its field', async () => {
    await expect(register({ username: 'ANN', password: 'correct horse' })).rejects.toMatchObject({
      status: 409,
      code: 'UsernameIsTaken',
      fields: { username: 'This username is already taken' },
    })
  })

  it('A sign-up with a name that looks like another is refused under its field, and the other keeps its log-in', async () => {
    await register({ username: 'alice', password: 'correct horse' })
    for (const username of ['aIice', 'alıce', 'a1ice'])
      await expect(register({ username, password: 'correct horse' }), username).rejects.toMatchObject({
        status: 409,
        code: 'UsernameLooksTaken',
        fields: { username: 'This username looks like one that is already taken' },
      })
    const again = await here.call('POST', '/auth/login', {
      body: { username: 'Alice', password: 'correct horse' },
    })
    expect(again.body).toMatchObject({ user: { username: 'alice' } })
  })

  it('A person whose name looks like an earlier one, from before this rule, logs in', async () => {
    await register({ username: 'alice', password: 'correct horse' })
    succeeded(await here.accounts.addUser(newUser('aIice'), commandMeta()))
    const body = { username: 'aIice', password: 'correct horse' }
    const { body: signedIn } = await here.call('POST', '/auth/login', { body })
    expect(signedIn).toMatchObject({ user: { username: 'aIice' } })
  })

  it('A sign-up repeated with its key returns the same person and the same session', async () => {
    const body = { username: 'ben', password: 'correct horse' }
    const key = crypto.randomUUID()
    const first = await register(body, { key })
    expect((await register(body, { key })).body).toEqual(first.body)
    await expect(register({ ...body, password: 'battery staple' }, { key })).rejects.toMatchObject({
      status: 422,
    })
  })

  it('A sign-up makes nobody an administrator', async () => {
    await expect(
      register({ username: 'ben', password: 'correct horse', isAdmin: true }),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('The sign-up endpoint does not exist where registration is closed', async () => {
    const closed = startProcess(store, { registration: 'closed' })
    expect(closed.people.routes.some(({ endpoint }) => endpoint.path === '/auth/register')).toBe(false)
    expect(closed.people.routes.some(({ endpoint }) => endpoint.path === '/auth/login')).toBe(true)
    await closed.stop()
  })
})

describe('the log', () => {
  it('The log holds no password and no plain hash of a password', async () => {
    const { body } = await here.call('POST', '/auth/register', {
      body: { username: 'ben', password: 'first secret' },
      key: crypto.randomUUID(),
    })
    await change((body as LoginResponse).token, 'first secret', 'second secret')
    await here.call('POST', '/auth/login', { body: { username: 'ben', password: 'second secret' } })
    const events = JSON.stringify(await everything())
    // Makes sure that the events are in the log.
    expect(events).toContain('"username":"ben"')
    expect(events).toContain('$argon2id$')
    const bodies = (secret: string) => [
      { username: 'ben', password: secret },
      { password: secret, username: 'ben' },
      { currentPassword: 'first secret', newPassword: secret },
    ]
    for (const secret of ['first secret', 'second secret']) {
      expect(events).not.toContain(secret)
      const calls = ['/auth/login', '/auth/register', '/auth/change-password']
      const texts = bodies(secret).flatMap((one) => [
        JSON.stringify(one),
        ...calls.map((path) => JSON.stringify(['POST', path, one])),
      ])
      for (const text of [secret, ...texts])
        for (const algorithm of ['sha256', 'sha1', 'md5'])
          for (const encoding of ['hex', 'base64'] as const)
            expect(events).not.toContain(createHash(algorithm).update(text).digest(encoding))
    }
  })

  it('The log holds the same digest for two log-ins of a person, whatever the password', async () => {
    await login('correct horse')
    succeeded(await here.accounts.resetPassword('ann', 'battery staple', commandMeta()))
    await login('battery staple')
    const digests = (await everything())
      .filter(({ type }) => type === 'SessionStarted')
      .map(({ meta }) => meta.digest)
    expect(digests).toHaveLength(2)
    expect(new Set(digests).size).toBe(1)
  })

  async function everything(): Promise<StoredEvent[]> {
    const head = await store.head()
    const all: StoredEvent[] = []
    for await (const batch of store.subscribe({ after: '', signal: new AbortController().signal })) {
      all.push(...batch)
      if (batch.at(-1)!.position >= head) break
    }
    return all
  }
})
