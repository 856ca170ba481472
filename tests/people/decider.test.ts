// The rules of people, stream by stream.

import { describe, expect, it } from 'vitest'
import type { AuthUser } from '#core/kernel/personName.ts'
import {
  type SessionRecord,
  accountStreamType,
  credentialsStreamType,
  isLive,
  isOverdue,
  sessionsStreamType,
  usernameStreamType,
} from '#core/people/decider.ts'
import type { AccountEvent, CredentialsEvent, SessionEvent, UsernameEvent } from '#core/people/events.ts'
import { given, stateAfter } from '#tests/support/given.ts'

const ann: AuthUser = { id: 'ann-id', username: 'ann', email: null, isAdmin: false }
const registered: AccountEvent = {
  type: 'UserRegistered',
  data: { userId: 'ann-id', username: 'ann', email: null, isAdmin: false },
}
const disabled: AccountEvent = { type: 'UserDisabled', data: {} }
const enabled: AccountEvent = { type: 'UserEnabled', data: {} }
const abandoned: AccountEvent = { type: 'RegistrationAbandoned', data: {} }

describe('an account', () => {
  it('An account is registered once', () => {
    given(accountStreamType).when({ type: 'RegisterUser', user: ann }).then(registered)
    given(accountStreamType, registered)
      .when({ type: 'RegisterUser', user: ann })
      .thenRefused('UsernameIsTaken')
  })

  it('An account cannot be registered after its name was given to another account', () => {
    given(accountStreamType).when({ type: 'AbandonRegistration' }).then(abandoned)
    given(accountStreamType, abandoned)
      .when({ type: 'RegisterUser', user: ann })
      .thenRefused('UsernameIsTaken')
    given(accountStreamType, abandoned).when({ type: 'AbandonRegistration' }).then()
  })

  it('An account cannot be abandoned once it exists', () => {
    given(accountStreamType, registered).when({ type: 'AbandonRegistration' }).thenRefused('UsernameIsTaken')
    given(accountStreamType, registered, disabled)
      .when({ type: 'AbandonRegistration' })
      .thenRefused('UsernameIsTaken')
  })

  it('An account is disabled and enabled any number of times, and not twice in a row', () => {
    given(accountStreamType, registered).when({ type: 'DisableUser' }).then(disabled)
    given(accountStreamType, registered, disabled).when({ type: 'DisableUser' }).then()
    given(accountStreamType, registered, disabled).when({ type: 'EnableUser' }).then(enabled)
    given(accountStreamType, registered, disabled, enabled).when({ type: 'EnableUser' }).then()
    given(accountStreamType).when({ type: 'DisableUser' }).thenRefused('NoSuchUser')
    given(accountStreamType, abandoned).when({ type: 'EnableUser' }).thenRefused('NoSuchUser')
  })
})

describe('a name', () => {
  const byAnn: UsernameEvent = { type: 'UsernameReserved', data: { userId: 'ann-id' } }
  const byBen: UsernameEvent = { type: 'UsernameReserved', data: { userId: 'ben-id' } }

  it('A name belongs to the first account that reserves it', () => {
    given(usernameStreamType).when({ type: 'ReserveUsername', userId: 'ann-id' }).then(byAnn)
    given(usernameStreamType, byAnn)
      .when({ type: 'ReserveUsername', userId: 'ben-id' })
      .thenRefused('UsernameIsTaken')
    given(usernameStreamType, byAnn).when({ type: 'ReserveUsername', userId: 'ann-id' }).then()
  })

  it('A name is taken over only from the sign-up that was seen to be incomplete', () => {
    const takeOver = { type: 'TakeOverUsername', userId: 'carl-id', from: 'ann-id' } as const
    given(usernameStreamType, byAnn)
      .when(takeOver)
      .then({ type: 'UsernameReserved', data: { userId: 'carl-id' } })
    given(usernameStreamType, byAnn, byBen).when(takeOver).thenRefused('UsernameIsTaken')
  })

  it('A name may be taken over after a minute, not before', () => {
    const state = stateAfter(usernameStreamType, byAnn)
    expect(isOverdue(state, '2026-05-01T12:01:00.000Z')).toBe(false)
    expect(isOverdue(state, '2026-05-01T12:01:00.001Z')).toBe(true)
  })
})

describe('a password', () => {
  const first: CredentialsEvent = { type: 'PasswordSet', data: { hash: 'h1', keptSession: null } }
  const second: CredentialsEvent = { type: 'PasswordSet', data: { hash: 'h2', keptSession: 's1' } }

  it('A password is set once at the sign-up', () => {
    given(credentialsStreamType).when({ type: 'SetFirstPassword', hash: 'h1' }).then(first)
    given(credentialsStreamType, first)
      .when({ type: 'SetFirstPassword', hash: 'h9' })
      .thenRefused('UsernameIsTaken')
  })

  it('A password is changed only with the current password', () => {
    const change = { type: 'ChangePassword', hash: 'h2', keptSession: 's1', against: 0 } as const
    given(credentialsStreamType, first).when(change).then(second)
    given(credentialsStreamType, first, second).when(change).thenRefused('Stale')
  })

  it('A password reset by an operator ends all sessions', () => {
    given(credentialsStreamType, first, second)
      .when({ type: 'ResetPassword', hash: 'h3' })
      .then({ type: 'PasswordSet', data: { hash: 'h3', keptSession: null } })
  })
})

