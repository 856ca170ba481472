// The limits on wrong passwords and new accounts: guessing is slow, and nobody is locked out by another person.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPasswordLimits, passwordLimits } from '#api/people/passwordLimits.ts'
import { oneNode } from '#api/platform/nodes.ts'

afterEach(() => void vi.useRealTimers())

const limited = { status: 429, code: 'RATE_LIMITED' }
const isWrong = (found: string) => found === 'wrong'

function tries() {
  const limits = createPasswordLimits(oneNode(Date.now).limiter)
  let made = 0
  const attempt = (name: string, address: string, found = 'wrong') =>
    limits.guard({ name, address }, async () => (made++, found), isWrong)
  return { attempt, made: () => made }
}

describe('wrong passwords', () => {
  it('Ten wrong passwords a minute are allowed for a name from an address, and the eleventh is not checked', async () => {
    const { attempt, made } = tries()
    for (let i = 0; i < 10; i++) expect(await attempt('ann', '192.0.2.1')).toBe('wrong')
    await expect(attempt('ann', '192.0.2.1')).rejects.toMatchObject(limited)
    await expect(attempt('ann', '192.0.2.1', 'right')).rejects.toMatchObject(limited)
    expect(made()).toBe(10)
  })

  it('A refused log-in says when to retry, and the count is forgotten by then', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-05-02T10:00:00Z') })
    const { attempt } = tries()
    for (let i = 0; i < 10; i++) await attempt('ann', '192.0.2.1')
    vi.advanceTimersByTime(20_000)
    const error = await attempt('ann', '192.0.2.1').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ ...limited, headers: { 'Retry-After': '40' } })
    vi.advanceTimersByTime(40_000)
    expect(await attempt('ann', '192.0.2.1', 'right')).toBe('right')
  })

  it('Wrong passwords from one address do not lock the account’s owner out at another address', async () => {
    const { attempt } = tries()
    for (let i = 0; i < 10; i++) await attempt('ann', '192.0.2.1')
    expect(await attempt('ann', '192.0.2.2', 'right')).toBe('right')
    expect(await attempt('ben', '192.0.2.1', 'right')).toBe('right')
  })

  it('A hundred wrong passwords a minute are allowed from one address, whatever the names', async () => {
    const { attempt } = tries()
    for (let i = 0; i < 100; i++) await attempt(`name${i}`, '192.0.2.1')
    await expect(attempt('name100', '192.0.2.1')).rejects.toMatchObject(limited)
    expect(await attempt('name100', '192.0.2.2')).toBe('wrong')
  })

  it('Concurrent wrong passwords count before the first is checked', async () => {
    const { attempt, made } = tries()
    const all = await Promise.allSettled(Array.from({ length: 200 }, () => attempt('ann', '192.0.2.1')))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(made()).toBe(10)
  })

  it('Addresses of one customer’s IPv6 network count as one address', async () => {
    const { attempt } = tries()
    for (let i = 0; i < 10; i++) await attempt('ann', `2001:db8:1:2::${i.toString(16)}`)
    await expect(attempt('ann', '2001:0DB8:0001:0002:ffff:1:2:3')).rejects.toMatchObject(limited)
    expect(await attempt('ann', '2001:db8:1:3::1')).toBe('wrong')
    expect(await attempt('ann', '::1')).toBe('wrong')
  })
})

describe('right passwords', () => {
  it('Right passwords do not count, however many', async () => {
    const { attempt, made } = tries()
    await Promise.all(Array.from({ length: 200 }, () => attempt('ann', '192.0.2.1', 'right')))
    expect(made()).toBe(200)
    expect(await attempt('ann', '192.0.2.1')).toBe('wrong')
  })

  it('Right passwords are accepted after an attempt that failed for another reason', async () => {
    const limits = createPasswordLimits(oneNode(Date.now).limiter)
    const broken = () =>
      limits.guard({ name: 'ann', address: '192.0.2.1' }, () => Promise.reject(new Error('busy')), isWrong)
    for (let i = 0; i < 20; i++) await expect(broken()).rejects.toThrow('busy')
    const right = limits.guard({ name: 'ann', address: '192.0.2.1' }, async () => 'right', isWrong)
    expect(await right).toBe('right')
  })
})

it('An address gets two concurrent password checks, so that few addresses leave room for all others', async () => {
  const limits = createPasswordLimits(oneNode(Date.now).limiter)
  let [atWork, most] = [0, 0]
  const attempt = (name: string, address: string) =>
    limits.guard(
      { name, address },
      async () => {
        most = Math.max(most, ++atWork)
        await new Promise((resolve) => setImmediate(resolve))
        atWork--
      },
      () => false,
    )
  await Promise.all(Array.from({ length: 20 }, (_, i) => attempt(`name${i}`, '192.0.2.1')))
  expect(most).toBe(2)
})

describe('new accounts', () => {
  function signUps(of = {}) {
    const limits = createPasswordLimits(oneNode(Date.now).limiter, { ...passwordLimits, ...of })
    let made = 0
    const signUp = (address: string) => limits.signUp(address, async () => ++made)
    return { signUp, made: () => made }
  }

  it('Twenty new accounts an hour are allowed from one address, and the next is not checked', async () => {
    const { signUp, made } = signUps()
    for (let i = 0; i < 20; i++) await signUp('192.0.2.1')
    await expect(signUp('192.0.2.1')).rejects.toMatchObject(limited)
    expect(made()).toBe(20)
    expect(await signUp('192.0.2.2')).toBe(21)
  })

  it('The number of new accounts an hour is limited over all addresses', async () => {
    const { signUp, made } = signUps({ accountsPerHour: 3 })
    for (let i = 0; i < 3; i++) await signUp(`192.0.2.${i}`)
    await expect(signUp('192.0.2.9')).rejects.toMatchObject({
      ...limited,
      headers: { 'Retry-After': '3600' },
    })
    expect(made()).toBe(3)
  })
})
