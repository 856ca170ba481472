// The stored token: at the start, after the server's response to its check, on log-in and log-out, and after a refused
// request.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoint } from '#core/kernel/endpoint.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { longTimeout } from '#tests/support/timeout.ts'
import type * as Session from '#web/platform/session/session.ts'

const claims = { id: 'ann', username: 'ann' }
const tokenWith = (payload: object) => `x.${btoa(JSON.stringify(payload))}.x`
const anns = tokenWith(claims)

/** The responses in order; null: the network is cut. */
let answers: ({ status: number; body?: string } | null)[]
/** The server's clock, in ms since 1970; null: the device's. */
let serverTime: number | null = null
/** The path and bearer token of each call, in order. */
const paths: (string | undefined)[] = []
const bearers: (string | undefined)[] = []
const server = createServer((request, response) => {
  paths.push(request.url)
  bearers.push(request.headers.authorization)
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  if (!answer) return response.destroy()
  if (serverTime !== null) response.setHeader('Date', new Date(serverTime).toUTCString())
  response.writeHead(answer.status).end(answer.body)
})
const storage = new Map<string, string>()

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
beforeEach(() => {
  storage.clear()
  bearers.length = 0
  paths.length = 0
  serverTime = null
  vi.resetModules()
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  server.closeAllConnections()
  server.close()
})

async function startSession(): Promise<typeof Session> {
  const module: typeof Session = await import('#web/platform/session/session.ts')
  module.followSession()
  return module
}

/** Starts the app with this token in its storage. */
async function started(token: string | null): Promise<Session.AuthState> {
  if (token !== null) storage.set('token', token)
  const { restoreSession, session } = await startSession()
  await restoreSession()
  expect(session.token).toBe(storage.get('token') ?? null)
  return session
}

const DAY_MS = 86_400_000
const seconds = (ms: number) => Math.floor(ms / 1000)
/** A token that was issued at this time and lives for seven days. */
const tokenFrom = (issuedAt: number) =>
  tokenWith({ ...claims, iat: seconds(issuedAt), exp: seconds(issuedAt + 7 * DAY_MS) })

describe('discarded token', () => {
  test('A token that the server refuses is discarded: Your session has expired', async () => {
    coversSpec('§4 Session: A failed profile refresh')

    answers = [{ status: 401 }]
    const ended = { token: null, user: null, error: 'Your session has expired. Please log in again.' }
    expect(await started(anns)).toMatchObject(ended)
  })

  test('A token that the server refuses after its expiry by the server’s clock is discarded: Token expired', async () => {
    coversSpec(
      '§5 Token check: Token expired',
      '§8 Session: Token expired',
      "§8 Session: 'Network error occurred'",
    )

    // The device's clock is a year behind.
    const issuedAt = Date.now() + 365 * DAY_MS
    serverTime = issuedAt + 8 * DAY_MS
    answers = [{ status: 401 }]
    expect(await started(tokenFrom(issuedAt))).toMatchObject({
      token: null,
      user: null,
      error: 'Token expired',
    })
  })

  test.each(['not.a.token', ''])(
    'A token without a person is discarded before a request: Invalid token format (%s)',
    async (token) => {
      coversSpec(
        '§5 Token check: Invalid token format',
        '§7 Auth: On a 404 the token',
        "§8 Session: 'Network error occurred'",
      )

      answers = []
      const discarded = { token: null, user: null, error: 'Invalid token format' }
      expect(await started(token)).toMatchObject(discarded)
      expect(paths).toEqual([])
    },
  )
})

describe('kept token', () => {
  const goesOn = { token: anns, user: claims, isAuthenticated: true, isLoading: false }

  test('A token is kept while the server is unreachable, and the failure is shown: Network error occurred', async () => {
    coversSpec("§8 Session: 'Network error occurred'")

    answers = [null]
    expect(await started(anns)).toMatchObject({ ...goesOn, error: 'Network error occurred' })
  })

  test.each([400, 403, 500, 503])(
    'A token is kept when the server answers %i twice, which is no answer about the session: Token validation failed',
    async (status) => {
      coversSpec('§8 Session: Token validation failed')

      answers = [{ status }]
      expect(await started(anns)).toMatchObject({ ...goesOn, error: 'Token validation failed' })
    },
  )

  test('A token is kept on the eighth day without a network', async () => {
    const token = tokenFrom(Date.now() - 8 * DAY_MS)
    answers = [null]
    expect(await started(token)).toMatchObject({ ...goesOn, token, error: 'Network error occurred' })
    const { tokenOf, userIdInToken } = await startSession()
    expect([tokenOf('ann'), userIdInToken()]).toEqual([token, 'ann'])
  })

  test('A token is kept on a device whose clock is eight days ahead', async () => {
    const token = tokenFrom(Date.now() - 8 * DAY_MS)
    serverTime = Date.now() - 8 * DAY_MS
    answers = [{ status: 200, body: JSON.stringify({ user: claims }) }]
    expect(await started(token)).toMatchObject({ ...goesOn, token, error: null })
    expect(paths).toEqual(['/api/auth/me'])
  })

  test('A token is kept when the response is not the server’s, as with a captive portal', async () => {
    answers = [{ status: 200, body: '<html>Welcome</html>' }]
    expect(await started(anns)).toMatchObject({ ...goesOn, error: 'Network error occurred' })
  })

  test('A token is kept when the server restarts and answers the second request', async () => {
    coversSpec('§4 Session: At start, a stored token')

    answers = [{ status: 502 }, { status: 200, body: JSON.stringify({ user: claims }) }]
    expect(await started(anns)).toMatchObject({ ...goesOn, error: null })
  })

  test('A token is kept with its own claims when the server does not know the person', async () => {
    answers = [{ status: 404 }]
    expect(await started(anns)).toMatchObject({ ...goesOn, error: null })
  })
})

