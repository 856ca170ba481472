// Password hashing: limited in parallel, and with equal work for known and unknown names.

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { type Passwords, createPasswords } from '#api/people/passwords.ts'
import { commandMeta, newUser, startProcess, succeeded } from '#tests/people/processes.ts'

const passwords = createPasswords({ cost: 'low' })

describe('a password', () => {
  it('A password is stored as Argon2id, with a different hash each time', async () => {
    const [one, two] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')]
    expect(one).toMatch(/^\$argon2id\$v=19\$/)
    expect(one).not.toBe(two)
    expect(await passwords.verify(one, 'correct horse')).toBe(true)
    expect(await passwords.verify(one, 'Correct horse')).toBe(false)
  })

  it('A password hash costs 64 MiB and three passes by default', async () => {
    expect(await createPasswords({ cost: 'default' }).hash('correct horse')).toContain('$m=65536,t=3,p=1$')
  })

  it('A password is the same from every keyboard', async () => {
    const hash = await passwords.hash('caf\u00e9 noir')
    expect(await passwords.verify(hash, 'cafe\u0301 noir')).toBe(true)
  })

  it('A password without an account never matches', async () => {
    expect(await passwords.verify(null, '')).toBe(false)
    expect(await passwords.verify(null, 'correct horse')).toBe(false)
  })

  it('A password check waits in the queue, and is refused when too many wait', async () => {
    const narrow = createPasswords({ cost: 'low', atOnce: 1, queue: 2 })
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => narrow.hash('correct horse')))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const sentAway = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    for (const error of sentAway)
      expect(error).toMatchObject({ status: 503, code: 'UNAVAILABLE', headers: { 'Retry-After': '5' } })
    expect(await narrow.hash('afterwards there is room again')).toBeTruthy()
  })

  it('Checks for new accounts and unknown names leave room in the queue for known names', async () => {
    const narrow = createPasswords({ cost: 'low', atOnce: 1, queue: 4 })
    const hash = await narrow.hash('correct horse')
    const busy = { status: 503 }
    const waiting = [1, 2, 3].map(() => narrow.verify(hash, 'a wrong one'))
    await expect(narrow.hash('of somebody new', true)).rejects.toMatchObject(busy)
    waiting.push(narrow.verify(null, 'of nobody'))
    await expect(narrow.verify(null, 'of nobody')).rejects.toMatchObject(busy)
    expect(await narrow.verify(hash, 'correct horse')).toBe(true)
    expect(await Promise.all(waiting)).toEqual([false, false, false, false])
  })
})

describe('a log-in', () => {
  /** The passwords that were verified, in the order of the calls. */
  function watched() {
    const verified: { hash: string | null; password: string }[] = []
    const watching: Passwords = {
      hash: passwords.hash,
      verify(hash, password) {
        verified.push({ hash, password })
        return passwords.verify(hash, password)
      },
    }
    return { verified, watching }
  }

  it.each([
    ['a wrong password', 'ann', true],
    ['an unknown name', 'nobody', false],
    ['a name that could not be one', '../etc', false],
    ['a disabled account', 'ben', false],
  ])('A log-in with %s makes one verification, like any other log-in', async (_, username, hasHash) => {
    const { verified, watching } = watched()
    const here = startProcess(createMemoryEventStore(), { passwords: watching })
    succeeded(await here.accounts.addUser(newUser('ann'), commandMeta()))
    succeeded(await here.accounts.addUser(newUser('ben'), commandMeta()))
    succeeded(await here.accounts.disableUser('ben', commandMeta()))
    expect(await here.accounts.verifyLogin(username, 'a wrong one')).toBeNull()
    expect(verified).toEqual([{ hash: hasHash ? expect.any(String) : null, password: 'a wrong one' }])
    await here.stop()
  })

  it('A log-in under an unknown name runs Argon2id at the same cost as under a known name', async () => {
    // The real module with a spy, loaded anew.
    vi.resetModules()
    vi.doMock('@node-rs/argon2', { spy: true })
    onTestFinished(() => {
      vi.doUnmock('@node-rs/argon2')
      vi.resetModules()
    })
    const argon2 = await import('@node-rs/argon2')
    const { createPasswords } = await import('#api/people/passwords.ts')
    const passwords = createPasswords({ cost: 'low' })
    for (const of of [await passwords.hash('correct horse'), null]) await passwords.verify(of, 'a wrong one')
    const [somebody, nobody] = vi.mocked(argon2.verify).mock.calls.map(([of]) => String(of))
    expect(nobody).not.toBe(somebody)
    expect(argon2.parseOptions(nobody!)).toEqual(argon2.parseOptions(somebody!))
  })
})
