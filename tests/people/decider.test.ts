// The rules of people, one stream at a time.

import { describe, expect, it } from 'vitest'
import type { AuthUser } from '#core/people/contract.ts'
import type { SessionRecord } from '#core/people/decider.ts'
import {
  accountStreamType,
  credentialsStreamType,
  isLive,
  isOverdue,
  sessionsStreamType,
  usernameStreamType,
} from '#core/people/decider.ts'
import type { AccountEvent, CredentialsEvent, SessionEvent, UsernameEvent } from '#core/people/events.ts'
import { given } from '#tests/people/given.ts'

const ann: AuthUser = { id: 'ann-id', username: 'ann', email: null, isAdmin: false }
const registered: AccountEvent = {
  type: 'UserRegistered',
  data: { userId: 'ann-id', username: 'ann', email: null, isAdmin: false },
}
const disabled: AccountEvent = { type: 'UserDisabled', data: {} }
const enabled: AccountEvent = { type: 'UserEnabled', data: {} }
const abandoned: AccountEvent = { type: 'RegistrationAbandoned', data: {} }

describe('an account', () => {
  it('is registered once', () => {
    given(accountStreamType, []).when({ type: 'RegisterUser', user: ann }).then(registered)
    given(accountStreamType, [registered])
      .when({ type: 'RegisterUser', user: ann })
      .thenRefused('UsernameIsTaken')
  })

  it('is never registered after its name was given to another', () => {
    given(accountStreamType, []).when({ type: 'AbandonRegistration' }).then(abandoned)
    given(accountStreamType, [abandoned])
      .when({ type: 'RegisterUser', user: ann })
      .thenRefused('UsernameIsTaken')
    given(accountStreamType, [abandoned]).when({ type: 'AbandonRegistration' }).then()
  })

  it('keeps its name once it exists', () => {
    given(accountStreamType, [registered])
      .when({ type: 'AbandonRegistration' })
      .thenRefused('UsernameIsTaken')
    given(accountStreamType, [registered, disabled])
      .when({ type: 'AbandonRegistration' })
      .thenRefused('UsernameIsTaken')
  })

  it('is disabled and enabled any number of times, and not twice in a row', () => {
    given(accountStreamType, [registered]).when({ type: 'DisableUser' }).then(disabled)
    given(accountStreamType, [registered, disabled]).when({ type: 'DisableUser' }).then()
    given(accountStreamType, [registered, disabled]).when({ type: 'EnableUser' }).then(enabled)
    given(accountStreamType, [registered, disabled, enabled]).when({ type: 'EnableUser' }).then()
    given(accountStreamType, []).when({ type: 'DisableUser' }).thenRefused('NoSuchUser')
    given(accountStreamType, [abandoned]).when({ type: 'EnableUser' }).thenRefused('NoSuchUser')
  })
})

describe('a name', () => {
  const byAnn: UsernameEvent = { type: 'UsernameReserved', data: { userId: 'ann-id' } }
  const byBen: UsernameEvent = { type: 'UsernameReserved', data: { userId: 'ben-id' } }

  it('belongs to the first who asks', () => {
    given(usernameStreamType, []).when({ type: 'ReserveUsername', userId: 'ann-id' }).then(byAnn)
    given(usernameStreamType, [byAnn])
      .when({ type: 'ReserveUsername', userId: 'ben-id' })
      .thenRefused('UsernameIsTaken')
    given(usernameStreamType, [byAnn]).when({ type: 'ReserveUsername', userId: 'ann-id' }).then()
  })

  it('is taken over only from the one whose sign-up was seen to be broken off', () => {
    const takeOver = { type: 'TakeOverUsername', userId: 'carl-id', from: 'ann-id' } as const
    given(usernameStreamType, [byAnn])
      .when(takeOver)
      .then({ type: 'UsernameReserved', data: { userId: 'carl-id' } })
    given(usernameStreamType, [byAnn, byBen]).when(takeOver).thenRefused('UsernameIsTaken')
  })

  it('may be taken over after a minute, not before', () => {
    const { state } = given(usernameStreamType, [byAnn], '2026-05-02T10:00:00.000Z')
    expect(isOverdue(state, '2026-05-02T10:01:00.000Z')).toBe(false)
    expect(isOverdue(state, '2026-05-02T10:01:00.001Z')).toBe(true)
  })
})

describe('a password', () => {
  const first: CredentialsEvent = { type: 'PasswordSet', data: { hash: 'h1', keptSession: null } }
  const second: CredentialsEvent = { type: 'PasswordSet', data: { hash: 'h2', keptSession: 's1' } }

  it('is set once at the sign-up', () => {
    given(credentialsStreamType, []).when({ type: 'SetFirstPassword', hash: 'h1' }).then(first)
    given(credentialsStreamType, [first])
      .when({ type: 'SetFirstPassword', hash: 'h9' })
      .thenRefused('UsernameIsTaken')
  })

  it('is changed by who knew the one that is still current', () => {
    const change = { type: 'ChangePassword', hash: 'h2', keptSession: 's1', against: 0 } as const
    given(credentialsStreamType, [first]).when(change).then(second)
    given(credentialsStreamType, [first, second]).when(change).thenRefused('Stale')
  })

  it('keeps no session when an operator resets it', () => {
    given(credentialsStreamType, [first, second])
      .when({ type: 'ResetPassword', hash: 'h3' })
      .then({ type: 'PasswordSet', data: { hash: 'h3', keptSession: null } })
  })
})