describe('renewed token', () => {
  const user = { ...claims, email: null, isAdmin: false }
  const me = { status: 200, body: JSON.stringify({ user }) }
  const renewedTo = (token: string) => ({ status: 200, body: JSON.stringify({ token, user }) })
  // The device's clock says that nothing is due.
  const issuedAt = Date.now() + 30 * DAY_MS
  const [old, renewed] = [tokenFrom(issuedAt), tokenFrom(issuedAt + 2 * DAY_MS)]

  test('A token that is a day old by the server’s clock is renewed silently with the first response', async () => {
    serverTime = issuedAt + 2 * DAY_MS
    answers = [me, renewedTo(renewed), me]
    await started(old)
    const { session } = await startSession()
    await vi.waitFor(() => expect(session.token).toBe(renewed), longTimeout)
    expect(storage.get('token')).toBe(renewed)
    expect(session).toMatchObject({ user, isAuthenticated: true, isLoading: false, error: null })
    const { request } = await import('#web/platform/http/http.ts')
    await request(endpoint('GET', '/trips'))
    expect(paths).toEqual(['/api/auth/me', '/api/auth/refresh', '/api/trips'])
    expect(bearers).toEqual([old, old, renewed].map((token) => `Bearer ${token}`))
  })

  test('A younger token is not renewed', async () => {
    serverTime = issuedAt + DAY_MS - 60_000
    answers = [me]
    await started(old)
    const { request } = await import('#web/platform/http/http.ts')
    await request(endpoint('GET', '/trips'))
    expect(paths).toEqual(['/api/auth/me', '/api/trips'])
  })

  test.each([
    ['the token of another person', renewedTo(tokenWith({ ...claims, id: 'ben' }))],
    ['no token', { status: 200, body: '{}' }],
    ['a failure', { status: 503 }],
  ])('A response with %s renews nothing, and the session goes on', async (_, answer) => {
    serverTime = issuedAt + 2 * DAY_MS
    answers = [me, answer]
    const session = await started(old)
    await vi.waitFor(() => expect(paths).toContain('/api/auth/refresh'), longTimeout)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(session).toMatchObject({ token: old, user, isAuthenticated: true })
    expect(storage.get('token')).toBe(old)
  })

  test('A token that is renewed after the log-out signs nobody in', async () => {
    serverTime = issuedAt + 2 * DAY_MS
    answers = [me, renewedTo(renewed)]
    await started(old)
    const tab = await startSession()
    tab.logOut()
    await vi.waitFor(() => expect(paths).toContain('/api/auth/refresh'), longTimeout)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(tab.session).toMatchObject({ token: null, user: null })
    expect(storage.has('token')).toBe(false)
  })
})

describe('signed-in person', () => {
  const ann = { ...claims, email: 'ann@example.com', isAdmin: true }
  const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

  test.each([
    ['every claim', { ...ann, exp: inAnHour() }, ann],
    ['no administrator without the claim', claims, { ...claims, email: null, isAdmin: false }],
    ['an administrator only with the claim true', { ...ann, isAdmin: 'true' }, { ...ann, isAdmin: false }],
  ])(
    'The person is read from the token where the server does not know them: %s',
    async (_, payload, user) => {
      coversSpec('§3 Auth user', '§6 The user flag isAdmin', '§7 Auth: On a 404 the token')

      answers = [{ status: 404 }]
      expect((await started(tokenWith(payload))).user).toEqual(user)
    },
  )

  test.each([true, false])(
    'The person is the server’s answer, whatever the token claims: isAdmin %s',
    async (isAdmin) => {
      coversSpec('§4 Session: At start, a stored token', '§6 The user flag isAdmin')

      const user = { ...ann, isAdmin }
      answers = [{ status: 200, body: JSON.stringify({ user }) }]
      expect((await started(tokenWith({ ...ann, isAdmin: !isAdmin }))).user).toEqual(user)
      expect(bearers).toEqual([`Bearer ${tokenWith({ ...ann, isAdmin: !isAdmin })}`])
    },
  )
})

