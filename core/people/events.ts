// The facts of a person: an account, the reservation of its name, its password and its log-ins, each in a stream of
// its own, so that two sign-ups of one name meet in one place and old password hashes vanish from the log.

import type { Fact } from '#core/kernel/decider.ts'

/** `user-{userId}`. */
export type AccountFact =
  | Fact<'UserRegistered', { userId: string; username: string; email: string | null; isAdmin: boolean }>
  | Fact<'UserDisabled', Record<string, never>>
  | Fact<'UserEnabled', Record<string, never>>
  /** Its sign-up was broken off and its name given to another; it can never be finished. */
  | Fact<'RegistrationAbandoned', Record<string, never>>

/** `username-{folded name}`. */
export type UsernameFact = Fact<'UsernameReserved', { userId: string }>

/** `credentials-{userId}`: the newest only. */
export type CredentialsFact = Fact<
  'PasswordSet',
  {
    /** Argon2id in its PHC form. */
    hash: string
    /** The one session that outlives this change: the one it was made in. */
    keptSession: string | null
  }
>

/** `sessions-{userId}`: the newest fifty. */
export type SessionFact =
  | Fact<
      'SessionStarted',
      {
        sid: string
        device: string
        /** RFC 3339 UTC. */
        expiresAt: string
        /** Revision of the credentials the password was checked against. */
        credentials: number
        /** Revision of the account at that time. */
        account: number
      }
    >
  | Fact<'SessionEnded', { sid: string }>
  | Fact<'OtherSessionsEnded', { kept: string }>

export type PeopleFact = AccountFact | UsernameFact | CredentialsFact | SessionFact

/** Lifts old schema versions; all are at their first. */
export const peopleUpcasts = {
  UserRegistered: [],
  UserDisabled: [],
  UserEnabled: [],
  RegistrationAbandoned: [],
  UsernameReserved: [],
  PasswordSet: [],
  SessionStarted: [],
  SessionEnded: [],
  OtherSessionsEnded: [],
} satisfies Record<PeopleFact['type'], readonly ((data: never) => unknown)[]>