const started = (sid: string, more: { credentials?: number; account?: number } = {}): SessionEvent => ({
  type: 'SessionStarted',
  data: { sid, device: 'd', expiresAt: '2026-05-09T10:00:00.000Z', credentials: 0, account: 0, ...more },
})

describe('sessions', () => {
  it('Sessions end one at a time, or all except one', () => {
    const two = [started('s1'), started('s2')]
    given(sessionsStreamType, ...two)
      .when({ type: 'EndSession', sid: 's1' })
      .then({ type: 'SessionEnded', data: { sid: 's1' } })
    given(sessionsStreamType, ...two)
      .when({ type: 'EndOtherSessions', currentSid: 's2' })
      .then({ type: 'OtherSessionsEnded', data: { kept: 's2' } })
    const state = stateAfter(sessionsStreamType, ...two, { type: 'OtherSessionsEnded', data: { kept: 's2' } })
    expect([...state.keys()]).toEqual(['s2'])
  })

  it('A command that ends no session writes no event', () => {
    given(sessionsStreamType, started('s1')).when({ type: 'EndSession', sid: 'gone' }).then()
    given(sessionsStreamType, started('s1')).when({ type: 'EndOtherSessions', currentSid: 's1' }).then()
    const again = { sid: 's1', device: 'd', expiresAt: '', credentials: 0, account: 0 }
    given(sessionsStreamType, started('s1')).when({ type: 'StartSession', session: again }).then()
  })

  it('Sessions are the same in memory as after a restart: a session that the log has truncated is over', () => {
    const sids = Array.from({ length: 60 }, (_, i) => `s${i}`)
    const state = stateAfter(sessionsStreamType, ...sids.map((sid) => started(sid)))
    expect([...state.keys()]).toEqual(sids.slice(-sessionsStreamType.maxEvents!))
  })
})

describe('validity of a session', () => {
  const now = Date.parse('2026-05-03T00:00:00.000Z')
  const set = (hash: string, keptSession: string | null = null): CredentialsEvent => ({
    type: 'PasswordSet',
    data: { hash, keptSession },
  })
  const isValid = (
    sid: string,
    events: {
      sessions: SessionEvent[]
      account?: AccountEvent[]
      passwords?: CredentialsEvent[]
      at?: number
    },
  ): boolean => {
    const session: SessionRecord | undefined = stateAfter(sessionsStreamType, ...events.sessions).get(sid)
    const account = stateAfter(accountStreamType, ...(events.account ?? [registered]))
    const credentials = stateAfter(credentialsStreamType, ...(events.passwords ?? [set('h1')]))
    return session !== undefined && isLive(session, account, credentials, events.at ?? now)
  }

  it('A session is valid from its log-in on', () => {
    expect(isValid('s1', { sessions: [started('s1')] })).toBe(true)
    expect(isValid('s2', { sessions: [started('s1')] })).toBe(false)
  })

  it('A session is valid until it expires, with a tolerance for clock skew', () => {
    const end = Date.parse('2026-05-09T10:00:00.000Z')
    expect(isValid('s1', { sessions: [started('s1')], at: end + 4_999 })).toBe(true)
    expect(isValid('s1', { sessions: [started('s1')], at: end + 5_000 })).toBe(false)
  })

  it('A session is valid until the password is changed in another session', () => {
    const sessions = [started('s1'), started('s2')]
    const passwords = [set('h1'), set('h2', 's2')]
    expect(isValid('s1', { sessions, passwords })).toBe(false)
    expect(isValid('s2', { sessions, passwords })).toBe(true)
  })

  it('A session that survived its own password change ends with the next change in another session', () => {
    const sessions = [started('s1'), started('s2', { credentials: 1 })]
    const passwords = [set('h1'), set('h2', 's1'), set('h3', 's2')]
    expect(isValid('s1', { sessions, passwords })).toBe(false)
    expect(isValid('s2', { sessions, passwords })).toBe(true)
  })

  it('A session started with a replaced password is not valid', () => {
    expect(isValid('s1', { sessions: [started('s1')], passwords: [set('h1'), set('h2')] })).toBe(false)
  })

  it('A session is valid until the account is disabled, and stays over when the account is enabled', () => {
    const sessions = [started('s1'), started('s2', { account: 2 })]
    expect(isValid('s1', { sessions, account: [registered, disabled] })).toBe(false)
    expect(isValid('s1', { sessions, account: [registered, disabled, enabled] })).toBe(false)
    expect(isValid('s2', { sessions, account: [registered, disabled, enabled] })).toBe(true)
  })
})