const started = (sid: string, more: { credentials?: number; account?: number } = {}): SessionEvent => ({
  type: 'SessionStarted',
  data: { sid, device: 'd', expiresAt: '2026-05-09T10:00:00.000Z', credentials: 0, account: 0, ...more },
})

describe('sessions', () => {
  it('end one by one, or all but one', () => {
    const two = [started('s1'), started('s2')]
    given(sessionsStreamType, two)
      .when({ type: 'EndSession', sid: 's1' })
      .then({ type: 'SessionEnded', data: { sid: 's1' } })
    given(sessionsStreamType, two)
      .when({ type: 'EndOtherSessions', kept: 's2' })
      .then({ type: 'OtherSessionsEnded', data: { kept: 's2' } })
    const { state } = given(sessionsStreamType, [
      ...two,
      { type: 'OtherSessionsEnded', data: { kept: 's2' } },
    ])
    expect([...state.keys()]).toEqual(['s2'])
  })

  it('have nothing to write when nothing would change', () => {
    given(sessionsStreamType, [started('s1')])
      .when({ type: 'EndSession', sid: 'gone' })
      .then()
    given(sessionsStreamType, [started('s1')])
      .when({ type: 'EndOtherSessions', kept: 's1' })
      .then()
    const again = { sid: 's1', device: 'd', expiresAt: '', credentials: 0, account: 0 }
    given(sessionsStreamType, [started('s1')])
      .when({ type: 'StartSession', session: again })
      .then()
  })

  it('are the same in memory as after a restart: what the log has forgotten is over', () => {
    const sids = Array.from({ length: 60 }, (_, i) => `s${i}`)
    const { state } = given(
      sessionsStreamType,
      sids.map((sid) => started(sid)),
    )
    expect([...state.keys()]).toEqual(sids.slice(-sessionsStreamType.maxEvents!))
  })
})

describe('a session lives', () => {
  const now = Date.parse('2026-05-03T00:00:00.000Z')
  const set = (hash: string, keptSession: string | null = null): CredentialsEvent => ({
    type: 'PasswordSet',
    data: { hash, keptSession },
  })
  const lives = (
    sid: string,
    facts: {
      sessions: SessionEvent[]
      account?: AccountEvent[]
      passwords?: CredentialsEvent[]
      at?: number
    },
  ): boolean => {
    const session: SessionRecord | undefined = given(sessionsStreamType, facts.sessions).state.get(sid)
    const account = given(accountStreamType, facts.account ?? [registered]).state
    const credentials = given(credentialsStreamType, facts.passwords ?? [set('h1')]).state
    return session !== undefined && isLive(session, account, credentials, facts.at ?? now)
  }

  it('from its log-in on', () => {
    expect(lives('s1', { sessions: [started('s1')] })).toBe(true)
    expect(lives('s2', { sessions: [started('s1')] })).toBe(false)
  })

  it('until it expires, give or take what clocks differ', () => {
    const end = Date.parse('2026-05-09T10:00:00.000Z')
    expect(lives('s1', { sessions: [started('s1')], at: end + 4_999 })).toBe(true)
    expect(lives('s1', { sessions: [started('s1')], at: end + 5_000 })).toBe(false)
  })

  it('until the password is changed somewhere else', () => {
    const sessions = [started('s1'), started('s2')]
    const passwords = [set('h1'), set('h2', 's2')]
    expect(lives('s1', { sessions, passwords })).toBe(false)
    expect(lives('s2', { sessions, passwords })).toBe(true)
  })

  it('not because it outlived one change, when the next was made in another', () => {
    const sessions = [started('s1'), started('s2', { credentials: 1 })]
    const passwords = [set('h1'), set('h2', 's1'), set('h3', 's2')]
    expect(lives('s1', { sessions, passwords })).toBe(false)
    expect(lives('s2', { sessions, passwords })).toBe(true)
  })

  it('not when it was started with a password that was replaced meanwhile', () => {
    expect(lives('s1', { sessions: [started('s1')], passwords: [set('h1'), set('h2')] })).toBe(false)
  })

  it('until the account is disabled, and not again when that is undone', () => {
    const sessions = [started('s1'), started('s2', { account: 2 })]
    expect(lives('s1', { sessions, account: [registered, disabled] })).toBe(false)
    expect(lives('s1', { sessions, account: [registered, disabled, enabled] })).toBe(false)
    expect(lives('s2', { sessions, account: [registered, disabled, enabled] })).toBe(true)
  })
})
