// Registers an account in three streams: the name, the password, the account. It may stop between any two of them: a
// retry continues, and after a minute anybody may take the name. Two registrations never both win: the name changes
// hands at an exact revision, and only after the first account was made impossible.

import { refuse, type Refusal } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { foldName } from '#core/kernel/text.ts'
import type { AuthUser } from '#core/kernel/personName.ts'
import {
  type UsernameCommand,
  accountStreamType,
  credentialsStreamType,
  isOverdue,
  usernameStreamType,
} from '#core/people/decider.ts'
import type { CommandMetadata, CommandOutcome, HandleCommand } from '#core/store/command.ts'
import { runCommand } from '#core/store/runCommand.ts'
import { peopleLimits } from '#core/people/limits.ts'
import { isMixedScript, isUsername } from '#core/people/signUp.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import type { Passwords } from '#api/people/passwords.ts'
import { withTime, type PeopleRequest } from '#api/people/peopleRequest.ts'

export interface NewUser extends Omit<AuthUser, 'id'> {
  /** Checked by the contract, as `displayName`; null of a provisional account. */
  password: string | null
}

export interface AccountDeps {
  handleCommand: HandleCommand
  reader: StreamReader
  passwords: Passwords
  /** Milliseconds since 1970. */
  clock(): number
}

/**
 * @param id of the account; there is none yet, so the name stands for the actor in it where it is not given
 * @returns refuses with UsernameIsTaken; KeyReused when the key registered this name with another password
 */
export async function registerUser(
  deps: AccountDeps,
  { password, ...account }: NewUser,
  request: Omit<PeopleRequest, 'actor'> & { actor?: string },
  id = idFrom(foldName(account.username), request.key),
): Promise<CommandOutcome<AuthUser>> {
  const { handleCommand, reader, passwords, clock } = deps
  const user: AuthUser = { id, ...account }
  const holder = await holderOf(deps, foldName(user.username))
  if (holder && holder.userId !== id && !holder.overdue) return { refusal: refuse('UsernameIsTaken') }
  // Before the name is reserved, because hashing can wait in a queue and be refused.
  const hash = password === null ? null : await passwords.hash(password, true)

  const metadata = withTime({ ...request, actor: request.actor ?? id }, clock)
  const reserved = await reserveUsername(deps, user, metadata)
  if (reserved) return { refusal: reserved }
  if (password !== null && hash !== null) {
    const first = { type: 'SetFirstPassword', hash } as const
    const set = await runCommand(handleCommand, credentialsStreamType, id, first, metadata)
    if (set.refusal) return set
    if (set.replayed) {
      const { hash: current } = await reader.state(credentialsStreamType, id)
      if (!(await passwords.verify(current, password))) return { refusal: refuse('KeyReused') }
    }
  }
  const register = { type: 'RegisterUser', user } as const
  return runCommand(handleCommand, accountStreamType, id, register, metadata, (state) => state.user ?? user)
}

async function holderOf({ reader, clock }: AccountDeps, name: string) {
  const state = await reader.state(usernameStreamType, name)
  if (state.userId === null) return null
  return { userId: state.userId, overdue: isOverdue(state, new Date(clock()).toISOString()) }
}

/** undefined once the name is this user's. */
export async function reserveUsername(
  deps: AccountDeps,
  { id, username }: Pick<AuthUser, 'id' | 'username'>,
  metadata: CommandMetadata,
): Promise<Refusal | undefined> {
  const { handleCommand } = deps
  const name = foldName(username)
  const reserveAs = async (command: UsernameCommand): Promise<Refusal | undefined> =>
    (await runCommand(handleCommand, usernameStreamType, name, command, metadata)).refusal
  const current = await holderOf(deps, name)
  if (!current || current.userId === id || !current.overdue)
    return reserveAs({ type: 'ReserveUsername', userId: id })
  const from = current.userId
  const abandon = { type: 'AbandonRegistration' } as const
  const abandoned = await runCommand(handleCommand, accountStreamType, from, abandon, metadata)
  return abandoned.refusal ?? reserveAs({ type: 'TakeOverUsername', userId: id, from })
}

/** Further names that are tried before one with random letters. */
const NUMBERED = 20

/**
 * Registers an account without a password under a username made from the name: "Mia Chen" gives mia-chen, or mia-chen-2.
 * @param id a retry with the same id returns the same account
 */
export async function registerProvisional(
  deps: AccountDeps,
  displayName: string,
  id: string,
  request: Omit<PeopleRequest, 'actor'>,
): Promise<CommandOutcome<AuthUser>> {
  const candidates = usernamesFrom(displayName, id)
  for (const username of candidates) {
    const account = { username, displayName, isProvisional: true, email: null, isAdmin: false } as const
    const outcome = await registerUser(deps, { ...account, password: null }, request, id)
    if (outcome.refusal?.refused !== 'UsernameIsTaken') return outcome
  }
  return { refusal: refuse('UsernameIsTaken') }
}

/** @param id makes the last of them unique */
export function usernamesFrom(displayName: string, id: string): string[] {
  const { min, max } = peopleLimits.username
  const plain = displayName
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}._-]+/gu, '-')
    .replace(/^[^\p{L}\p{Nd}]+|[-.]+$/gu, '')
  const isUsable = isUsername(plain) && !isMixedScript(plain)
  const stem = isUsable ? plain : 'traveller'
  const withSuffix = (suffix: string) =>
    stem
      .slice(0, max - suffix.length)
      .toWellFormed()
      .replace(/[\uFFFD-]+$/, '') + suffix
  const suffixes = [
    '',
    ...Array.from({ length: NUMBERED }, (_, index) => `-${index + 2}`),
    `-${id.slice(0, 8)}`,
  ]
  return suffixes.map(withSuffix).filter((username) => username.length >= min)
}
