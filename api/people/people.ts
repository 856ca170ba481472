// Composes what the server needs of this feature: routes, authentication, presence, and a subscriber to the log.

import type { StoredEvent } from '#core/store/eventStore.ts'
import type { HandleCommand } from '#core/store/command.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import type { Limiters } from '#api/platform/nodes.ts'
import type { ReadModels } from '#api/platform/readModels.ts'
import type { Route } from '#api/platform/http/route.ts'
import { createAccounts, type Accounts } from '#api/people/accounts.ts'
import { directoryRoutes, type DirectoryDeps } from '#api/people/directoryRoutes.ts'
import {
  type SessionAuthenticator,
  createAuthenticator,
  sessionChangeSubscriber,
} from '#api/people/authenticator.ts'
import { passkeyRoutes } from '#api/people/passkeyRoutes.ts'
import { createPasskeys } from '#api/people/passkeys.ts'
import { createPasswordLimits } from '#api/people/passwordLimits.ts'
import { createPasswords, type PasswordCost } from '#api/people/passwords.ts'
import { createPresenceTracker, type PresenceTracker } from '#api/people/presence.ts'
import {
  authRoutes,
  provisionalAccounts,
  type AuthDeps,
  type ProvisionalAccounts,
} from '#api/people/routes.ts'
import { type SessionStoreDeps, createSessionStore } from '#api/people/sessions.ts'
import { createTokens } from '#api/people/tokens.ts'

interface Deps
  extends
    Pick<DirectoryDeps, 'directoryScope' | 'connectionsOf'>,
    Pick<AuthDeps, 'registration'>,
    Pick<SessionStoreDeps, 'onUnstoredEnd'> {
  handleCommand: HandleCommand
  reader: StreamReader
  readModels: ReadModels
  /** Signs the tokens; at least 32 bytes (signingKey.ts). */
  signingKey: Uint8Array
  passwordCost: PasswordCost
  limiters: Limiters
  /** Milliseconds since 1970. */
  clock(): number
}

export interface People {
  routes: Route[]
  provisional: ProvisionalAccounts
  authenticator: SessionAuthenticator
  accounts: Accounts
  presence: PresenceTracker
  /** Receives each event of the log, also those that other processes append. */
  onEvent(event: StoredEvent): Promise<void>
}

export function createPeople(deps: Deps): People {
  const { handleCommand, reader, clock } = deps
  const passkeys = createPasskeys({ handleCommand, reader, clock }, deps.signingKey)
  const accounts = createAccounts({
    handleCommand,
    reader,
    clock,
    passwords: createPasswords({ cost: deps.passwordCost }),
  })
  const sessions = createSessionStore({
    ...deps,
    onUnstoredEnd(userId, error) {
      authenticator.invalidate(userId)
      deps.onUnstoredEnd?.(userId, error)
    },
  })
  const presence = createPresenceTracker(clock)
  const tokens = createTokens(deps.signingKey, clock)
  const authenticator = createAuthenticator({ tokens, sessions, presence, clock })
  const limits = createPasswordLimits(deps.limiters)
  const authDeps: AuthDeps = {
    ...deps,
    accounts,
    passkeys,
    sessions,
    tokens,
    authenticator,
    presence,
    limits,
  }
  return {
    routes: [...authRoutes(authDeps), ...passkeyRoutes(authDeps), ...directoryRoutes({ ...deps, presence })],
    provisional: provisionalAccounts(authDeps),
    authenticator,
    accounts,
    presence,
    onEvent: sessionChangeSubscriber(reader, authenticator.invalidate),
  }
}
