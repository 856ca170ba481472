// The events of a person: an account, the reservation of its name, its password and its log-ins, each in a stream of
// its own, so that two sign-ups of one name meet in one place and old password hashes vanish from the log.

import type { DomainEvent } from '#core/kernel/decider.ts'

/** `user-{userId}`. */
export type AccountEvent =
  | DomainEvent<
      'UserRegistered',
      { userId: string; username: string; email: string | null; isAdmin: boolean }
    >
  | DomainEvent<'UserDisabled', Record<string, never>>
  | DomainEvent<'UserEnabled', Record<string, never>>
  /** Its sign-up was broken off and its name given to another; it can never be finished. */
  | DomainEvent<'RegistrationAbandoned', Record<string, never>>

/** `username-{folded name}`. */
export type UsernameEvent = DomainEvent<'UsernameReserved', { userId: string }>

/** `credentials-{userId}`: the newest only. */
export type CredentialsEvent = DomainEvent<
  'PasswordSet',
  {
    /** Argon2id in its PHC form. */
    hash: string
    /** The one session that outlives this change: the one it was made in. */
    keptSession: string | null
  }
>

/** `sessions-{userId}`: the newest fifty. */
export type SessionEvent =
  | DomainEvent<
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
  | DomainEvent<'SessionEnded', { sid: string }>
  | DomainEvent<'OtherSessionsEnded', { kept: string }>

export type PeopleEvent = AccountEvent | UsernameEvent | CredentialsEvent | SessionEvent

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
} satisfies Record<PeopleEvent['type'], readonly ((data: never) => unknown)[]>
