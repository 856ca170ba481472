// A session that ends closes its sockets within a second, whichever process ended it.

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { type Listener, listen } from '#tests/support/listener.ts'
import { type Product, PASSWORD, startProduct } from '#tests/support/product.ts'
import { createStoreThatGoesAway } from '#tests/support/storeThatGoesAway.ts'

let store: ReturnType<typeof createStoreThatGoesAway>
let product: Product<'ann' | 'ben'>
beforeEach(async () => {
  store = createStoreThatGoesAway()
  product = await startProduct({ people: ['ann', 'ben'], store })
})
afterEach(() => product.stop())

/** Holds back the reading of the log until the returned function is called. */
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  store.held = promise
  return resolve
}

/** Waits until the server has received this many events of one device and has not responded yet. */
const waiting = async (count: number) =>
  await expect
    .poll(() => [...product.live.io.sockets.sockets.values()].map(({ data }) => data.unhandledEvents))
    .toContain(count)

async function enter(client: Client): Promise<Listener> {
  const listener = listen(product.port, client.token)
  await listener.waitFor('authenticated')
  return listener
}
const by = () => ({ actor: 'system', key: randomUUID(), digest: 'd', requestId: 'r' })
const later = { newPassword: 'another good one', currentPassword: PASSWORD }

/** The connection gets an error with this code and is closed. */
async function expectClosed(listener: Listener, code: string): Promise<void> {
  await listener.closed
  expect(listener.payloadsOf('auth_error').map(({ code: each }) => each)).toEqual([code])
}

describe('sockets of ended sessions', () => {
  it('A log-out closes the sockets of its session and of no other', async () => {
    const [one, other] = [await product.signIn('ann'), await product.signIn('ann')]
    const sockets = [await enter(one), await enter(one)]
    const stays = await enter(other)
    expectSuccess(await one.post('/auth/logout'))
    for (const socket of sockets) await expectClosed(socket, 'INVALID_TOKEN')
    await stays.settled()
    expect(stays.isOpen()).toBe(true)
  })

  it('The end of all other sessions closes their sockets', async () => {
    const [one, other] = [await product.signIn('ann'), await product.signIn('ann')]
    const [stays, goes] = [await enter(one), await enter(other)]
    expectSuccess(await one.del('/auth/sessions'))
    await expectClosed(goes, 'INVALID_TOKEN')
    await stays.settled()
  })

  it('A new password closes the sockets of all other sessions', async () => {
    const [one, other] = [await product.signIn('ann'), await product.signIn('ann')]
    const [stays, goes] = [await enter(one), await enter(other)]
    expectSuccess(await one.post('/auth/change-password', later))
    await expectClosed(goes, 'INVALID_TOKEN')
    await stays.settled()
  })

  it('The disabling of an account closes its sockets and nobody else’s', async () => {
    const [goes, stays] = [await enter(product.as('ann')), await enter(product.as('ben'))]
    await product.server.people.accounts.disableUser('ann', by())
    await expectClosed(goes, 'USER_NOT_FOUND')
    await stays.settled()
    const again = listen(product.port, product.as('ann').token)
    expect((await again.waitFor('auth_error')).code).toBe('USER_NOT_FOUND')
  })

  it('A person whose account was disabled goes offline for the others', async () => {
    const ben = await enter(product.as('ben'))
    const { accounts, presence } = product.server.people
    const { id } = product.people.ann
    const published = (status: string) =>
      ben.waitFor('user_presence', (news) => news.user_id === id && news.status === status)
    presence.otherNodes.setStatus('other node', id, 'online')
    await published('online')
    await accounts.disableUser('ann', by())
    presence.otherNodes.setStatus('other node', id, null)
    expect(await published('offline')).toMatchObject({ username: 'ann' })
  })

  it('A session ended by another process has its sockets closed', async () => {
    const other = await startProduct({ people: ['ann', 'ben'], store })
    const ann = await product.signIn('ann')
    const socket = await enter(ann)
    const elsewhere = await other.anonymous.post('/auth/logout', undefined, {
      headers: { Authorization: `Bearer ${ann.token}` },
    })
    expect(elsewhere.status).toBe(204)
    await expectClosed(socket, 'INVALID_TOKEN')
    await other.stop()
  })

  it('A session that ends while the log cannot be read has its sockets closed when it can be read again', async () => {
    const [one, other] = [await product.signIn('ann'), await product.signIn('ann')]
    const [goes, stays] = [await enter(one), await enter(other)]
    const { append } = store
    store.append = (...given) => {
      store.isAway = true
      return append(...given)
    }
    expectSuccess(await one.post('/auth/logout'))
    await expect.poll(() => store.failedReads).toBeGreaterThan(0)
    store.isAway = false
    await expectClosed(goes, 'INVALID_TOKEN')
    await stays.settled()
    expect(stays.isOpen()).toBe(true)
  })

  it('A session that ended in another process is refused while the log cannot be read', async () => {
    const other = await startProduct({ people: ['ann', 'ben'], store })
    const [ann, ben] = [await product.signIn('ann'), await product.signIn('ben')]
    expectSuccess(await ann.get('/auth/me'))
    const after = await enter(ben)
    for (const { token } of [ann, ben])
      await other.anonymous.post('/auth/logout', undefined, { headers: { Authorization: `Bearer ${token}` } })
    // This process has received both ends.
    await after.closed
    store.isAway = true
    expect((await ann.get('/auth/me')).status).toBe(401)
    expect((await listen(product.port, ann.token).waitFor('auth_error')).code).toBe('INVALID_TOKEN')
    store.isAway = false
    await other.stop()
  })

  it('An expired token has its sockets closed', async () => {
    const socket = await enter(await product.signIn('ann'))
    product.clock.forward(7 * 86_400_000)
    await socket.settled()
    // The clocks of two machines may differ by a few seconds.
    product.clock.forward(5000)
    expect(await socket.waitFor('auth_error')).toMatchObject({ code: 'TOKEN_EXPIRED' })
    await socket.closed
  })
})

