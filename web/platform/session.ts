// Who is signed in on this device. The token is kept in local storage under 'token'; everything else is told by it.

import { proxy } from 'valtio'
import type { AuthUser, LoginResponse } from '#core/people/contract.ts'
import type { RegisterBody } from '#core/people/signUp.ts'
import * as people from '#core/people/contract.ts'
import { deleteDrafts } from '#web/platform/drafts.ts'
import { Refused, request, Unreachable, NO_REASON_GIVEN, onUnauthorizedResponse } from '#web/platform/http.ts'
import { tokenStorage } from '#web/platform/tokenStorage.ts'
import { retryOnce } from '#web/platform/retryOnce.ts'

export interface AuthState {
  token: string | null
  user: AuthUser | null
  isLoading: boolean
  error: string | null
  isAuthenticated: boolean
}

const nobody: AuthState = { token: null, user: null, isLoading: false, error: null, isAuthenticated: false }

export const session = proxy<AuthState>({ ...nobody, token: tokenStorage.get() })

export const SESSION_EXPIRED = 'Your session has expired. Please log in again.'

onUnauthorizedResponse((code) => {
  // The session was ended by somebody: the device may be stolen, so drafts go. One that expired keeps them.
  if (code === 'INVALID_TOKEN' && session.user) deleteDrafts(session.user.id)
  end(SESSION_EXPIRED)
})

// Another tab signed in or out.
tokenStorage.onChangeElsewhere((token) => {
  if (token === session.token) return
  if (token === null) end(null)
  else {
    session.token = token
    void restoreSession()
  }
})

/** For a log-in that was refused without a word. */
const wrongPassword = people.peopleRefusals.InvalidCredentials.text

/** @returns whether it worked; `session.error` says why not. */
export async function logIn(username: string, password: string): Promise<boolean> {
  Object.assign(session, { isLoading: true, error: null })
  try {
    const { body } = await request(people.loginEndpoint, { body: { username, password } })
    beginSession(body)
    return true
  } catch (error) {
    const isUntold = error instanceof Refused && error.code === NO_REASON_GIVEN
    Object.assign(session, { ...nobody, error: isUntold ? wrongPassword : textOf(error) })
    return false
  }
}

/** A new account, signed in at once. @throws Refused with the texts of its fields, or Unreachable. */
export async function registerAccount(body: RegisterBody): Promise<void> {
  const { body: registered } = await request(people.registerEndpoint, { body })
  beginSession(registered)
}

export async function logOut(): Promise<void> {
  const ended = endAtServer(session.token)
  if (session.user) deleteDrafts(session.user.id)
  end(null)
  await ended
}

/**
 * Without a network the session goes on at the server, so it is ended there when the network is back. Until then its
 * token is in this page alone: kept on the device, it would be there for whoever opens it next.
 */
async function endAtServer(token: string | null): Promise<void> {
  if (token === null) return
  try {
    await request(people.logoutEndpoint, { token })
  } catch (error) {
    if (error instanceof Unreachable)
      addEventListener('online', () => void endAtServer(token), { once: true })
  }
}

export const NO_TOKEN = 'No token found'

/**
 * At the start: the person the stored token names goes on at once, and the server is asked who it belongs to meanwhile,
 * because each answer costs a phone in the street a second. Any answer but OK ends the session; where nothing comes
 * back, nothing was said about the token, so it stays (docs/decisions/0003): the signal comes and goes.
 */
export async function restoreSession(): Promise<void> {
  const { token } = session
  if (token === null) return void (session.error ??= NO_TOKEN)
  if (token === asked) return
  const named = decode(token)
  if (typeof named === 'string') return end(named)
  enter(token, named)
  await validate(token, named)
}

/** The token the server is being asked about; another tab may have put another one in its place meanwhile. */
let asked: string | null = null

async function validate(token: string, named: AuthUser): Promise<void> {
  asked = token
  session.isLoading = true
  try {
    const { body } = await retryOnce(
      () => request(people.meEndpoint),
      () => session.token === token,
    )
    enter(token, body.user)
  } catch (error) {
    if (session.token !== token) return
    // On 404, or without an answer, the token's own claims stand; a missing network is still said.
    if (error instanceof Refused && error.status === 404) enter(token, named)
    else if (error instanceof Unreachable && !error.answered) session.error = 'Network error occurred'
    else end('Token validation failed')
  } finally {
    if (asked === token) {
      asked = null
      session.isLoading = false
    }
  }
}

/** Goes on as this person. */
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

/**
 * The token, if it is this person's: while another tab signs somebody else in, the stored one may be theirs already.
 */
export function tokenOf(userId: string): string | null {
  return session.token && claimsIn(session.token)?.['id'] === userId ? session.token : null
}

/** Whom the stored token names, before anybody was asked; null for nobody, and for one that has expired. */
export function namedInToken(): string | null {
  const named = session.token ? decode(session.token) : null
  return named === null || typeof named === 'string' ? null : named.id
}

/** Whether this person is signed in in this browser, also where this tab has not heard of a change yet. */
export function isPresent(userId: string): boolean {
  const token = tokenStorage.get()
  return token !== null && claimsIn(token)?.['id'] === userId
}

/** The person in the token, or why there is none. Nobody verifies it here: the server does on each call. */
function decode(token: string): AuthUser | 'Token expired' | 'Invalid token format' {
  const { id, username, email = null, isAdmin = false, exp } = claimsIn(token) ?? {}
  if (typeof id !== 'string' || typeof username !== 'string') return 'Invalid token format'
  if (typeof exp === 'number' && exp * 1000 < Date.now()) return 'Token expired'
  return { id, username, email: typeof email === 'string' ? email : null, isAdmin: isAdmin === true }
}

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
