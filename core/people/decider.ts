// The rules of accounts, usernames, passwords and sessions. A session is live until it is ended, it expires, its
// password is replaced or its account is disabled; `isLive` decides that from three of the four stream types.

import { refuse, type Decision } from '#core/kernel/decider.ts'
import type { StreamType } from '#core/store/streamType.ts'
import type { AuthUser } from '#core/kernel/personName.ts'
import { RENEW_AFTER_MS } from '#core/people/contract.ts'
import type { AccountEvent, CredentialsEvent, SessionEvent, UsernameEvent } from '#core/people/events.ts'

export interface AccountState {
  status: 'none' | 'active' | 'disabled' | 'abandoned'
  user: AuthUser | null
  /** Revision of the newest disabling, -1 for none: older sessions never become live again. */
  disabledAt: number
}

export type AccountCommand =
  | { type: 'RegisterUser'; user: AuthUser }
  | { type: 'KeepAccount'; username: string }
  | { type: 'AbandonRegistration' }
  | { type: 'DisableUser' }
  | { type: 'EnableUser' }

export const accountStreamType: StreamType<AccountState, AccountCommand, AccountEvent> = {
  prefix: 'user-',
  initialState: () => ({ status: 'none', user: null, disabledAt: -1 }),
  evolve(state, event) {
    switch (event.type) {
      case 'UserRegistered': {
        const { userId, ...rest } = event.data
        state.user = { id: userId, ...rest }
        state.status = 'active'
        return
      }
      case 'AccountKept': {
        if (!state.user) return
        const { isProvisional: _, ...user } = state.user
        state.user = { ...user, username: event.data.username }
        return
      }
      case 'UserDisabled':
        state.status = 'disabled'
        state.disabledAt = event.revision
        return
      case 'UserEnabled':
        state.status = 'active'
        return
      case 'RegistrationAbandoned':
        state.status = 'abandoned'
        return
    }
  },
  decide(command, { status, user }): Decision<AccountEvent> {
    switch (command.type) {
      case 'RegisterUser': {
        if (status !== 'none') return refuse('UsernameIsTaken')
        const { id, ...rest } = command.user
        return [{ type: 'UserRegistered', data: { userId: id, ...rest } }]
      }
      case 'KeepAccount':
        if (status !== 'active' || !user?.isProvisional) return refuse('AccountIsKept')
        return [{ type: 'AccountKept', data: { username: command.username } }]
      case 'AbandonRegistration':
        if (status === 'abandoned') return []
        return status === 'none' ? [{ type: 'RegistrationAbandoned', data: {} }] : refuse('UsernameIsTaken')
      case 'DisableUser':
        if (status === 'disabled') return []
        return status === 'active' ? [{ type: 'UserDisabled', data: {} }] : refuse('NoSuchUser')
      case 'EnableUser':
        if (status === 'active') return []
        return status === 'disabled' ? [{ type: 'UserEnabled', data: {} }] : refuse('NoSuchUser')
    }
  },
}

export interface UsernameState {
  /** The owner of the name; null while it is free. */
  userId: string | null
  /** RFC 3339 UTC. */
  reservedAt: string
}

export type UsernameCommand =
  | { type: 'ReserveUsername'; userId: string }
  /** Only after the registration of `from` was abandoned. */
  | { type: 'TakeOverUsername'; userId: string; from: string }

export const usernameStreamType: StreamType<UsernameState, UsernameCommand, UsernameEvent> = {
  prefix: 'username-',
  initialState: () => ({ userId: null, reservedAt: '' }),
  evolve(state, event) {
    state.userId = event.data.userId
    state.reservedAt = event.meta.at
  },
  decide(command, state): Decision<UsernameEvent> {
    if (state.userId === command.userId) return []
    const expectedOwner = command.type === 'ReserveUsername' ? null : command.from
    if (state.userId !== expectedOwner) return refuse('UsernameIsTaken')
    return [{ type: 'UsernameReserved', data: { userId: command.userId } }]
  },
}

/** A sign-up takes a second; after a minute an unfinished one is abandoned. */
const ABANDONED_AFTER_MS = 60_000

/** @param now RFC 3339 UTC */
export function isOverdue({ reservedAt }: UsernameState, now: string): boolean {
  return Date.parse(now) - Date.parse(reservedAt) > ABANDONED_AFTER_MS
}

export interface CredentialsState {
  /** null before the first password. */
  hash: string | null
  /** The session that changed the password, which stays live. */
  keptSession: string | null
  /** The revision of the newest password; -1 before the first. */
  revision: number
}

