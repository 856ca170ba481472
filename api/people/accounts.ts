// Creates, verifies, changes and disables accounts and their passwords, from the person's own streams as the log has
// them now.

import { refuse } from '#core/kernel/decider.ts'
import { foldName } from '#core/kernel/text.ts'
import type { AuthUser } from '#core/kernel/personName.ts'
import {
  type CredentialsCommand,
  accountStreamType,
  credentialsStreamType,
  usernameStreamType,
} from '#core/people/decider.ts'
import { passkeysStreamType, type AddedPasskey } from '#core/people/passkeys.ts'
import { isUsername } from '#core/people/signUp.ts'
import type { CommandOutcome } from '#core/store/command.ts'
import { runCommand } from '#core/store/runCommand.ts'
import { commandKey } from '#core/store/foldedStream.ts'
import {
  registerProvisional,
  registerUser,
  reserveUsername,
  type AccountDeps,
  type NewUser,
} from '#api/people/registration.ts'
import { withTime, type PeopleRequest } from '#api/people/peopleRequest.ts'

/** A verified user, and the revisions the log-in was verified against: a session starts with them. */
export interface Verified {
  user: AuthUser
  credentials: number
  account: number
}

/** The username of a kept account, and its password or first passkey. */
export type WayToKeep = { username: string } & (
  { password: string } | { added: AddedPasskey; challengeId: string }
)

export interface Accounts {
  /** Safe to repeat with the same key; without an actor, the new user is the actor. */
  addUser(
    user: NewUser,
    request: Omit<PeopleRequest, 'actor'> & { actor?: string },
  ): Promise<CommandOutcome<AuthUser>>
  /** An account without a password; a retry with the same id returns it again. */
  addProvisional(
    displayName: string,
    id: string,
    request: Omit<PeopleRequest, 'actor'>,
  ): Promise<CommandOutcome<AuthUser>>
  /** Refuses with AccountIsKept, UsernameIsTaken; KeyReused for another password than in an earlier attempt. */
  keepAccount(
    session: { id: string; sid: string },
    kept: WayToKeep,
    request: PeopleRequest,
  ): Promise<CommandOutcome<AuthUser>>
  /** The account as a session starts with it; null for an unknown or disabled one, and one with a password. */
  findProvisional(id: string): Promise<Verified | null>
  /** null for a wrong name, a wrong password and a disabled account alike, after the same amount of work. */
  verifyLogin(username: string, password: string): Promise<Verified | null>
  hasPassword(userId: string): Promise<boolean>
  /** Also true without one for an account that has no password. */
  verifyCurrentPassword(userId: string, password: string | undefined): Promise<boolean>
  /**
   * Ends every other session. An account that was kept by a passkey may have no current password. Refuses with
   * CurrentPasswordIsWrong.
   */
  changePassword(
    session: { id: string; sid: string },
    passwords: { currentPassword?: string | undefined; newPassword: string },
    request: PeopleRequest,
  ): Promise<CommandOutcome<undefined>>
  /** These three refuse with NoSuchUser. The first two end every session for good, the second removes all passkeys. */
  disableUser(username: string, request: PeopleRequest): Promise<CommandOutcome<undefined>>
  resetPassword(
    username: string,
    password: string,
    request: PeopleRequest,
  ): Promise<CommandOutcome<undefined>>
  enableUser(username: string, request: PeopleRequest): Promise<CommandOutcome<undefined>>
  /** The active account of that name in any letter case; null for none. */
  findActive(username: string): Promise<AuthUser | null>
  /** The active accounts with these ids, by id; disabled and unknown ones are left out. */
  findActiveByIds(ids: readonly string[]): Promise<ReadonlyMap<string, AuthUser>>
  /** Also of a disabled account; null for an unknown one. */
  accountOf(userId: string): Promise<AuthUser | null>
}

/** Revision of the credentials of an account without a password. */
const NO_PASSWORD = -1

/** No name or id can be this, so its streams are empty: an unknown name takes the same steps as a known one. */
const NOBODY = '-'

