// Who is let in. A verified token is remembered for a minute at the most, because verifying each request costs a
// third of all throughput; whatever ends a session makes it forgotten at once, also when another process wrote it.

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
  /** Tokens remembered at the most. */
  capacity?: number
}

export interface SessionAuthenticator extends Authenticator {
  /** What is remembered of this person's sessions is asked anew. */
  forget(userId: string): void
}

const REMEMBERED_MS = 60_000

export function createAuthenticator({
  tokens,
  sessions,
  presence,
  clock,
  capacity = 10_000,
}: Deps): SessionAuthenticator {
  const remembered = new Map<string, { session: Session; until: number }>()
  const underway = new Set<{ userId: string; stale: boolean }>()

  async function verify(token: string): Promise<Session> {
    const { userId, sid, expiresAt } = await tokens.verify(token)
    // Known before the streams are read: what ends while they are read is not remembered as alive.
    const reading = { userId, stale: false }
    underway.add(reading)
    try {
      const found = await sessions.find(userId, sid)
      if (!found) throw new HttpError(401, 'USER_NOT_FOUND', 'This account no longer exists')
      if (!found.live) throw invalidToken()
      const session: Session = { ...found.user, sid, endsAt: expiresAt + CLOCK_SKEW_MS }
      if (!reading.stale) remember(token, session)
      return session
    } finally {
      underway.delete(reading)
    }
  }

  function remember(token: string, session: Session): void {
    const until = Math.min(clock() + REMEMBERED_MS, session.endsAt)
    remembered.delete(token)
    remembered.set(token, { session, until })
    if (remembered.size > capacity) remembered.delete(remembered.keys().next().value!)
  }

  return {
    async authenticate(authorization) {
      const token = bearerToken(authorization)
      const known = remembered.get(token)
      if (known && known.until <= clock()) remembered.delete(token)
      const session = known && known.until > clock() ? known.session : await verify(token)
      presence?.seen(session.id, session.sid)
      return session
    },
    forget(userId) {
      for (const reading of underway) if (reading.userId === userId) reading.stale = true
      for (const [token, { session }] of remembered) if (session.id === userId) remembered.delete(token)
    },
  }
}

/** Ours have about 500 characters. */
const LONGEST = 4096

/**
 * `Bearer` in any letter case, one space, one token.
 * @throws HttpError 401 when there is none or it cannot be one; 400 when the header is not well formed
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

/** For a subscription to the log: whoever's sessions may have ended is forgotten, in every process. */
export function sessionChangeSubscriber(forget: (userId: string) => void): (event: StoredEvent) => void {
  const prefixes = [accountStreamType.prefix, credentialsStreamType.prefix, sessionsStreamType.prefix]
  return ({ stream, type }) => {
    if (!ENDING.has(type)) return
    const prefix = prefixes.find((one) => stream.startsWith(one))
    if (prefix) forget(stream.slice(prefix.length))
  }
}
