// People on the wire: shapes, calls, and the rules of the log-in, sign-up and password forms with the product's own
// texts.

import * as v from 'valibot'
import { call } from '#core/kernel/call.ts'
import type { RefusalTable } from '#core/kernel/refusals.ts'
import { hasTooManyMarks, isMixedScript, optionalText, TOO_MANY_MARKS } from '#core/kernel/text.ts'
import { isCommonPassword } from '#core/people/commonPasswords.ts'

export const peopleLimits = {
  /** UTF-16 units, inclusive. */
  username: { min: 3, max: 20 },
  password: { min: 6, minNew: 8, maxBytes: 1024 },
  email: { max: 254 },
  search: { min: 2, hits: 20 },
} as const

const tooShort = 'Username must be at least 3 characters'
const username = v.pipe(
  v.string(tooShort),
  // A name typed with composed or decomposed accents is the same name, and as long.
  v.transform((given) => given.normalize('NFKC')),
  v.minLength(peopleLimits.username.min, tooShort),
  v.maxLength(peopleLimits.username.max, 'Username must be less than 20 characters'),
)

const newUsername = v.pipe(
  username,
  v.check(isUsername, 'Username can have letters, digits, dots, hyphens and underscores'),
  v.check((name) => !isMixedScript(name), 'Username must not mix letters of different alphabets'),
  v.check((name) => !hasTooManyMarks(name), TOO_MANY_MARKS),
)

/** Begins with a letter or digit and has nothing invisible in it (U+3164 is a letter, too). */
export function isUsername(name: string): boolean {
  return (
    /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*$/u.test(name) && !/\p{Default_Ignorable_Code_Point}/u.test(name)
  )
}

// Hashing costs by the byte, so there is an end to it.
const notEndless = v.check<string, string>(
  (given) => new TextEncoder().encode(given).length <= peopleLimits.password.maxBytes,
  'Password is too long',
)
const passwordTooShort = 'Password must be at least 6 characters'
const password = v.pipe(
  v.string(passwordTooShort),
  v.minLength(peopleLimits.password.min, passwordTooShort),
  notEndless,
)
const newPasswordTooShort = 'Password must be at least 8 characters'
const newPassword = v.pipe(
  v.string(newPasswordTooShort),
  v.minLength(peopleLimits.password.minNew, newPasswordTooShort),
  notEndless,
  v.check(
    (given) => !isCommonPassword(given),
    'This password is too common. Please choose one that is harder to guess.',
  ),
)

const email = v.pipe(
  optionalText({ ...peopleLimits.email, tooLong: 'Please enter a valid email address' }),
  v.check(
    (given) => given == null || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given),
    'Please enter a valid email address',
  ),
)

export const LoginBody = v.strictObject({ username, password })
export type LoginBody = v.InferInput<typeof LoginBody>

export const RegisterBody = v.strictObject({
  username: newUsername,
  email: v.optional(email, null),
  password: newPassword,
})
export type RegisterBody = v.InferInput<typeof RegisterBody>
export type Register = v.InferOutput<typeof RegisterBody>

export const ChangePasswordBody = v.strictObject({ currentPassword: password, newPassword })
export type ChangePasswordBody = v.InferInput<typeof ChangePasswordBody>

/** Of an operator, for somebody new or who lost theirs. */
export const NewPasswordBody = v.strictObject({ password: newPassword })

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
