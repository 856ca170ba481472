// Everything about people, put together once for the server: its routes, its gate, and what follows the log.

import type { StoredEvent } from '#core/store/eventStore.ts'
import type { Handle } from '#core/store/handle.ts'
import type { Reader } from '#core/store/reader.ts'
import type { Limiters } from '#api/platform/nodes.ts'
import type { Reads } from '#api/platform/reads.ts'
import type { Route } from '#api/platform/route.ts'
import type { Accounts } from '#api/people/accounts.ts'
import { createAccounts } from '#api/people/accounts.ts'
import type { DirectoryDeps } from '#api/people/directoryRoutes.ts'
import { directoryRoutes } from '#api/people/directoryRoutes.ts'
import type { PeopleGate } from '#api/people/gate.ts'
import { createGate, peopleFollower } from '#api/people/gate.ts'
import { createPasswordLimits } from '#api/people/limits.ts'
import type { PasswordCost } from '#api/people/passwords.ts'
import { createPasswords } from '#api/people/passwords.ts'
import type { Presence } from '#api/people/presence.ts'
import { createPresence } from '#api/people/presence.ts'
import type { AuthDeps } from '#api/people/routes.ts'
import { authRoutes } from '#api/people/routes.ts'
import { createSessions } from '#api/people/sessions.ts'
import { createTokens } from '#api/people/tokens.ts'

interface Deps extends Pick<DirectoryDeps, 'directory' | 'connectionsOf'>, Pick<AuthDeps, 'registration'> {
  handle: Handle
  reader: Reader
  reads: Reads
  /** At least 32 bytes, see signingKey.ts. */
  signingKey: Uint8Array
  passwordCost: PasswordCost
  limiters: Limiters
  /** Milliseconds since 1970. */
  clock(): number
}

export interface People {
  routes: Route[]
  gate: PeopleGate
  accounts: Accounts
  presence: Presence
  /** To be given every event of the log, also those of other processes. */
  follow(event: StoredEvent): void
}

export function createPeople(deps: Deps): People {
  const { handle, reader, clock } = deps
  const accounts = createAccounts({
    handle,
    reader,
    clock,
    passwords: createPasswords({ cost: deps.passwordCost }),
  })
  const sessions = createSessions({ handle, reader, clock })
  const presence = createPresence(clock)
  const tokens = createTokens(deps.signingKey, clock)
  const gate = createGate({ tokens, sessions, presence, clock })
  const limits = createPasswordLimits(deps.limiters)
  const auth = { ...deps, accounts, sessions, tokens, gate, presence, limits }
  return {
    routes: [...authRoutes(auth), ...directoryRoutes({ ...deps, presence })],
    gate,
    accounts,
    presence,
    follow: peopleFollower(gate.forget),
  }
}
