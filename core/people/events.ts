// The events of a person: an account, the reservation of its name, its password, its passkeys and its log-ins, each in its
// own stream, so that two sign-ups of one name meet in one stream and old password hashes are removed from the log.

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
  /** A provisional account got a password or a passkey, and the username by which its person signs in. */
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

/** `passkeys-{userId}`. */
export type PasskeyEvent =
  | DomainEvent<
      'PasskeyAdded',
      {
        passkeyId: string
        /** As the authenticator names it; base64url, as the key. */
        credentialId: string
        /** A COSE key. */
        publicKey: string
        /** Of its uses, where the authenticator counts them; else always 0. */
        counter: number
        transports: string[]
        /** The browser and device on which it was added: 'Chrome on Android'. */
        name: string
      }
    >
  /** At the first use of a day, and at each use that was counted. */
  | DomainEvent<'PasskeyUsed', { passkeyId: string; counter: number }>
  | DomainEvent<'PasskeyRemoved', { passkeyId: string }>

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

export type PeopleEvent = AccountEvent | UsernameEvent | CredentialsEvent | PasskeyEvent | SessionEvent

export const peopleUpcasts = {
  UserRegistered: [],
  AccountKept: [],
  UserDisabled: [],
  UserEnabled: [],
  RegistrationAbandoned: [],
  UsernameReserved: [],
  PasswordSet: [],
  PasskeyAdded: [],
  PasskeyUsed: [],
  PasskeyRemoved: [],
  SessionStarted: [],
  SessionRenewed: [],
  SessionEnded: [],
  OtherSessionsEnded: [],
} satisfies Record<PeopleEvent['type'], readonly ((data: never) => unknown)[]>