describe('UNAUTHENTICATED', () => {
  it('An event under a token that turns out to be invalid is answered UNAUTHENTICATED', async () => {
    coversSpec('§8 Messaging error codes: UNAUTHENTICATED')

    const ann = await product.signIn('ann')
    expectSuccess(await ann.post('/auth/logout'))
    const release = hold()
    const socket = listen(product.port, ann.token)
    socket.emit('update_presence', { status: 'away' })
    await waiting(1)
    release()
    await socket.closed
    expect(
      socket.received.map(({ event, payload: received }) => [event, (received as { code: string }).code]),
    ).toEqual([
      ['error', 'UNAUTHENTICATED'],
      ['auth_error', 'INVALID_TOKEN'],
    ])
  })

  it('An event is answered UNAUTHENTICATED when the token expires before the event is handled', async () => {
    coversSpec('§8 Messaging error codes: UNAUTHENTICATED')

    const socket = await enter(await product.signIn('ann'))
    socket.clear()
    const release = hold()
    socket.emit('join_conversation', { conversationId: randomUUID() })
    socket.emit('update_presence', { status: 'nonsense' })
    await waiting(2)
    product.clock.forward(7 * 86_400_000 + 5000)
    release()
    await socket.closed
    const codes = socket.payloadsOf('error').map(({ code }) => code)
    expect(codes).toContain('UNAUTHENTICATED')
    expect(codes, 'of one that was taken all the same').not.toContain('INVALID_STATUS')
    expect(socket.payloadsOf('auth_error').map(({ code }) => code)).toEqual(['TOKEN_EXPIRED'])
  })

  it('An event of a session that continues is not answered UNAUTHENTICATED', async () => {
    const socket = await enter(product.as('ben'))
    socket.emit('update_presence', { status: 'away' })
    await socket.settled()
    expect(socket.payloadsOf('error')).toEqual([])
  })
})

describe('an unreadable log', () => {
  it('An unreadable log ends the connection without the message that the session is over, and the device reconnects', async () => {
    coversSpec('§8 Messaging error codes: UNAUTHENTICATED')

    const ann = await product.signIn('ann')
    product.server.people.authenticator.invalidate(product.people.ann.id)
    store.isAway = true
    const socket = listen(product.port, ann.token)
    expect((await socket.waitFor('error')).code).toBe('INTERNAL_ERROR')
    expect(await socket.closed).toMatch(/transport close/)
    expect(socket.payloadsOf('auth_error')).toEqual([])
    store.isAway = false
    await enter(ann)
  })
})