export function createAccounts(deps: AccountDeps): Accounts {
  const { handleCommand, reader, passwords, clock } = deps
  async function idOf(username: string): Promise<string> {
    const name = isUsername(username.normalize('NFKC')) ? foldName(username) : NOBODY
    const { userId } = await reader.state(usernameStreamType, name)
    return userId ?? NOBODY
  }

  async function activeUser(id: string): Promise<AuthUser | null> {
    const { status, user } = await reader.lastKnown(accountStreamType, id)
    return status === 'active' ? user : null
  }

  async function withAccount(
    username: string,
    then: (id: string) => Promise<CommandOutcome<undefined>>,
  ): Promise<CommandOutcome<undefined>> {
    const id = await idOf(username)
    const { user } = await reader.state(accountStreamType, id)
    return user ? then(id) : { refusal: refuse('NoSuchUser') }
  }

  const switchAccount = (username: string, type: 'DisableUser' | 'EnableUser', request: PeopleRequest) =>
    withAccount(username, (id) =>
      runCommand(handleCommand, accountStreamType, id, { type }, withTime(request, clock)),
    )

  const setPassword = (id: string, command: CredentialsCommand, request: PeopleRequest) =>
    runCommand(handleCommand, credentialsStreamType, id, command, withTime(request, clock))

  return {
    addUser: (user, request) => registerUser(deps, user, request),

    addProvisional: (displayName, id, request) => registerProvisional(deps, displayName, id, request),

    async keepAccount({ id, sid }, { username, ...wayIn }, request) {
      const metadata = withTime(request, clock)
      const { state, completed } = await reader.folded(accountStreamType, id)
      const isRetry = completed.has(commandKey(request.actor, request.key))
      if (!isRetry && !state.user?.isProvisional) return { refusal: refuse('AccountIsKept') }
      // An earlier attempt may have stopped after any of the three steps.
      const { hash: current } = await reader.state(credentialsStreamType, id)
      let hash = current
      if ('password' in wayIn) {
        if (current !== null && !(await passwords.verify(current, wayIn.password)))
          return { refusal: refuse('KeyReused') }
        hash ??= await passwords.hash(wayIn.password, true)
      }
      const taken = await reserveUsername(deps, { id, username }, metadata)
      if (taken) return { refusal: taken }
      if (hash !== null && current === null) {
        const first = { type: 'SetFirstPassword', hash, keptSession: sid } as const
        const set = await runCommand(handleCommand, credentialsStreamType, id, first, metadata)
        if (set.refusal) return set
      }
      if ('added' in wayIn) {
        const add = { type: 'AddPasskey', passkey: wayIn.added } as const
        const once = { ...metadata, key: wayIn.challengeId }
        const added = await runCommand(handleCommand, passkeysStreamType, id, add, once)
        if (added.refusal) return added
      }
      const keep = { type: 'KeepAccount', username } as const
      return runCommand(handleCommand, accountStreamType, id, keep, metadata, ({ user }) => user!)
    },

    async findProvisional(id) {
      const { state, revision } = await reader.folded(accountStreamType, id)
      const { status, user } = state
      if (status !== 'active' || !user?.isProvisional) return null
      return { user, credentials: NO_PASSWORD, account: revision }
    },

    async verifyLogin(username, password) {
      const id = await idOf(username)
      const { state: account, revision } = await reader.folded(accountStreamType, id)
      const user = account.status === 'active' ? account.user : null
      const { hash, revision: credentials } = await reader.state(credentialsStreamType, id)
      const isRight = await passwords.verify(user && hash, password)
      return isRight && user ? { user, credentials, account: revision } : null
    },

    hasPassword: async (id) => (await reader.state(credentialsStreamType, id)).hash !== null,

    async verifyCurrentPassword(id, password) {
      const { hash } = await reader.state(credentialsStreamType, id)
      return hash === null || passwords.verify(hash, password ?? '')
    },

    async changePassword({ id, sid }, { currentPassword, newPassword }, request) {
      const { state, completed } = await reader.folded(credentialsStreamType, id)
      const { hash: current, revision: against } = state
      // The retry of a completed change has a password that is no longer current.
      const isRetry = completed.has(commandKey(request.actor, request.key))
      const { user } = await reader.state(accountStreamType, id)
      const mayHaveNone = current === null && !user?.isProvisional
      if (!isRetry && !mayHaveNone && !(await passwords.verify(current, currentPassword ?? '')))
        return { refusal: refuse('CurrentPasswordIsWrong') }
      const hash = await passwords.hash(newPassword)
      const command = { type: 'ChangePassword', hash, keptSession: sid, against } as const
      const outcome = await setPassword(id, command, request)
      if (outcome.refusal || !outcome.replayed) return outcome
      // The digest does not cover the passwords, so the hash decides whether the retry has the same one.
      const { hash: currentHash } = await reader.state(credentialsStreamType, id)
      return (await passwords.verify(currentHash, newPassword)) ? outcome : { refusal: refuse('KeyReused') }
    },

    disableUser: (username, request) => switchAccount(username, 'DisableUser', request),
    enableUser: (username, request) => switchAccount(username, 'EnableUser', request),
    resetPassword: (username, password, request) =>
      withAccount(username, async (id) => {
        const hash = await passwords.hash(password)
        const set = await setPassword(id, { type: 'ResetPassword', hash }, request)
        // Whoever had the old password may have added one.
        if (set.refusal) return set
        const remove = { type: 'RemoveAllPasskeys' } as const
        return runCommand(handleCommand, passkeysStreamType, id, remove, withTime(request, clock))
      }),

    findActive: async (username) => activeUser(await idOf(username)),

    async findActiveByIds(ids) {
      const users = await Promise.all(ids.map(activeUser))
      return new Map(users.flatMap((user) => (user ? [[user.id, user] as const] : [])))
    },

    accountOf: async (userId) => (await reader.lastKnown(accountStreamType, userId)).user,
  }
}
