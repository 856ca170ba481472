// Who is let in, and that they are let out at once.

import { beforeEach, describe, expect, it } from 'vitest'
import type { EventStore } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import type { Session } from '#api/platform/route.ts'
import { bearerToken, createAuthenticator } from '#api/people/authenticator.ts'
import { TOKEN_LIFE_MS } from '#api/people/tokens.ts'
import type { Clock, Process } from '#tests/people/processes.ts'
import { asked, newUser, standingClock, startProcess, succeeded } from '#tests/people/processes.ts'

const invalid = { status: 401, code: 'INVALID_TOKEN' }
let store: EventStore
let clock: Clock
let here: Process

beforeEach(async () => {
  store = createMemoryEventStore()
  clock = standingClock()
  here = startProcess(store, { clock })
  succeeded(await here.accounts.addUser(newUser('ann'), asked()))
  return () => here.stop()
})

const enter = (at: Pick<Process, 'gate'>, token: string): Promise<Session> =>
  at.gate.authenticate(`Bearer ${token}`)

describe('the gate', () => {
  it('lets in who signed in, as the log knows them', async () => {
    const { token, sid, id } = await here.signIn('ann', 'correct horse')
    const session = {
      id,
      sid,
      username: 'ann',
      email: 'ann@example.com',
      isAdmin: false,
      endsAt: expect.any(Number),
    }
    expect(await enter(here, token)).toEqual(session)
    expect(await enter(here, token)).toEqual(session)
  })

  it('knows a token after a restart', async () => {
    const { token } = await here.signIn('ann', 'correct horse')
    const later = startProcess(store, { clock })
    expect(await enter(later, token)).toMatchObject({ username: 'ann' })
    await later.stop()
  })

  it('says when a session has expired, also of one it remembers', async () => {
    const { token } = await here.signIn('ann', 'correct horse')
    clock.forward(TOKEN_LIFE_MS - 1_000)
    await enter(here, token)
    clock.forward(6_000)
    await expect(enter(here, token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
  })

  it('does not know an account that never was', async () => {
    const user = { id: 'n'.repeat(36), username: 'nobody', email: null, isAdmin: true }
    const times = { createdAt: '2026-05-02T10:00:00.000Z', expiresAt: '2026-05-03T10:00:00.000Z' }
    const token = await here.tokens.issue(user, { sid: 's'.repeat(36), ...times })
    await expect(enter(here, token)).rejects.toMatchObject({ status: 401, code: 'USER_NOT_FOUND' })
  })
})

// The same acts, done in this process, in one that shares the log, or before a restart.
const endings = {
  'a log-out': async (by: Process, { id, sid }: { id: string; sid: string }) =>
    succeeded(await by.sessions.end(id, sid, asked(id))),
  'a password reset': async (by: Process) =>
    succeeded(await by.accounts.resetPassword('ann', 'battery staple', asked())),
  'a password change elsewhere': async (by: Process, { id }: { id: string }) => {
    const passwords = { currentPassword: 'correct horse', newPassword: 'battery staple' }
    succeeded(await by.accounts.changePassword({ id, sid: 'x'.repeat(36) }, passwords, asked(id)))
  },
  'the end of all other sessions': async (by: Process, { id }: { id: string }) =>
    succeeded(await by.sessions.endOthers(id, 'x'.repeat(36), asked(id))),
}

describe.each(Object.entries(endings))('after %s', (_, end) => {
  it('a token is dead at once', async () => {
    const mine = await here.signIn('ann', 'correct horse')
    await enter(here, mine.token)
    await end(here, mine)
    here.gate.forget(mine.id)
    await expect(enter(here, mine.token)).rejects.toMatchObject(invalid)
  })

  it('it is dead where it is remembered, too, once the log has told', async () => {
    const mine = await here.signIn('ann', 'correct horse')
    await enter(here, mine.token)
    const other = startProcess(store, { clock })
    await end(other, mine)
    const entering = () => enter(here, mine.token).then(() => 'alive', String)
    await expect.poll(entering).not.toBe('alive')
    await expect(enter(here, mine.token)).rejects.toMatchObject(invalid)
    await other.stop()
  })

  it('it stays dead after a restart', async () => {
    const mine = await here.signIn('ann', 'correct horse')
    await end(here, mine)
    const later = startProcess(store, { clock })
    await expect(enter(later, mine.token)).rejects.toMatchObject(invalid)
    await later.stop()
  })

  it('another person stays signed in', async () => {
    succeeded(await here.accounts.addUser(newUser('ben'), asked()))
    const theirs = await here.signIn('ben', 'correct horse')
    await end(here, await here.signIn('ann', 'correct horse'))
    expect(await enter(here, theirs.token)).toMatchObject({ username: 'ben' })
  })
})

describe('a disabled account', () => {
  it('is nobody’s, and enabling it brings no old session back', async () => {
    const { token, id } = await here.signIn('ann', 'correct horse')
    await enter(here, token)
    succeeded(await here.accounts.disableUser('ann', asked()))
    here.gate.forget(id)
    await expect(enter(here, token)).rejects.toMatchObject({ status: 401, code: 'USER_NOT_FOUND' })
    expect(await here.accounts.verifyLogin('ann', 'correct horse')).toBeNull()

    succeeded(await here.accounts.enableUser('ann', asked()))
    here.gate.forget(id)
    await expect(enter(here, token)).rejects.toMatchObject(invalid)
    const again = await here.signIn('ann', 'correct horse')
    expect(await enter(here, again.token)).toMatchObject({ username: 'ann' })
  })
})

describe('what the gate remembers', () => {
  it('is asked anew after a minute, even when nobody told it anything', async () => {
    const mine = await here.signIn('ann', 'correct horse')
    const deaf = createAuthenticator({ tokens: here.tokens, sessions: here.sessions, clock })
    await deaf.authenticate(`Bearer ${mine.token}`)
    await endings['a log-out'](here, mine)
    clock.forward(59_000)
    await expect(deaf.authenticate(`Bearer ${mine.token}`)).resolves.toBeTruthy()
    clock.forward(1_000)
    await expect(deaf.authenticate(`Bearer ${mine.token}`)).rejects.toMatchObject(invalid)
  })

  it('has an end', async () => {
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

  it('is never a session that ended while it was being looked up', async () => {
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
    gate.forget(mine.id)
    asLookedUp.resolve()
    await expect(entering).resolves.toMatchObject({ sid: mine.sid })
    await expect(gate.authenticate(`Bearer ${mine.token}`)).rejects.toMatchObject(invalid)
  })
})

describe('the Authorization header', () => {
  it('is the word Bearer in any letter case, one space and the token', () => {
    for (const word of ['Bearer', 'bearer', 'BEARER', 'bEaReR'])
      expect(bearerToken(`${word} a.b.c`)).toBe('a.b.c')
  })

  it('is missing', () => {
    for (const header of [undefined, '', ' '])
      expect(() => bearerToken(header)).toThrow(
        expect.objectContaining({ status: 401, code: 'TOKEN_MISSING' }),
      )
  })

  it('is another scheme’s or far too long', () => {
    for (const header of ['Basic YTpi', 'a.b.c', 'Bearerx a.b.c', `Bearer ${'x'.repeat(5000)}`])
      expect(() => bearerToken(header)).toThrow(expect.objectContaining(invalid))
  })

  it('is not well formed', () => {
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