export type CredentialsCommand =
  /** `keptSession`: of a provisional account, which has been signed in without a password. */
  | { type: 'SetFirstPassword'; hash: string; keptSession?: string }
  /** `against` is the revision that the current password was checked with. */
  | { type: 'ChangePassword'; hash: string; keptSession: string; against: number }
  | { type: 'ResetPassword'; hash: string }

export const credentialsStreamType: StreamType<CredentialsState, CredentialsCommand, CredentialsEvent> = {
  prefix: 'credentials-',
  maxEvents: 1,
  initialState: () => ({ hash: null, keptSession: null, revision: -1 }),
  evolve(state, { data, revision }) {
    Object.assign(state, data, { revision })
  },
  decide(command, state): Decision<CredentialsEvent> {
    if (command.type === 'SetFirstPassword' && state.hash !== null) return refuse('UsernameIsTaken')
    if (command.type === 'ChangePassword' && state.revision !== command.against) return refuse('Stale')
    const { keptSession = null } = command.type === 'ResetPassword' ? {} : command
    return [{ type: 'PasswordSet', data: { hash: command.hash, keptSession } }]
  },
}

export interface SessionRecord {
  sid: string
  device: string
  createdAt: string
  /** The newest token was issued; RFC 3339 UTC, as all times. */
  issuedAt: string
  expiresAt: string
  credentials: number
  account: number
  revision: number
}

export type SessionsState = Map<string, SessionRecord>

export type SessionsCommand =
  | { type: 'StartSession'; session: Omit<SessionRecord, 'createdAt' | 'issuedAt' | 'revision'> }
  /** Nothing happens where the session has ended, or was renewed or started less than `RENEW_AFTER_MS` ago. */
  | { type: 'RenewSession'; sid: string; expiresAt: string }
  | { type: 'EndSession'; sid: string }
  | { type: 'EndOtherSessions'; currentSid: string }

/** The limit of the stream, too, so that memory and log drop a session at the same time. */
const MAX_SESSION_EVENTS = 50

export const sessionsStreamType: StreamType<SessionsState, SessionsCommand, SessionEvent> = {
  prefix: 'sessions-',
  maxEvents: MAX_SESSION_EVENTS,
  initialState: () => new Map(),
  evolve(state, event) {
    const { revision } = event
    for (const { sid, revision: startedAt } of state.values())
      if (startedAt <= revision - MAX_SESSION_EVENTS) state.delete(sid)
    switch (event.type) {
      case 'SessionStarted':
      case 'SessionRenewed': {
        const { at } = event.meta
        state.set(event.data.sid, { createdAt: at, ...event.data, issuedAt: at, revision })
        return
      }
      case 'SessionEnded':
        state.delete(event.data.sid)
        return
      case 'OtherSessionsEnded':
        for (const sid of state.keys()) if (sid !== event.data.kept) state.delete(sid)
        return
    }
  },
  decide(command, state): Decision<SessionEvent> {
    switch (command.type) {
      case 'StartSession':
        return state.has(command.session.sid) ? [] : [{ type: 'SessionStarted', data: command.session }]
      case 'RenewSession': {
        const session = state.get(command.sid)
        if (!session || Date.parse(command.expiresAt) - Date.parse(session.expiresAt) < RENEW_AFTER_MS)
          return []
        const { issuedAt, revision, ...rest } = session
        return [{ type: 'SessionRenewed', data: { ...rest, expiresAt: command.expiresAt } }]
      }
      case 'EndSession':
        return state.has(command.sid) ? [{ type: 'SessionEnded', data: { sid: command.sid } }] : []
      case 'EndOtherSessions': {
        const others = [...state.keys()].some((sid) => sid !== command.currentSid)
        return others ? [{ type: 'OtherSessionsEnded', data: { kept: command.currentSid } }] : []
      }
    }
  },
}

/** The streams that decide whether a session is live. */
export const sessionValidityStreamTypes = [accountStreamType, credentialsStreamType, sessionsStreamType]

/** Allowed difference between the clocks of two machines, in ms. */
export const CLOCK_SKEW_MS = 5_000

/** @param nowMs milliseconds since 1970 */
export function isLive(
  session: SessionRecord,
  account: AccountState,
  credentials: CredentialsState,
  nowMs: number,
): boolean {
  return (
    nowMs < Date.parse(session.expiresAt) + CLOCK_SKEW_MS &&
    account.status === 'active' &&
    session.account > account.disabledAt &&
    (session.credentials === credentials.revision || session.sid === credentials.keptSession)
  )
}
