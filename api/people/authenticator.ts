// Authenticates requests by their token. A verified token is cached for at most a minute, because verifying each
// request costs a third of all throughput. An event that may change whether a session is valid removes it at once, also
// when another process wrote the event.

import { LRUCache } from 'lru-cache'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { NO_TOKEN } from '#core/people/contract.ts'
import { CLOCK_SKEW_MS, sessionValidityStreamTypes } from '#core/people/decider.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import type { PeopleEvent } from '#core/people/events.ts'
import { HttpError } from '#api/platform/http/httpError.ts'
import type { Authenticator, Session } from '#api/platform/http/route.ts'
import type { PresenceTracker } from '#api/people/presence.ts'
import type { SessionStore } from '#api/people/sessions.ts'
import { invalidToken, type Tokens } from '#api/people/tokens.ts'

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
  invalidate(userId: string): void
}

const CACHED_MS = 60_000

export function createAuthenticator({
  tokens,
  sessions,
  presence,
  clock,
  capacity = 10_000,
}: Deps): SessionAuthenticator {
  const verifiedTokens = new LRUCache<string, { session: Session; expiresAt: number }>({ max: capacity })
  const pendingVerifications = new Set<{ userId: string; isStale: boolean }>()

  async function verify(token: string): Promise<Session> {
    const { userId, sid, expiresAt: tokenExpiresAt } = await tokens.verify(token)
    // Registered before the streams are read: a session that ends during the read is not cached.
    const verification = { userId, isStale: false }
    pendingVerifications.add(verification)
    try {
      const stored = await sessions.find(userId, sid)
      if (!stored) throw new HttpError(401, 'USER_NOT_FOUND', 'This account no longer exists')
      if (!stored.isLive) throw invalidToken()
      const session: Session = { ...stored.user, sid, expiresAt: tokenExpiresAt + CLOCK_SKEW_MS }
      const expiresAt = Math.min(clock() + CACHED_MS, session.expiresAt)
      if (!verification.isStale) verifiedTokens.set(token, { session, expiresAt })
      return session
    } finally {
      pendingVerifications.delete(verification)
    }
  }

  return {
    async authenticate(authorization) {
      const token = bearerToken(authorization)
      const cached = verifiedTokens.get(token)
      const session = cached && cached.expiresAt > clock() ? cached.session : await verify(token)
      presence?.recordRequest(session.id, session.sid)
      return session
    },
    invalidate(userId) {
      for (const verification of pendingVerifications)
        if (verification.userId === userId) verification.isStale = true
      for (const [token, { session }] of [...verifiedTokens])
        if (session.id === userId) verifiedTokens.delete(token)
    },
  }
}

/** In characters; the server's tokens have about 500. */
const MAX_HEADER_LENGTH = 4096

/**
 * `Bearer` in any letter case, one space, one token.
 * @throws HttpError 401 when there is none or it is invalid; 400 when the header is malformed
 */
export function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '')
    throw new HttpError(401, 'TOKEN_MISSING', NO_TOKEN)
  if (authorization.length > MAX_HEADER_LENGTH) throw invalidToken()
  if (!/^bearer\b/i.test(authorization)) throw invalidToken()
  const token = /^bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(authorization)?.[1]
  if (token === undefined) throw malformedHeader()
  return token
}

function malformedHeader(): HttpError {
  return new HttpError(400, 'VALIDATION_ERROR', 'The Authorization header must be "Bearer" and one token')
}

/** Events after which a cached session may no longer be valid, or may be valid again. */
const INVALIDATING_EVENTS = new Set<string>([
  'AccountKept',
  'UserDisabled',
  'UserEnabled',
  'PasswordSet',
  'SessionEnded',
  'OtherSessionsEnded',
] satisfies PeopleEvent['type'][])

/**
 * A subscriber to the log: calls `invalidate` for users whose sessions may have changed, in every process. Reads the stream
 * before it calls `invalidate`, so that the cached state contains the event and an ended session is not accepted during an
 * outage of the log (docs/decisions/0110).
 * @returns a subscriber that throws StoreUnavailable while the stream cannot be read
 */
export function sessionChangeSubscriber(
  reader: Pick<StreamReader, 'state'>,
  invalidate: (userId: string) => void,
): (event: StoredEvent) => Promise<void> {
  return async ({ stream, type }) => {
    if (!INVALIDATING_EVENTS.has(type)) return
    const streamType = sessionValidityStreamTypes.find(({ prefix }) => stream.startsWith(prefix))
    if (!streamType) return
    const userId = stream.slice(streamType.prefix.length)
    await reader.state(streamType, userId)
    invalidate(userId)
  }
}
