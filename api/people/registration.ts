// A sign-up writes three streams: the name, the password, the account. It can break off between any two of them: the
// same request again goes on where it stopped, and after a minute anybody may take the name. Two never both win: the
// name changes hands at an exact revision, and only after the first one's account has been made impossible.

import type { Refusal } from '#core/kernel/decider.ts'
import { refuse } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { foldName } from '#core/kernel/text.ts'
import type { AuthUser } from '#core/people/contract.ts'
import {
  accountStreamType,
  credentialsStreamType,
  isOverdue,
  usernameStreamType,
} from '#core/people/decider.ts'
import type { CommandOutcome } from '#core/store/commandHandler.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import type { Passwords } from '#api/people/passwords.ts'
import type { PeopleRequest, RunPeopleCommand } from '#api/people/runCommand.ts'

export interface NewUser {
  /** Checked by the contract. */
  username: string
  email: string | null
  isAdmin: boolean
  password: string
}

interface Deps {
  run: RunPeopleCommand
  reader: StreamReader
  passwords: Passwords
  /** Milliseconds since 1970. */
  clock(): number
}

/** Refuses with UsernameIsTaken; KeyReused when the key registered this name with another password. */
export async function registerUser(
  { run, reader, passwords, clock }: Deps,
  { username, email, isAdmin, password }: NewUser,
  by: Omit<PeopleRequest, 'actor'> & { actor?: string },
): Promise<CommandOutcome<AuthUser>> {
  const name = foldName(username)
  // Who asks is nobody yet, so the name stands for the person.
  const id = idFrom(name, by.key)
  const asked: PeopleRequest = { ...by, actor: by.actor ?? id }
  const user: AuthUser = { id, username, email, isAdmin }

  const holder = await holderOf(name)
  if (holder && holder.userId !== id && !holder.overdue) return taken
  // Before the name is reserved: this can take long and be refused.
  const hash = await passwords.hash(password, true)

  const reserved = await reserve(name, id, asked)
  if (reserved) return { refusal: reserved }
  const set = await run(credentialsStreamType, id, { type: 'SetFirstPassword', hash }, asked)
  if (set.refusal) return set
  if (set.replayed) {
    const { hash: known } = await reader.state(credentialsStreamType, id)
    if (!(await passwords.verify(known, password))) return { refusal: refuse('KeyReused') }
  }
  return run(accountStreamType, id, { type: 'RegisterUser', user }, asked, () => user)

  async function holderOf(of: string) {
    const held = await reader.state(usernameStreamType, of)
    if (held.userId === null) return null
    return { userId: held.userId, overdue: isOverdue(held, new Date(clock()).toISOString()) }
  }

  async function reserve(of: string, userId: string, how: PeopleRequest): Promise<Refusal | undefined> {
    const held = await holderOf(of)
    if (!held || held.userId === userId || !held.overdue)
      return (await run(usernameStreamType, of, { type: 'ReserveUsername', userId }, how)).refusal
    const from = held.userId
    const abandoned = await run(accountStreamType, from, { type: 'AbandonRegistration' }, how)
    if (abandoned.refusal) return abandoned.refusal
    return (await run(usernameStreamType, of, { type: 'TakeOverUsername', userId, from }, how)).refusal
  }
}

const taken = { refusal: refuse('UsernameIsTaken') }
