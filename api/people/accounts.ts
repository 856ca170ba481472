// Accounts and their passwords: made, checked, changed, switched off. Everything is read from the person's own
// streams, as the log has them now.

import { refuse } from '#core/kernel/decider.ts'
import { foldName } from '#core/kernel/text.ts'
import type { AuthUser } from '#core/people/contract.ts'
import { isUsername } from '#core/people/signUp.ts'
import { accountKind, credentialsKind, usernameKind } from '#core/people/decider.ts'
import type { Handle, Outcome } from '#core/store/handle.ts'
import { doneKey } from '#core/store/kept.ts'
import type { Reader } from '#core/store/reader.ts'
import type { Passwords } from '#api/people/passwords.ts'
import type { NewUser } from '#api/people/registration.ts'
import { registerUser } from '#api/people/registration.ts'
import type { Asked } from '#api/people/run.ts'
import { createRun } from '#api/people/run.ts'

/** Whose password was right, and against which revisions: what a session is started with. */
export interface Verified {
  user: AuthUser
  credentials: number
  account: number
}

export interface Accounts {
  /** Safe to repeat with the same key; without an actor, the new user is the one who did it. */
  addUser(user: NewUser, by: Omit<Asked, 'actor'> & { actor?: string }): Promise<Outcome<AuthUser>>
  /** null for a wrong name, a wrong password and a disabled account alike, after the same work. */
  verifyLogin(username: string, password: string): Promise<Verified | null>
  /** Ends every other session. Refuses with CurrentPasswordIsWrong. */
  changePassword(
    session: { id: string; sid: string },
    passwords: { currentPassword: string; newPassword: string },
    by: Asked,
  ): Promise<Outcome<undefined>>
  /** These three refuse with NoSuchUser. The first two end every session for good. */
  disableUser(username: string, by: Asked): Promise<Outcome<undefined>>
  resetPassword(username: string, password: string, by: Asked): Promise<Outcome<undefined>>
  enableUser(username: string, by: Asked): Promise<Outcome<undefined>>
  /** The account of that name, whatever its letter case; null for none and for a disabled one. */
  named(username: string): Promise<AuthUser | null>
  /** Those of the ids that are accounts in use. */
  inUse(ids: readonly string[]): Promise<ReadonlyMap<string, AuthUser>>
}

interface Deps {
  handle: Handle
  reader: Reader
  passwords: Passwords
  /** Milliseconds since 1970. */
  clock(): number
}

/** Neither a name nor an id can be this, so its streams are empty: a made-up name is looked up like a known one. */
const NOBODY = '-'

export function createAccounts({ handle, reader, passwords, clock }: Deps): Accounts {
  const run = createRun(handle, clock)

  async function idOf(username: string): Promise<string> {
    const name = isUsername(username.normalize('NFKC')) ? foldName(username) : NOBODY
    const { userId } = await reader.state(usernameKind, name)
    return userId ?? NOBODY
  }

  async function activeUser(id: string): Promise<AuthUser | null> {
    const { standing, user } = await reader.lastKnown(accountKind, id)
    return standing === 'active' ? user : null
  }

  async function withAccount(
    username: string,
    then: (id: string) => Promise<Outcome<undefined>>,
  ): Promise<Outcome<undefined>> {
    const id = await idOf(username)
    const { user } = await reader.state(accountKind, id)
    return user ? then(id) : { refusal: refuse('NoSuchUser') }
  }

  return {
    addUser: (user, by) => registerUser({ run, reader, passwords, clock }, user, by),

    async verifyLogin(username, password) {
      const id = await idOf(username)
      const { state: account, revision } = await reader.folded(accountKind, id)
      const user = account.standing === 'active' ? account.user : null
      const { hash, revision: credentials } = await reader.state(credentialsKind, id)
      const right = await passwords.verify(user && hash, password)
      return right && user ? { user, credentials, account: revision } : null
    },

    async changePassword({ id, sid }, { currentPassword, newPassword }, by) {
      const { state, done } = await reader.folded(credentialsKind, id)
      const { hash: current, revision: against } = state
      // The repeat of a change that was done comes with a password that is no longer the current one.
      const repeat = done.has(doneKey(by.actor, by.key))
      if (!repeat && !(await passwords.verify(current, currentPassword)))
        return { refusal: refuse('CurrentPasswordIsWrong') }
      const hash = await passwords.hash(newPassword)
      const command = { type: 'ChangePassword', hash, keptSession: sid, against } as const
      const outcome = await run(credentialsKind, id, command, by)
      if (outcome.refusal || !outcome.replayed) return outcome
      // The digest cannot tell the passwords of two requests apart, so the hash has to.
      const { hash: now } = await reader.state(credentialsKind, id)
      return (await passwords.verify(now, newPassword)) ? outcome : { refusal: refuse('KeyReused') }
    },

    disableUser: (username, by) =>
      withAccount(username, (id) => run(accountKind, id, { type: 'DisableUser' }, by)),
    enableUser: (username, by) =>
      withAccount(username, (id) => run(accountKind, id, { type: 'EnableUser' }, by)),
    resetPassword: (username, password, by) =>
      withAccount(username, async (id) => {
        const hash = await passwords.hash(password)
        return run(credentialsKind, id, { type: 'ResetPassword', hash }, by)
      }),

    named: async (username) => activeUser(await idOf(username)),

    async inUse(ids) {
      const users = await Promise.all(ids.map(activeUser))
      return new Map(users.flatMap((user) => (user ? [[user.id, user] as const] : [])))
    },
  }
}
