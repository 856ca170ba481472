// Two tabs of a browser, one of which waits for a slow server while the other signs in as another person.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SESSION_EXPIRED } from '#core/people/contract.ts'
import type * as Session from '#web/platform/session/session.ts'
import { longTimeout } from '#tests/support/timeout.ts'

const tokenOf = (name: string) => `x.${btoa(JSON.stringify({ id: name, username: name }))}.x`
const [anns, bens] = [tokenOf('ann'), tokenOf('ben')]

/** Delivers the response to ann's tab. */
let answerAnn = (): void => undefined
const server = createServer((request, response) => {
  const name = request.headers.authorization === `Bearer ${anns}` ? 'ann' : 'ben'
  const user = { id: name, username: name, email: null, isAdmin: false }
  const answer = () => response.end(JSON.stringify({ user }))
  if (name === 'ann') answerAnn = answer
  else answer()
})
const storage = new Map<string, string>()
let signInElsewhere: (token: string) => void
/** Shows the tab again as it was when the person left it. */
let restoreFromCache: () => void
let tab: typeof Session

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => {
    if (type === 'pageshow') restoreFromCache = () => listener({ persisted: true })
    if (type !== 'storage') return
    signInElsewhere = (token) => {
      storage.set('token', token)
      listener({ key: 'token', newValue: token })
    }
  })
  storage.set('token', anns)
  tab = await import('#web/platform/session/session.ts')
  tab.followSession()
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  server.closeAllConnections()
  server.close()
})

test('A tab that waits for one person’s response continues as the person who signed in in another tab', async () => {
  const waiting = tab.restoreSession()
  expect(tab.session).toMatchObject({ user: { id: 'ann' }, isLoading: true })
  signInElsewhere(bens)
  await vi.waitFor(
    () => expect(tab.session).toMatchObject({ user: { id: 'ben' }, isLoading: false }),
    longTimeout,
  )
  answerAnn()
  await waiting
  expect(tab.session).toMatchObject({ token: bens, user: { id: 'ben' }, isAuthenticated: true })
})

test('A response at the start that says nothing about the session leaves the person of the token signed in', async () => {
  const reachable = globalThis.fetch
  const respondWith = (status: number) =>
    vi.stubGlobal('fetch', async () => new Response('<html></html>', { status }))
  respondWith(404)
  await tab.restoreSession()
  expect(tab.session).toMatchObject({ token: bens, isAuthenticated: true, isLoading: false, error: null })
  for (const status of [403, 502, 502]) {
    respondWith(status)
    await tab.restoreSession()
    expect(tab.session).toMatchObject({ token: bens, user: { id: 'ben' }, error: 'Token validation failed' })
  }
  vi.stubGlobal('fetch', reachable)
  await tab.restoreSession()
  expect(tab.session).toMatchObject({ user: { id: 'ben' }, isLoading: false, error: null })
})

test('A token that another tab renewed is this tab’s too, without another check', () => {
  const renewed = `${bens.slice(0, -1)}renewed`
  signInElsewhere(renewed)
  expect(tab.session).toMatchObject({ token: renewed, user: { id: 'ben' }, isLoading: false })
  signInElsewhere(bens)
  expect(tab.session).toMatchObject({ token: bens, user: { id: 'ben' }, isLoading: false })
})

test('A page from the back/forward cache continues as who is signed in now', async () => {
  storage.set('token', anns)
  restoreFromCache()
  expect(tab.session).toMatchObject({ token: anns, user: { id: 'ann' } })
  storage.delete('token')
  restoreFromCache()
  expect(tab.session).toMatchObject({ token: null, user: null, isAuthenticated: false })
  signInElsewhere(bens)
  await vi.waitFor(
    () => expect(tab.session).toMatchObject({ user: { id: 'ben' }, isLoading: false }),
    longTimeout,
  )
})

test.each([
  ['that has expired keeps', 'TOKEN_EXPIRED', true],
  ['that was ended elsewhere deletes', 'INVALID_TOKEN', false],
  ['of a disabled account deletes', 'USER_NOT_FOUND', false],
])('A session %s the drafts on the device', async (_, code, isKept) => {
  const reachable = globalThis.fetch
  const mapStorage = globalThis.localStorage
  // The drafts are found by the names of their properties.
  const stored: Record<string, string> = { 'draft:ben:note': 'Secret' }
  const removeItem = (key: string) => void (mapStorage.removeItem(key), delete stored[key])
  vi.stubGlobal(
    'localStorage',
    new Proxy(mapStorage, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: (_, key) => ({
        value: stored[key as string],
        enumerable: true,
        configurable: true,
      }),
      get: (target, key) => (key === 'removeItem' ? removeItem : Reflect.get(target, key)),
    }),
  )
  vi.stubGlobal('fetch', async () => Response.json({ error: { code, message: '' } }, { status: 401 }))
  await tab.restoreSession()
  expect(tab.session).toMatchObject({ token: null, error: SESSION_EXPIRED })
  expect('draft:ben:note' in stored).toBe(isKept)
  vi.stubGlobal('localStorage', mapStorage)
  vi.stubGlobal('fetch', reachable)
  signInElsewhere(bens)
  await vi.waitFor(
    () => expect(tab.session).toMatchObject({ user: { id: 'ben' }, isLoading: false }),
    longTimeout,
  )
})

test('A log-out without a network ends the session at the server when requests get through again, and its token is stored nowhere', async () => {
  const ended: (string | undefined)[] = []
  let attempts = 0
  let sayOnline = (): void => undefined
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    if (type === 'online') sayOnline = listener
  })
  vi.stubGlobal('removeEventListener', () => undefined)
  const reachable = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Headers }) => {
    attempts += 1
    // The browser says that it is online before requests get through.
    if (attempts <= 2) throw new TypeError('Failed to fetch')
    ended.push(`${new URL(address).pathname} ${headers.get('Authorization')}`)
    return new Response(null, { status: 204 })
  })
  tab.logOut()
  expect(tab.session).toMatchObject({ token: null, user: null })
  expect([...storage.values()].join()).not.toContain(bens)
  await vi.waitFor(() => {
    if (attempts < 2) sayOnline()
    expect(attempts).toBeGreaterThanOrEqual(2)
  }, longTimeout)
  await vi.waitFor(() => expect(ended).toEqual([`/api/auth/logout Bearer ${bens}`]), longTimeout)
  vi.stubGlobal('fetch', reachable)
})
