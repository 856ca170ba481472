// Registers an account in three streams: the name, the password, the account. It may stop between any two of them: a
// retry continues, and after a minute anybody may take the name. Two registrations never both win: the name changes
// hands at an exact revision, and only after the first account was made impossible.

import { refuse, type Refusal } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { foldName } from '#core/kernel/text.ts'
import type { AuthUser } from '#core/people/contract.ts'
import {
  type UsernameCommand,
  accountStreamType,
  credentialsStreamType,
  isOverdue,
  usernameStreamType,
} from '#core/people/decider.ts'
import type { CommandOutcome, HandleCommand } from '#core/store/command.ts'
import { runCommand } from '#core/store/runCommand.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import type { Passwords } from '#api/people/passwords.ts'
import { withTime, type PeopleRequest } from '#api/people/peopleRequest.ts'

export interface NewUser {
  /** Checked by the contract. */
  username: string
  email: string | null
  isAdmin: boolean
  password: string
}

export interface AccountDeps {
  handleCommand: HandleCommand
  reader: StreamReader
  passwords: Passwords
  /** Milliseconds since 1970. */
  clock(): number
}

/** Refuses with UsernameIsTaken; KeyReused when the key registered this name with another password. */
export async function registerUser(
  { handleCommand, reader, passwords, clock }: AccountDeps,
  { username, email, isAdmin, password }: NewUser,
  request: Omit<PeopleRequest, 'actor'> & { actor?: string },
): Promise<CommandOutcome<AuthUser>> {
  const name = foldName(username)
  // There is no account yet, so the name stands for the actor in the id.
  const id = idFrom(name, request.key)
  const user: AuthUser = { id, username, email, isAdmin }

  const holder = await holderOf(name)
  if (holder && holder.userId !== id && !holder.overdue) return { refusal: refuse('UsernameIsTaken') }
  // Before the name is reserved, because hashing can wait in a queue and be refused.
  const hash = await passwords.hash(password, true)

  const metadata = withTime({ ...request, actor: request.actor ?? id }, clock)
  const reserved = await reserve()
  if (reserved) return { refusal: reserved }
  const first = { type: 'SetFirstPassword', hash } as const
  const set = await runCommand(handleCommand, credentialsStreamType, id, first, metadata)
  if (set.refusal) return set
  if (set.replayed) {
    const { hash: current } = await reader.state(credentialsStreamType, id)
    if (!(await passwords.verify(current, password))) return { refusal: refuse('KeyReused') }
  }
  const register = { type: 'RegisterUser', user } as const
  return runCommand(handleCommand, accountStreamType, id, register, metadata, () => user)

  async function holderOf(of: string) {
    const state = await reader.state(usernameStreamType, of)
    if (state.userId === null) return null
    return { userId: state.userId, overdue: isOverdue(state, new Date(clock()).toISOString()) }
  }

  async function reserve(): Promise<Refusal | undefined> {
    const current = await holderOf(name)
    if (!current || current.userId === id || !current.overdue)
      return reserveAs({ type: 'ReserveUsername', userId: id })
    const from = current.userId
    const abandon = { type: 'AbandonRegistration' } as const
    const abandoned = await runCommand(handleCommand, accountStreamType, from, abandon, metadata)
    return abandoned.refusal ?? reserveAs({ type: 'TakeOverUsername', userId: id, from })
  }

  async function reserveAs(command: UsernameCommand): Promise<Refusal | undefined> {
    return (await runCommand(handleCommand, usernameStreamType, name, command, metadata)).refusal
  }
}
