// The session: the person who is signed in on this device, derived from the stored token.

import { proxy } from 'valtio'
import type { AuthUser } from '#core/kernel/personName.ts'
import type { LoginResponse } from '#core/people/contract.ts'
import * as people from '#core/people/contract.ts'
import { deleteDrafts } from '#web/platform/storage/drafts.ts'
import { NO_REASON, onTokenResponse, Refused, request, Unreachable } from '#web/platform/http/http.ts'
import { tokenStorage } from '#web/platform/storage/tokenStorage.ts'
import { fetchWithRetry } from '#web/platform/http/fetchWithRetry.ts'
import { repeatUntilDone } from '#web/platform/http/repeatUntilDone.ts'

export interface AuthState {
  token: string | null
  user: AuthUser | null
  isLoading: boolean
  error: string | null
  isAuthenticated: boolean
}

const nobody: AuthState = { token: null, user: null, isLoading: false, error: null, isAuthenticated: false }

export const session = proxy<AuthState>({ ...nobody })

/** Takes up the stored token, and follows what the server and other tabs say of it. */
export function followSession(): void {
  session.token = tokenStorage.get()
  // Only the server knows whether a session lives: the clock of this device may be wrong (docs/decisions/0003).
  onTokenResponse({
    onRefused(code, at) {
      // The session was revoked or its account disabled, perhaps because the device is stolen, so drafts are deleted. An
      // expired session keeps them.
      const isRevoked = code === 'INVALID_TOKEN' || code === 'USER_NOT_FOUND'
      if (isRevoked && session.user) deleteDrafts(session.user.id)
      end(timeIn(session.token, 'exp') < at ? 'Token expired' : people.SESSION_EXPIRED)
    },
    onAccepted(at) {
      if (session.user) session.error = null
      if (at - timeIn(session.token, 'iat') >= people.RENEW_AFTER_MS) void renew()
    },
  })
  // Another tab signed in or out, or renewed the token.
  tokenStorage.onChangeElsewhere((token) => {
    if (token === session.token) return
    if (token === null) return end(null)
    session.token = token
    if (!session.user || claimsIn(token)?.['id'] !== session.user.id) void restoreSession()
  })
}

/** For a log-in that was refused without a reason. */
const wrongPassword = people.peopleRefusals.InvalidCredentials.text

/** @returns whether it succeeded; else the reason is in `session.error` */
export async function logIn(username: string, password: string): Promise<boolean> {
  Object.assign(session, { isLoading: true, error: null })
  try {
    const { body } = await request(people.login, { body: { username, password }, token: null })
    beginSession(body)
    return true
  } catch (error) {
    const hasNoReason = error instanceof Refused && error.code === NO_REASON
    Object.assign(session, { ...nobody, error: hasNoReason ? wrongPassword : textOf(error) })
    return false
  }
}

export function logOut(): void {
  const { token, user } = session
  if (user) deleteDrafts(user.id)
  end(null)
  if (token !== null) repeatUntilDone(() => endAtServer(token))
}

/**
 * Until the network is back, the token is only in this page: the next person on this device could use a stored one.
 * @throws Unreachable; a refused token is of a session that has ended
 */
async function endAtServer(token: string): Promise<void> {
  try {
    await request(people.logout, { token })
  } catch (error) {
    if (error instanceof Unreachable) throw error
  }
}

/**
 * At the start: continues as the person whom the stored token names, and validates the token meanwhile, because a request
 * takes a phone a second. Only a 401 ends the session (docs/decisions/0003).
 */
export async function restoreSession(): Promise<void> {
  const { token } = session
  if (token === null) return void (session.error ??= people.NO_TOKEN)
  if (token === validating) return
  const named = decode(token)
  if (typeof named === 'string') return end(named)
  enter(token, named)
  await validate(token, named)
}

/** Texts of a start whose token was not validated; the session goes on. */
export const NETWORK_ERROR = 'Network error occurred'
export const VALIDATION_FAILED = 'Token validation failed'

/** The token that is being validated; another tab may replace it meanwhile. */
let validating: string | null = null

async function validate(token: string, named: AuthUser): Promise<void> {
  validating = token
  session.isLoading = true
  try {
    const { body } = await fetchWithRetry(
      () => request(people.me),
      () => session.token === token,
    )
    enter(token, body.user)
  } catch (error) {
    if (session.token !== token) return
    // The token's own claims stand. A 404 is the server's word that it does not have the person.
    const status = error instanceof Unreachable ? error.response?.status : (error as Refused).status
    if (status === 404) enter(token, named)
    else session.error = status === undefined ? NETWORK_ERROR : VALIDATION_FAILED
  } finally {
    if (validating === token) {
      validating = null
      session.isLoading = false
    }
  }
}

const RENEW_AGAIN_MS = 60_000
let isRenewing = false

/** Replaces the token by a newer one. A token that cannot be renewed now is renewed after a later response. */
async function renew(): Promise<void> {
  const { token, user } = session
  if (isRenewing || token === null || !user) return
  isRenewing = true
  try {
    const { body } = await request(people.refresh, { token })
    // The person may have signed out meanwhile, and a captive portal responds with anything.
    const isHere = session.token === token && tokenStorage.get() === token
    if (isHere && claimsIn(body.token)?.['id'] === user.id) {
      tokenStorage.set(body.token)
      session.token = body.token
    }
    isRenewing = false
  } catch {
    setTimeout(() => (isRenewing = false), RENEW_AGAIN_MS)
  }
}

export function beginSession({ token, user }: LoginResponse): void {
  tokenStorage.set(token)
  Object.assign(session, { ...nobody, token, user, isAuthenticated: true })
}

function enter(token: string, user: AuthUser): void {
  if (session.token === token) Object.assign(session, { user, isAuthenticated: true, error: null })
}

function end(error: string | null): void {
  tokenStorage.remove()
  Object.assign(session, { ...nobody, error })
}

/** The token, if it is this person's: another tab may have signed in somebody else. */
export function tokenOf(userId: string): string | null {
  return session.token && claimsIn(session.token)?.['id'] === userId ? session.token : null
}

/** The id of the person whom the stored token names; null without a valid one. */
export function userIdInToken(): string | null {
  const named = session.token ? decode(session.token) : null
  return named === null || typeof named === 'string' ? null : named.id
}

/** Whether this person is signed in in this browser, by the stored token, which another tab may have changed. */
export function isSignedIn(userId: string): boolean {
  const token = tokenStorage.get()
  return token !== null && claimsIn(token)?.['id'] === userId
}

/** The person in the token, or why there is none. The server verifies the token and its expiry, not this code. */
function decode(token: string): AuthUser | 'Invalid token format' {
  const { id, username, email = null, isAdmin = false, displayName, isProvisional } = claimsIn(token) ?? {}
  if (typeof id !== 'string' || typeof username !== 'string') return 'Invalid token format'
  return {
    id,
    username,
    email: typeof email === 'string' ? email : null,
    isAdmin: isAdmin === true,
    ...(typeof displayName === 'string' && { displayName }),
    ...(isProvisional === true && { isProvisional }),
  }
}

/** In ms since 1970; NaN for none. */
const timeIn = (token: string | null, claim: 'iat' | 'exp'): number =>
  token === null ? NaN : Number(claimsIn(token)?.[claim] ?? NaN) * 1000

function claimsIn(token: string): Record<string, unknown> | null {
  try {
    const [, payload = ''] = token.split('.')
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
      char.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown> | null
  } catch {
    return null
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Network error occurred. Please try again.'
