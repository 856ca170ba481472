// The rules of people, one stream at a time.

import { describe, expect, it } from 'vitest'
import type { AuthUser } from '#core/people/contract.ts'
import type { SessionRecord } from '#core/people/decider.ts'
import {
  accountKind,
  credentialsKind,
  isLive,
  isOverdue,
  sessionsKind,
  usernameKind,
} from '#core/people/decider.ts'
import type { AccountFact, CredentialsFact, SessionFact, UsernameFact } from '#core/people/events.ts'
import { given } from '#tests/people/given.ts'

const ann: AuthUser = { id: 'ann-id', username: 'ann', email: null, isAdmin: false }
const registered: AccountFact = {
  type: 'UserRegistered',
  data: { userId: 'ann-id', username: 'ann', email: null, isAdmin: false },
}
const disabled: AccountFact = { type: 'UserDisabled', data: {} }
const enabled: AccountFact = { type: 'UserEnabled', data: {} }
const abandoned: AccountFact = { type: 'RegistrationAbandoned', data: {} }

describe('an account', () => {
  it('is registered once', () => {
    given(accountKind, []).when({ type: 'RegisterUser', user: ann }).then(registered)
    given(accountKind, [registered]).when({ type: 'RegisterUser', user: ann }).thenRefused('UsernameIsTaken')
  })

  it('is never registered after its name was given to another', () => {
    given(accountKind, []).when({ type: 'AbandonRegistration' }).then(abandoned)
    given(accountKind, [abandoned]).when({ type: 'RegisterUser', user: ann }).thenRefused('UsernameIsTaken')
    given(accountKind, [abandoned]).when({ type: 'AbandonRegistration' }).then()
  })

  it('keeps its name once it exists', () => {
    given(accountKind, [registered]).when({ type: 'AbandonRegistration' }).thenRefused('UsernameIsTaken')
    given(accountKind, [registered, disabled])
      .when({ type: 'AbandonRegistration' })
      .thenRefused('UsernameIsTaken')
  })

  it('is disabled and enabled any number of times, and not twice in a row', () => {
    given(accountKind, [registered]).when({ type: 'DisableUser' }).then(disabled)
    given(accountKind, [registered, disabled]).when({ type: 'DisableUser' }).then()
    given(accountKind, [registered, disabled]).when({ type: 'EnableUser' }).then(enabled)
    given(accountKind, [registered, disabled, enabled]).when({ type: 'EnableUser' }).then()
    given(accountKind, []).when({ type: 'DisableUser' }).thenRefused('NoSuchUser')
    given(accountKind, [abandoned]).when({ type: 'EnableUser' }).thenRefused('NoSuchUser')
  })
})

describe('a name', () => {
  const byAnn: UsernameFact = { type: 'UsernameReserved', data: { userId: 'ann-id' } }
  const byBen: UsernameFact = { type: 'UsernameReserved', data: { userId: 'ben-id' } }

  it('belongs to the first who asks', () => {
    given(usernameKind, []).when({ type: 'ReserveUsername', userId: 'ann-id' }).then(byAnn)
    given(usernameKind, [byAnn])
      .when({ type: 'ReserveUsername', userId: 'ben-id' })
      .thenRefused('UsernameIsTaken')
    given(usernameKind, [byAnn]).when({ type: 'ReserveUsername', userId: 'ann-id' }).then()
  })

  it('is taken over only from the one whose sign-up was seen to be broken off', () => {
    const takeOver = { type: 'TakeOverUsername', userId: 'carl-id', from: 'ann-id' } as const
    given(usernameKind, [byAnn])
      .when(takeOver)
      .then({ type: 'UsernameReserved', data: { userId: 'carl-id' } })
    given(usernameKind, [byAnn, byBen]).when(takeOver).thenRefused('UsernameIsTaken')
  })

  it('may be taken over after a minute, not before', () => {
    const { state } = given(usernameKind, [byAnn], '2026-05-02T10:00:00.000Z')
    expect(isOverdue(state, '2026-05-02T10:01:00.000Z')).toBe(false)
    expect(isOverdue(state, '2026-05-02T10:01:00.001Z')).toBe(true)
  })
})

