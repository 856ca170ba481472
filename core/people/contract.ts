// The endpoints of people with their shapes and refusals. The schemas of request bodies are in bodies.ts and signUp.ts.

import { endpoint } from '#core/kernel/endpoint.ts'
import type { AuthUser, UserNames } from '#core/kernel/personName.ts'
import type { RefusalTable } from '#core/kernel/refusalResponse.ts'
import type { LoginBody } from '#core/people/bodies.ts'
import type { KeepByPasskeyBody } from '#core/people/passkeyBodies.ts'
import type { ChangePasswordBody, KeepBody, RegisterBody } from '#core/people/signUp.ts'

export interface User extends AuthUser {
  status: 'online' | 'away' | 'offline'
  /** RFC 3339 UTC; null when the person was not seen since the server started. */
  lastSeen: string | null
}

export interface FoundUser extends UserNames {
  id: string
  /** Also null with DIRECTORY=connections when the two people share no trip or conversation. */
  email: string | null
}

export interface SessionInfo {
  id: string
  createdAt: string
  lastSeenAt: string
  /** 'Chrome on Android' */
  device: string
  current: boolean
}

export interface LoginResponse {
  token: string
  user: AuthUser
}

export const login = endpoint<LoginResponse, LoginBody>('POST', '/auth/login')
export const register = endpoint<LoginResponse, RegisterBody>('POST', '/auth/register', 201)
export const me = endpoint<{ user: AuthUser }>('GET', '/auth/me')
/** A newer token of the same session; the same token while that is not older than `RENEW_AFTER_MS`. */
export const refresh = endpoint<LoginResponse>('POST', '/auth/refresh')
export const logout = endpoint<undefined>('POST', '/auth/logout', 204)
export const changePassword = endpoint<undefined, ChangePasswordBody>('POST', '/auth/change-password', 204)
/** Gives a provisional account a password or a passkey, and a username; its sessions stay live. */
export const keepAccount = endpoint<LoginResponse, KeepBody | KeepByPasskeyBody>('POST', '/auth/keep')
export const listSessions = endpoint<{ sessions: SessionInfo[] }>('GET', '/auth/sessions')
export const endOtherSessions = endpoint<undefined>('DELETE', '/auth/sessions', 204)
export const listUsers = endpoint<{ data: User[] }>('GET', '/users')
export const searchUsers = endpoint<{ users: FoundUser[] }>('GET', '/users/search')
export const getUser = endpoint<{ data: User }>('GET', '/users/:userId')

/** Queries and refusals of endpoints, for the OpenAPI description; refusals that most endpoints share are left out. */
export interface PeopleNotes {
  login: { refusals: 'InvalidCredentials' }
  register: { refusals: 'NotFound' | 'UsernameIsTaken' | 'UsernameLooksTaken' }
  keepAccount: {
    refusals:
      'AccountIsKept' | 'NoPasskeysHere' | 'PasskeyNotAdded' | 'UsernameIsTaken' | 'UsernameLooksTaken'
  }
  getPasskeyOptions: {
    refusals:
      'CurrentPasswordIsWrong' | 'LimitReached' | 'NoPasskeysHere' | 'UsernameIsTaken' | 'UsernameLooksTaken'
  }
  addPasskey: {
    refusals: 'AddAPasswordFirst' | 'LimitReached' | 'NoPasskeysHere' | 'PasskeyIsThere' | 'PasskeyNotAdded'
  }
  removePasskey: { refusals: 'NotFound' | 'OnlyWayIn' }
  getPasskeyLoginOptions: { refusals: 'NoPasskeysHere' }
  passkeyLogin: { refusals: 'NoPasskeysHere' | 'PasskeyNotAccepted' }
  changePassword: { refusals: 'CurrentPasswordIsWrong' | 'Stale' }
  searchUsers: { query: { q: string } }
  getUser: { refusals: 'NoSuchUser' }
}

/** A token lives for seven days, of a provisional account 90, and is renewed once it is older than this. */
export const RENEW_AFTER_MS = 24 * 60 * 60 * 1000

/** For a 401 without a token, on the server and on a device that sends nothing without one. */
export const NO_TOKEN = 'No token found'

export const SESSION_EXPIRED = 'Your session has expired. Please log in again.'

export const peopleRefusals = {
  InvalidCredentials: {
    status: 401,
    code: 'INVALID_CREDENTIALS',
    text: 'Invalid username or password',
  },
  UsernameIsTaken: { status: 409, text: 'This username is already taken', field: 'username' },
  UsernameLooksTaken: {
    status: 409,
    text: 'This username looks like one that is already taken',
    field: 'username',
  },
  CurrentPasswordIsWrong: {
    status: 400,
    code: 'VALIDATION_ERROR',
    text: 'The current password is wrong',
    field: 'currentPassword',
  },
  AccountIsKept: { status: 409, text: 'This account is kept already' },
  NoSuchUser: { status: 404, code: 'NOT_FOUND', text: 'User not found' },
} as const satisfies RefusalTable