describe('signing in', () => {
  const ann = { ...claims, email: null, isAdmin: false }
  const nobody = { token: null, user: null, isAuthenticated: false, isLoading: false }
  const isSignedIn = { token: anns, user: ann, isAuthenticated: true, isLoading: false, error: null }
  async function signedIn() {
    const tab = await startSession()
    answers = [{ status: 200, body: JSON.stringify({ token: anns, user: ann }) }]
    expect(await tab.logIn('ann', 'right-password')).toBe(true)
    return tab
  }

  test('A failed log-in shows the reason, and the next attempt begins without it', async () => {
    coversSpec(
      '§3 Auth state',
      '§4 Session: Login pending sets loading',
      '§4 Session: Failure sets the error',
      '§8 Session: Login',
    )

    const { logIn, session } = await startSession()
    answers = [{ status: 401 }]
    expect(await logIn('ann', 'wrong-password')).toBe(false)
    expect(session).toEqual({ ...nobody, error: 'Invalid username or password' })
    const trying = logIn('ann', 'wrong-password')
    expect(session).toMatchObject({ isLoading: true, error: null })
    await trying
    expect(session).toEqual({ ...nobody, error: 'Invalid username or password' })
  })

  test('A log-in stores the token, on this device too, and its person', async () => {
    coversSpec('§3 Auth state', '§4 Session: Success stores the user')

    const { session } = await signedIn()
    expect(session).toEqual(isSignedIn)
    expect(storage.get('token')).toBe(anns)
  })

  test('A log-out ends the session at once, before the server answers', async () => {
    coversSpec('§4 Session: Logout clears the user')

    const { logOut, session } = await signedIn()
    answers = [{ status: 204 }]
    logOut()
    expect(session).toEqual({ ...nobody, error: null })
    expect(storage.has('token')).toBe(false)
    await vi.waitFor(() => expect(bearers.at(-1), 'whose session ends').toBe(`Bearer ${anns}`), longTimeout)
  })

  test('A 401 of any endpoint ends the session, and no other refusal does', async () => {
    coversSpec(
      '§4 Session: A 401 on any call',
      '§7 All calls carry the bearer token',
      '§8 Session: 401 on any call',
    )

    const { session } = await signedIn()
    const { request } = await import('#web/platform/http/http.ts')
    const anyCall = endpoint('GET', '/trips')
    for (const status of [400, 403, 404, 409, 500]) {
      answers = [{ status }]
      await expect(request(anyCall), String(status)).rejects.toBeInstanceOf(Error)
      expect(session).toEqual(isSignedIn)
    }
    answers = [{ status: 401 }]
    await expect(request(anyCall)).rejects.toMatchObject({ status: 401 })
    expect(bearers.at(-1)).toBe(`Bearer ${anns}`)
    expect(session).toEqual({ ...nobody, error: 'Your session has expired. Please log in again.' })
    expect(storage.has('token')).toBe(false)
  })

  test('After a log-out nothing is sent without a token, so that no refusal is reported as an expired session', async () => {
    const { logOut, session } = await signedIn()
    const { request } = await import('#web/platform/http/http.ts')
    answers = [{ status: 401 }]
    logOut()
    await vi.waitFor(() => expect(bearers.at(-1), 'whose session ends').toBe(`Bearer ${anns}`), longTimeout)
    const sent = bearers.length
    await expect(request(endpoint('GET', '/trips'))).rejects.toMatchObject({
      name: 'Refused',
      status: 401,
      code: 'TOKEN_MISSING',
      message: 'No token found',
    })
    expect(bearers).toHaveLength(sent)
    expect(session).toEqual({ ...nobody, error: null })
  })

  test('A 401 whose reason is cut off leaves the session as it is, because only the reason says what to delete', async () => {
    const { session } = await signedIn()
    const { request } = await import('#web/platform/http/http.ts')
    const body = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('network error')),
    })
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(body, { status: 401 }))
    await expect(request(endpoint('GET', '/trips'))).rejects.toMatchObject({ name: 'Unreachable' })
    expect(session).toEqual(isSignedIn)
  })

  test('A 401 for the token before a log-in does not end the new session, though the rest of it arrives later', async () => {
    const { session } = await signedIn()
    const { request } = await import('#web/platform/http/http.ts')
    const pull = (controller: ReadableStreamDefaultController) => {
      storage.set('token', tokenWith({ ...claims, sid: 'next' }))
      controller.close()
    }
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(body, { status: 401 }))
    await expect(request(endpoint('GET', '/trips'))).rejects.toMatchObject({ status: 401 })
    expect(session).toEqual(isSignedIn)
  })
})

test('Nobody is signed in where no token is stored: No token found', async () => {
  coversSpec('§5 Token check: No token found', '§8 Session: Token validation')

  const nobody = { token: null, user: null, isAuthenticated: false, error: 'No token found' }
  expect(await started(null)).toMatchObject(nobody)
})
