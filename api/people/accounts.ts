// Accounts and their passwords: made, checked, changed, switched off. Everything is read from the person's own
// streams, as the log has them now.

import { refuse } from '#core/kernel/decider.ts'
import { foldName } from '#core/kernel/text.ts'
import type { AuthUser } from '#core/people/contract.ts'
import { isUsername } from '#core/people/signUp.ts'
import { accountStreamType, credentialsStreamType, usernameStreamType } from '#core/people/decider.ts'
import type { HandleCommand, CommandOutcome } from '#core/store/commandHandler.ts'
import { commandKey } from '#core/store/streamCache.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import type { Passwords } from '#api/people/passwords.ts'
import type { NewUser } from '#api/people/registration.ts'
import { registerUser } from '#api/people/registration.ts'
import type { PeopleRequest } from '#api/people/runCommand.ts'
import { createPeopleCommandRunner } from '#api/people/runCommand.ts'

/** Whose password was right, and against which revisions: what a session is started with. */
export interface Verified {
  user: AuthUser
  credentials: number
  account: number
}

export interface Accounts {
  /** Safe to repeat with the same key; without an actor, the new user is the one who did it. */
  addUser(
    user: NewUser,
    by: Omit<PeopleRequest, 'actor'> & { actor?: string },
  ): Promise<CommandOutcome<AuthUser>>
  /** null for a wrong name, a wrong password and a disabled account alike, after the same work. */
  verifyLogin(username: string, password: string): Promise<Verified | null>
  /** Ends every other session. Refuses with CurrentPasswordIsWrong. */
  changePassword(
    session: { id: string; sid: string },
    passwords: { currentPassword: string; newPassword: string },
    by: PeopleRequest,
  ): Promise<CommandOutcome<undefined>>
  /** These three refuse with NoSuchUser. The first two end every session for good. */
  disableUser(username: string, by: PeopleRequest): Promise<CommandOutcome<undefined>>
  resetPassword(username: string, password: string, by: PeopleRequest): Promise<CommandOutcome<undefined>>
  enableUser(username: string, by: PeopleRequest): Promise<CommandOutcome<undefined>>
  /** The account of that name, whatever its letter case; null for none and for a disabled one. */
  named(username: string): Promise<AuthUser | null>
  /** Those of the ids that are accounts in use. */
  inUse(ids: readonly string[]): Promise<ReadonlyMap<string, AuthUser>>
}

interface Deps {
  handleCommand: HandleCommand
  reader: StreamReader
  passwords: Passwords
  /** Milliseconds since 1970. */
  clock(): number
}

/** Neither a name nor an id can be this, so its streams are empty: a made-up name is looked up like a known one. */
const NOBODY = '-'

export function createAccounts({ handleCommand, reader, passwords, clock }: Deps): Accounts {
  const run = createPeopleCommandRunner(handleCommand, clock)

  async function idOf(username: string): Promise<string> {
    const name = isUsername(username.normalize('NFKC')) ? foldName(username) : NOBODY
    const { userId } = await reader.state(usernameStreamType, name)
    return userId ?? NOBODY
  }

  async function activeUser(id: string): Promise<AuthUser | null> {
    const { standing, user } = await reader.lastKnown(accountStreamType, id)
    return standing === 'active' ? user : null
  }

  async function withAccount(
    username: string,
    then: (id: string) => Promise<CommandOutcome<undefined>>,
  ): Promise<CommandOutcome<undefined>> {
    const id = await idOf(username)
    const { user } = await reader.state(accountStreamType, id)
    return user ? then(id) : { refusal: refuse('NoSuchUser') }
  }

  return {
    addUser: (user, by) => registerUser({ run, reader, passwords, clock }, user, by),

    async verifyLogin(username, password) {
      const id = await idOf(username)
      const { state: account, revision } = await reader.folded(accountStreamType, id)
      const user = account.standing === 'active' ? account.user : null
      const { hash, revision: credentials } = await reader.state(credentialsStreamType, id)
      const right = await passwords.verify(user && hash, password)
      return right && user ? { user, credentials, account: revision } : null
    },

    async changePassword({ id, sid }, { currentPassword, newPassword }, by) {
      const { state, completed } = await reader.folded(credentialsStreamType, id)
      const { hash: current, revision: against } = state
      // The repeat of a change that was done comes with a password that is no longer the current one.
      const repeat = completed.has(commandKey(by.actor, by.key))
      if (!repeat && !(await passwords.verify(current, currentPassword)))
        return { refusal: refuse('CurrentPasswordIsWrong') }
      const hash = await passwords.hash(newPassword)
      const command = { type: 'ChangePassword', hash, keptSession: sid, against } as const
      const outcome = await run(credentialsStreamType, id, command, by)
      if (outcome.refusal || !outcome.replayed) return outcome
      // The digest cannot tell the passwords of two requests apart, so the hash has to.
      const { hash: now } = await reader.state(credentialsStreamType, id)
      return (await passwords.verify(now, newPassword)) ? outcome : { refusal: refuse('KeyReused') }
    },

    disableUser: (username, by) =>
      withAccount(username, (id) => run(accountStreamType, id, { type: 'DisableUser' }, by)),
    enableUser: (username, by) =>
      withAccount(username, (id) => run(accountStreamType, id, { type: 'EnableUser' }, by)),
    resetPassword: (username, password, by) =>
      withAccount(username, async (id) => {
        const hash = await passwords.hash(password)
        return run(credentialsStreamType, id, { type: 'ResetPassword', hash }, by)
      }),

    named: async (username) => activeUser(await idOf(username)),

    async inUse(ids) {
      const users = await Promise.all(ids.map(activeUser))
      return new Map(users.flatMap((user) => (user ? [[user.id, user] as const] : [])))
    },
  }
}
