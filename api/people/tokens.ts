// Issues and verifies the bearer token: a JWT of one fixed algorithm. It names a session and a person; authenticator.ts
// checks whether both are still live. Roles are never in it.

import { createSecretKey } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { isId } from '#core/kernel/ids.ts'
import type { AuthUser } from '#core/kernel/personName.ts'
import { SESSION_EXPIRED } from '#core/people/contract.ts'
import { CLOCK_SKEW_MS } from '#core/people/decider.ts'
import { HttpError } from '#api/platform/http/httpError.ts'

export interface Claims {
  userId: string
  sid: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

export interface Tokens {
  /** @param session times in RFC 3339 UTC; the same session gets the same token until it is renewed */
  issue(user: AuthUser, session: { sid: string; issuedAt: string; expiresAt: string }): Promise<string>
  /** @throws HttpError 401 TOKEN_EXPIRED or INVALID_TOKEN */
  verify(token: string): Promise<Claims>
}

const DAY_MS = 24 * 60 * 60 * 1000
export const TOKEN_LIFE_MS = 7 * DAY_MS
/** Its person could not sign in again. */
export const PROVISIONAL_LIFE_MS = 90 * DAY_MS

const ALGORITHM = 'HS256'
const TYPE = 'at+jwt'
const ISSUER = 'trips-with-friends'
const AUDIENCE = 'trips-with-friends-api'

const id = v.pipe(v.string(), v.check(isId))
const Payload = v.object({ sub: id, sid: id, iat: v.number(), exp: v.number() })

/** @param clock milliseconds since 1970 */
export function createTokens(secret: Uint8Array, clock: () => number): Tokens {
  const key = createSecretKey(secret)
  const seconds = (time: string) => Math.floor(Date.parse(time) / 1000)
  return {
    issue: ({ id: userId, ...user }, { sid, issuedAt, expiresAt }) =>
      new SignJWT({ sid, id: userId, ...user })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(seconds(issuedAt))
        .setExpirationTime(seconds(expiresAt))
        .sign(key),
    async verify(token) {
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'sid', 'iat', 'exp'],
        clockTolerance: CLOCK_SKEW_MS / 1000,
        currentDate: new Date(clock()),
      }).catch((error: unknown) => {
        throw error instanceof errors.JWTExpired ? tokenExpired() : invalidToken()
      })
      // The server never issues a header that chooses a key (kid, jwk, jku, x5u …).
      const hasOtherHeaders = Object.keys(protectedHeader).some((name) => name !== 'alg' && name !== 'typ')
      const claims = v.safeParse(Payload, payload)
      if (hasOtherHeaders || !claims.success) throw invalidToken()
      const { sub: userId, sid, exp } = claims.output
      return { userId, sid, expiresAt: exp * 1000 }
    },
  }
}

function tokenExpired(): HttpError {
  return new HttpError(401, 'TOKEN_EXPIRED', SESSION_EXPIRED)
}

export function invalidToken(): HttpError {
  return new HttpError(401, 'INVALID_TOKEN', 'Invalid session. Please log in again.')
}
