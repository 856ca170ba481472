// Authentication of sessions and tokens, and its end.

import { beforeEach, describe, expect, it } from 'vitest'
import type { EventStore } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import type { Session } from '#api/platform/http/route.ts'
import { bearerToken, createAuthenticator } from '#api/people/authenticator.ts'
import { TOKEN_LIFE_MS } from '#api/people/tokens.ts'
import { type Process, commandMeta, newUser, startProcess, succeeded } from '#tests/people/processes.ts'
import { type TestClock, testClock } from '#tests/support/clock.ts'

const invalid = { status: 401, code: 'INVALID_TOKEN' }
let store: EventStore
let clock: TestClock
let here: Process

beforeEach(async () => {
  store = createMemoryEventStore()
  clock = testClock()
  here = startProcess(store, { clock })
  succeeded(await here.accounts.addUser(newUser('ann'), commandMeta()))
  return () => here.stop()
})

const enter = (at: Pick<Process, 'gate'>, token: string): Promise<Session> =>
  at.gate.authenticate(`Bearer ${token}`)

describe('authentication', () => {
  it('Authentication accepts a session that the log contains', async () => {
    const { token, sid, id } = await here.signIn('ann', 'correct horse')
    const session = {
      id,
      sid,
      username: 'ann',
      email: 'ann@example.com',
      isAdmin: false,
      expiresAt: expect.any(Number),
    }
    expect(await enter(here, token)).toEqual(session)
    expect(await enter(here, token)).toEqual(session)
  })

  it('Authentication accepts a token after a restart', async () => {
    const { token } = await here.signIn('ann', 'correct horse')
    const later = startProcess(store, { clock })
    expect(await enter(later, token)).toMatchObject({ username: 'ann' })
    await later.stop()
  })

  it('Authentication reports an expired session, also a cached one', async () => {
    const { token } = await here.signIn('ann', 'correct horse')
    clock.forward(TOKEN_LIFE_MS - 1_000)
    await enter(here, token)
    clock.forward(6_000)
    await expect(enter(here, token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
  })

  it('Authentication refuses an account that never existed', async () => {
    const user = { id: 'n'.repeat(36), username: 'nobody', email: null, isAdmin: true }
    const times = { issuedAt: '2026-05-02T10:00:00.000Z', expiresAt: '2026-05-03T10:00:00.000Z' }
    const token = await here.tokens.issue(user, { sid: 's'.repeat(36), ...times })
    await expect(enter(here, token)).rejects.toMatchObject({ status: 401, code: 'USER_NOT_FOUND' })
  })
})

// The ways to end a session: in this process, in another process on the same log, or before a restart.
const endings = {
  'a log-out': async (by: Process, { id, sid }: { id: string; sid: string }) =>
    succeeded(await by.sessions.end(id, sid, commandMeta(id))),
  'a password reset': async (by: Process) =>
    succeeded(await by.accounts.resetPassword('ann', 'battery staple', commandMeta())),
  'a password change elsewhere': async (by: Process, { id }: { id: string }) => {
    const passwords = { currentPassword: 'correct horse', newPassword: 'battery staple' }
    succeeded(await by.accounts.changePassword({ id, sid: 'x'.repeat(36) }, passwords, commandMeta(id)))
  },
  'the end of all other sessions': async (by: Process, { id }: { id: string }) =>
    succeeded(await by.sessions.endOthers(id, 'x'.repeat(36), commandMeta(id))),
}

describe.each(Object.entries(endings))('an ended session: %s', (_, end) => {
  it('An ended session’s token is refused at once', async () => {
    const mine = await here.signIn('ann', 'correct horse')
    await enter(here, mine.token)
    await end(here, mine)
    here.gate.invalidate(mine.id)
    await expect(enter(here, mine.token)).rejects.toMatchObject(invalid)
  })

  it('An ended session’s token is refused by another process’s cache once the log has delivered the end', async () => {
    const mine = await here.signIn('ann', 'correct horse')
    await enter(here, mine.token)
    const other = startProcess(store, { clock })
    await end(other, mine)
    const entering = () => enter(here, mine.token).then(() => 'alive', String)
    await expect.poll(entering).not.toBe('alive')
    await expect(enter(here, mine.token)).rejects.toMatchObject(invalid)
    await other.stop()
  })

  it('An ended session’s token is refused after a restart', async () => {
    const mine = await here.signIn('ann', 'correct horse')
    await end(here, mine)
    const later = startProcess(store, { clock })
    await expect(enter(later, mine.token)).rejects.toMatchObject(invalid)
    await later.stop()
  })

  it('The end of a session leaves another person signed in', async () => {
    succeeded(await here.accounts.addUser(newUser('ben'), commandMeta()))
    const theirs = await here.signIn('ben', 'correct horse')
    await end(here, await here.signIn('ann', 'correct horse'))
    expect(await enter(here, theirs.token)).toMatchObject({ username: 'ben' })
  })
})

describe('a disabled account', () => {
  it('A disabled account’s session is refused, and stays over when the account is enabled', async () => {
    const { token, id } = await here.signIn('ann', 'correct horse')
    await enter(here, token)
    succeeded(await here.accounts.disableUser('ann', commandMeta()))
    here.gate.invalidate(id)
    await expect(enter(here, token)).rejects.toMatchObject({ status: 401, code: 'USER_NOT_FOUND' })
    expect(await here.accounts.verifyLogin('ann', 'correct horse')).toBeNull()

    succeeded(await here.accounts.enableUser('ann', commandMeta()))
    here.gate.invalidate(id)
    await expect(enter(here, token)).rejects.toMatchObject(invalid)
    const again = await here.signIn('ann', 'correct horse')
    expect(await enter(here, again.token)).toMatchObject({ username: 'ann' })
  })
})

describe('session cache', () => {
  it('A cached session is checked again after a minute, even without news from the log', async () => {
    const mine = await here.signIn('ann', 'correct horse')
    const deaf = createAuthenticator({ tokens: here.tokens, sessions: here.sessions, clock })
    await deaf.authenticate(`Bearer ${mine.token}`)
    await endings['a log-out'](here, mine)
    clock.forward(59_000)
    await expect(deaf.authenticate(`Bearer ${mine.token}`)).resolves.toBeTruthy()
    clock.forward(1_000)
    await expect(deaf.authenticate(`Bearer ${mine.token}`)).rejects.toMatchObject(invalid)
  })

  it('The session cache has a limit', async () => {
    let read = 0
    const counted = {
      ...here.sessions,
      find: (...of: [string, string]) => (read++, here.sessions.find(...of)),
    }
    const small = createAuthenticator({ tokens: here.tokens, sessions: counted, clock, capacity: 2 })
    const all = [1, 2, 3].map(() => here.signIn('ann', 'correct horse'))
    for (const { token } of await Promise.all(all)) await small.authenticate(`Bearer ${token}`)
    const [first, , third] = await Promise.all(all)
    expect(read).toBe(3)
    await small.authenticate(`Bearer ${third!.token}`)
    expect(read).toBe(3)
    await small.authenticate(`Bearer ${first!.token}`)
    expect(read).toBe(4)
  })

  it('The session cache never holds a session that ended during its lookup', async () => {
    const mine = await here.signIn('ann', 'correct horse')
    const [readAsAlive, asLookedUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = {
      ...here.sessions,
      async find(userId: string, sid: string) {
        const found = await here.sessions.find(userId, sid)
        readAsAlive.resolve()
        await asLookedUp.promise
        return found
      },
    }
    const gate = createAuthenticator({ tokens: here.tokens, sessions: slow, clock })
    const entering = gate.authenticate(`Bearer ${mine.token}`)
    await readAsAlive.promise
    await endings['a log-out'](here, mine)
    gate.invalidate(mine.id)
    asLookedUp.resolve()
    await expect(entering).resolves.toMatchObject({ sid: mine.sid })
    await expect(gate.authenticate(`Bearer ${mine.token}`)).rejects.toMatchObject(invalid)
  })
})

describe('the Authorization header', () => {
  it('The Authorization header is the word Bearer in any letter case, one space and the token', () => {
    for (const word of ['Bearer', 'bearer', 'BEARER', 'bEaReR'])
      expect(bearerToken(`${word} a.b.c`)).toBe('a.b.c')
  })

  it('A missing Authorization header is refused', () => {
    for (const header of [undefined, '', ' '])
      expect(() => bearerToken(header)).toThrow(
        expect.objectContaining({ status: 401, code: 'TOKEN_MISSING' }),
      )
  })

  it('An Authorization header of another scheme or of great length is refused', () => {
    for (const header of ['Basic YTpi', 'a.b.c', 'Bearerx a.b.c', `Bearer ${'x'.repeat(5000)}`])
      expect(() => bearerToken(header)).toThrow(expect.objectContaining(invalid))
  })

  it('A malformed Authorization header is refused', () => {
    for (const header of [
      'Bearer\ta.b.c',
      'Bearer  a.b.c',
      'Bearer a b',
      'Bearer a.b.c, Bearer d.e.f',
      'Bearer',
      'Bearer ',
    ])
      expect(() => bearerToken(header), header).toThrow(expect.objectContaining({ status: 400 }))
  })
})
