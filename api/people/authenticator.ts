// Authenticates requests by their token. A verified token is cached for at most a minute, because verifying each
// request costs a third of all throughput; an event that may end a session removes it at once, also when another
// process wrote it.

import { LRUCache } from 'lru-cache'
import type { StoredEvent } from '#core/store/eventStore.ts'
import {
  accountStreamType,
  CLOCK_SKEW_MS,
  credentialsStreamType,
  sessionsStreamType,
} from '#core/people/decider.ts'
import type { PeopleEvent } from '#core/people/events.ts'
import { HttpError } from '#api/platform/httpError.ts'
import type { Authenticator, Session } from '#api/platform/route.ts'
import type { PresenceTracker } from '#api/people/presence.ts'
import type { SessionStore } from '#api/people/sessions.ts'
import type { Tokens } from '#api/people/tokens.ts'
import { invalidToken } from '#api/people/tokens.ts'

interface Deps {
  tokens: Tokens
  sessions: SessionStore
  presence?: PresenceTracker
  /** Milliseconds since 1970. */
  clock(): number
  capacity?: number
}

export interface SessionAuthenticator extends Authenticator {
  /** Drops this person's sessions from the cache. */
  forget(userId: string): void
}

const CACHED_MS = 60_000

export function createAuthenticator({
  tokens,
  sessions,
  presence,
  clock,
  capacity = 10_000,
}: Deps): SessionAuthenticator {
  const verified = new LRUCache<string, { session: Session; until: number }>({ max: capacity })
  const underway = new Set<{ userId: string; stale: boolean }>()

  async function verify(token: string): Promise<Session> {
    const { userId, sid, expiresAt } = await tokens.verify(token)
    // Registered before the streams are read: a session that ends during the read is not cached.
    const verification = { userId, stale: false }
    underway.add(verification)
    try {
      const found = await sessions.find(userId, sid)
      if (!found) throw new HttpError(401, 'USER_NOT_FOUND', 'This account no longer exists')
      if (!found.live) throw invalidToken()
      const session: Session = { ...found.user, sid, endsAt: expiresAt + CLOCK_SKEW_MS }
      const until = Math.min(clock() + CACHED_MS, session.endsAt)
      if (!verification.stale) verified.set(token, { session, until })
      return session
    } finally {
      underway.delete(verification)
    }
  }

  return {
    async authenticate(authorization) {
      const token = bearerToken(authorization)
      const cached = verified.get(token)
      const session = cached && cached.until > clock() ? cached.session : await verify(token)
      presence?.seen(session.id, session.sid)
      return session
    },
    forget(userId) {
      for (const verification of underway) if (verification.userId === userId) verification.stale = true
      for (const [token, { session }] of [...verified]) if (session.id === userId) verified.delete(token)
    },
  }
}

/** The server's tokens have about 500 characters. */
const LONGEST = 4096

/**
 * `Bearer` in any letter case, one space, one token.
 * @throws HttpError 401 when there is none or it is invalid; 400 when the header is malformed
 */
export function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '')
    throw new HttpError(401, 'TOKEN_MISSING', 'No token found')
  if (authorization.length > LONGEST) throw invalidToken()
  if (!/^bearer\b/i.test(authorization)) throw invalidToken()
  const token = /^bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(authorization)?.[1]
  if (token === undefined) throw malformed()
  return token
}

function malformed(): HttpError {
  return new HttpError(400, 'VALIDATION_ERROR', 'The Authorization header must be "Bearer" and one token')
}

const ENDING = new Set<string>([
  'UserDisabled',
  'UserEnabled',
  'PasswordSet',
  'SessionEnded',
  'OtherSessionsEnded',
] satisfies PeopleEvent['type'][])

/** For a subscription to the log: calls `forget` for users whose sessions may have ended, in every process. */
export function sessionChangeSubscriber(forget: (userId: string) => void): (event: StoredEvent) => void {
  const prefixes = [accountStreamType.prefix, credentialsStreamType.prefix, sessionsStreamType.prefix]
  return ({ stream, type }) => {
    if (!ENDING.has(type)) return
    const prefix = prefixes.find((each) => stream.startsWith(each))
    if (prefix) forget(stream.slice(prefix.length))
  }
}
