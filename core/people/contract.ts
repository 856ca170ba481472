// The endpoints of people with their shapes and refusals. The schemas of request bodies are in bodies.ts and signUp.ts.

import { endpoint } from '#core/kernel/endpoint.ts'
import type { AuthUser, UserNames } from '#core/kernel/personName.ts'
import type { RefusalTable } from '#core/kernel/refusalResponse.ts'
import type { LoginBody } from '#core/people/bodies.ts'
import type {
  AddPasskeyBody,
  KeepByPasskeyBody,
  PasskeyLoginBody,
  PasskeyOptionsBody,
} from '#core/people/passkeyBodies.ts'
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

export interface PasskeyInfo {
  id: string
  /** 'Chrome on Android', where it was added. */
  name: string
  createdAt: string
  /** The day is right, the time may be of an earlier use on that day; null when it was never used. */
  lastUsedAt: string | null
}

interface PasskeyDescriptor {
  type: 'public-key'
  id: string
  transports?: string[]
}

/** What a browser makes a passkey from: PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
export interface PasskeyCreationOptions {
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  challenge: string
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  timeout: number
  attestation: 'none'
  excludeCredentials: PasskeyDescriptor[]
  authenticatorSelection: {
    residentKey: 'required'
    requireResidentKey: true
    userVerification: 'preferred'
  }
}

/** What a browser asks for a passkey with: PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
export interface PasskeyRequestOptions {
  rpId: string
  challenge: string
  timeout: number
  userVerification: 'preferred'
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
export const listPasskeys = endpoint<{ passkeys: PasskeyInfo[]; hasPassword: boolean }>(
  'GET',
  '/auth/passkeys',
)
/** Needs the current password of an account that has one. A challenge is valid for five minutes and once. */
export const getPasskeyOptions = endpoint<PasskeyCreationOptions, PasskeyOptionsBody>(
  'POST',
  '/auth/passkeys/options',
)
export const addPasskey = endpoint<{ passkey: PasskeyInfo }, AddPasskeyBody>('POST', '/auth/passkeys', 201)
/** Ends all other sessions. */
export const removePasskey = endpoint<undefined>('DELETE', '/auth/passkeys/:passkeyId', 204)
export const getPasskeyLoginOptions = endpoint<PasskeyRequestOptions>('POST', '/auth/passkey-login/options')
export const passkeyLogin = endpoint<LoginResponse, PasskeyLoginBody>('POST', '/auth/passkey-login')
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
  NoPasskeysHere: { status: 409, text: 'Passkeys work only where the address of the app has a name' },
  PasskeyNotAdded: { status: 400, text: 'This passkey could not be added. Please try again.' },
  PasskeyIsThere: { status: 409, text: 'This passkey is one of your account already' },
  PasskeyNotAccepted: {
    status: 401,
    text: 'This passkey does not open an account here. Try another one, or log in with your password.',
  },
  OnlyWayIn: {
    status: 409,
    text: 'Add a password first. Without this passkey you could not log in again.',
  },
  NoSuchUser: { status: 404, code: 'NOT_FOUND', text: 'User not found' },
} as const satisfies RefusalTable
