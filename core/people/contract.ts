// People on the wire: shapes, calls, and the rules of the log-in, sign-up and password forms with the product's own
// texts.

import * as v from 'valibot'
import { call } from '#core/kernel/call.ts'
import type { RefusalTable } from '#core/kernel/refusals.ts'
import type { ChangePasswordBody, RegisterBody } from '#core/people/signUp.ts'

export const peopleLimits = {
  /** UTF-16 units, inclusive. */
  username: { min: 3, max: 20 },
  password: { min: 6, minNew: 8, maxBytes: 1024 },
  email: { max: 254 },
  search: { min: 2, hits: 20 },
} as const

const tooShort = 'Username must be at least 3 characters'
export const username = v.pipe(
  v.string(tooShort),
  // A name typed with composed or decomposed accents is the same name, and as long.
  v.transform((given) => given.normalize('NFKC')),
  v.minLength(peopleLimits.username.min, tooShort),
  v.maxLength(peopleLimits.username.max, 'Username must be less than 20 characters'),
)

// Hashing costs by the byte, so there is an end to it.
export const notEndless = v.check<string, string>(
  (given) => new TextEncoder().encode(given).length <= peopleLimits.password.maxBytes,
  'Password is too long',
)
const passwordTooShort = 'Password must be at least 6 characters'
export const password = v.pipe(
  v.string(passwordTooShort),
  v.minLength(peopleLimits.password.min, passwordTooShort),
  notEndless,
)
export const LoginBody = v.strictObject({ username, password })
export type LoginBody = v.InferInput<typeof LoginBody>

export interface AuthUser {
  id: string
  username: string
  email: string | null
  isAdmin: boolean
}

export interface User extends AuthUser {
  status: 'online' | 'away' | 'offline'
  /** RFC 3339 UTC; null when not seen since the server started. */
  lastSeen: string | null
}

export interface UserHit {
  id: string
  username: string
  email: string | null
}

export interface SessionInfo {
  id: string
  createdAt: string
  lastSeenAt: string
  /** As a person says it: 'Chrome on Android'. */
  device: string
  current: boolean
}

export interface LoginAnswer {
  token: string
  user: AuthUser
}

export const login = call<LoginAnswer, LoginBody>('POST', '/auth/login')
export const register = call<LoginAnswer, RegisterBody>('POST', '/auth/register', 201)
export const me = call<{ user: AuthUser }>('GET', '/auth/me')
export const logout = call<undefined>('POST', '/auth/logout', 204)
export const changePassword = call<undefined, ChangePasswordBody>('POST', '/auth/change-password', 204)
export const listSessions = call<{ sessions: SessionInfo[] }>('GET', '/auth/sessions')
export const endOtherSessions = call<undefined>('DELETE', '/auth/sessions', 204)
export const listUsers = call<{ data: User[] }>('GET', '/users')
export const searchUsers = call<{ users: UserHit[] }>('GET', '/users/search')
export const getUser = call<{ data: User }>('GET', '/users/:userId')

export const peopleRefusals = {
  InvalidCredentials: {
    status: 401,
    code: 'INVALID_CREDENTIALS',
    text: 'Invalid username or password',
  },
  UsernameIsTaken: { status: 409, text: 'This username is already taken', field: 'username' },
  CurrentPasswordIsWrong: {
    status: 400,
    code: 'VALIDATION_ERROR',
    text: 'The current password is wrong',
    field: 'currentPassword',
  },
  NoSuchUser: { status: 404, code: 'NOT_FOUND', text: 'User not found' },
} as const satisfies RefusalTable