describe('a password', () => {
  const first: CredentialsFact = { type: 'PasswordSet', data: { hash: 'h1', keptSession: null } }
  const second: CredentialsFact = { type: 'PasswordSet', data: { hash: 'h2', keptSession: 's1' } }

  it('is set once at the sign-up', () => {
    given(credentialsKind, []).when({ type: 'SetFirstPassword', hash: 'h1' }).then(first)
    given(credentialsKind, [first])
      .when({ type: 'SetFirstPassword', hash: 'h9' })
      .thenRefused('UsernameIsTaken')
  })

  it('is changed by who knew the one that is still current', () => {
    const change = { type: 'ChangePassword', hash: 'h2', keptSession: 's1', against: 0 } as const
    given(credentialsKind, [first]).when(change).then(second)
    given(credentialsKind, [first, second]).when(change).thenRefused('Stale')
  })

  it('keeps no session when an operator resets it', () => {
    given(credentialsKind, [first, second])
      .when({ type: 'ResetPassword', hash: 'h3' })
      .then({ type: 'PasswordSet', data: { hash: 'h3', keptSession: null } })
  })
})

const started = (sid: string, more: { credentials?: number; account?: number } = {}): SessionFact => ({
  type: 'SessionStarted',
  data: { sid, device: 'd', expiresAt: '2026-05-09T10:00:00.000Z', credentials: 0, account: 0, ...more },
})

describe('sessions', () => {
  it('end one by one, or all but one', () => {
    const two = [started('s1'), started('s2')]
    given(sessionsKind, two)
      .when({ type: 'EndSession', sid: 's1' })
      .then({ type: 'SessionEnded', data: { sid: 's1' } })
    given(sessionsKind, two)
      .when({ type: 'EndOtherSessions', kept: 's2' })
      .then({ type: 'OtherSessionsEnded', data: { kept: 's2' } })
    const { state } = given(sessionsKind, [...two, { type: 'OtherSessionsEnded', data: { kept: 's2' } }])
    expect([...state.keys()]).toEqual(['s2'])
  })

  it('have nothing to write when nothing would change', () => {
    given(sessionsKind, [started('s1')])
      .when({ type: 'EndSession', sid: 'gone' })
      .then()
    given(sessionsKind, [started('s1')])
      .when({ type: 'EndOtherSessions', kept: 's1' })
      .then()
    const again = { sid: 's1', device: 'd', expiresAt: '', credentials: 0, account: 0 }
    given(sessionsKind, [started('s1')])
      .when({ type: 'StartSession', session: again })
      .then()
  })

  it('are the same in memory as after a restart: what the log has forgotten is over', () => {
    const sids = Array.from({ length: 60 }, (_, i) => `s${i}`)
    const { state } = given(
      sessionsKind,
      sids.map((sid) => started(sid)),
    )
    expect([...state.keys()]).toEqual(sids.slice(-sessionsKind.keep!))
  })
})

describe('a session lives', () => {
  const now = Date.parse('2026-05-03T00:00:00.000Z')
  const set = (hash: string, keptSession: string | null = null): CredentialsFact => ({
    type: 'PasswordSet',
    data: { hash, keptSession },
  })
  const lives = (
    sid: string,
    facts: { sessions: SessionFact[]; account?: AccountFact[]; passwords?: CredentialsFact[]; at?: number },
  ): boolean => {
    const session: SessionRecord | undefined = given(sessionsKind, facts.sessions).state.get(sid)
    const account = given(accountKind, facts.account ?? [registered]).state
    const credentials = given(credentialsKind, facts.passwords ?? [set('h1')]).state
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
