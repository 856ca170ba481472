// The events of a person: an account, the reservation of its name, its password and its log-ins, each in its own
// stream, so that two sign-ups of one name meet in one stream and old password hashes are removed from the log.

import type { DomainEvent } from '#core/kernel/decider.ts'

/** `user-{userId}`. */
export type AccountEvent =
  | DomainEvent<
      'UserRegistered',
      {
        userId: string
        username: string
        email: string | null
        isAdmin: boolean
        displayName?: string
        /** Came by an invite link, without a password. */
        isProvisional?: true
      }
    >
  /** A provisional account got a password, and the username by which its person signs in. */
  | DomainEvent<'AccountKept', { username: string }>
  | DomainEvent<'UserDisabled', Record<string, never>>
  | DomainEvent<'UserEnabled', Record<string, never>>
  /** The sign-up was not finished and the name given to another; it can never be finished. */
  | DomainEvent<'RegistrationAbandoned', Record<string, never>>

/** `username-{folded name}`. */
export type UsernameEvent = DomainEvent<'UsernameReserved', { userId: string }>

/** `credentials-{userId}`: the newest only. */
export type CredentialsEvent = DomainEvent<
  'PasswordSet',
  {
    /** Argon2id in its PHC form. */
    hash: string
    /** The session in which the password was set or changed, which stays live. */
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
  /** The session was used and lasts longer. All of it, because its start may be older than the newest fifty events. */
  | DomainEvent<
      'SessionRenewed',
      {
        sid: string
        device: string
        /** RFC 3339 UTC, of the log-in. */
        createdAt: string
        expiresAt: string
        credentials: number
        account: number
      }
    >
  | DomainEvent<'SessionEnded', { sid: string }>
  | DomainEvent<'OtherSessionsEnded', { kept: string }>

export type PeopleEvent = AccountEvent | UsernameEvent | CredentialsEvent | SessionEvent

export const peopleUpcasts = {
  UserRegistered: [],
  AccountKept: [],
  UserDisabled: [],
  UserEnabled: [],
  RegistrationAbandoned: [],
  UsernameReserved: [],
  PasswordSet: [],
  SessionStarted: [],
  SessionRenewed: [],
  SessionEnded: [],
  OtherSessionsEnded: [],
} satisfies Record<PeopleEvent['type'], readonly ((data: never) => unknown)[]>
