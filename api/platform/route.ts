// A route is one line of a feature's list: a call, and what answers it. Everything around it (session, JSON,
// idempotency key, positions, failures) is the app's.

import type { Call, Params } from '#core/kernel/call.ts'
import type { Person } from '#core/store/operate.ts'

/** Who is asking, as their token and its session say. Roles are never in it. */
export interface Session extends Person {
  sid: string
  email: string | null
  isAdmin: boolean
  /** When its token ends, in milliseconds since 1970. */
  endsAt: number
}

/** How often an open connection is looked at for whether its token has ended. */
export const LOOK_FOR_ENDED_TOKENS_MS = 1000

/** A request once it passed size, content type, session and JSON. */
export interface Incoming {
  params: Params
  query: URLSearchParams
  /** undefined where the method has none. */
  body: unknown
  /** The idempotency key, given or made; a UUID. */
  key: string
  requestId: string
  ifMatch: number | undefined
  /** The client's address, for limits. */
  address: string
  userAgent: string
  /** The last event of a stream that this client heard, if it says so. */
  lastEventId?: string | undefined
  /** The header as it came, for whoever asks later whether its session still lives. */
  authorization?: string | undefined
}

export interface SignedIn extends Incoming {
  session: Session
  by: Person
}

export interface Reply {
  /** Default: the call's. */
  status?: number
  body?: unknown
  /** The body of a long answer as JSON, made while it is read. */
  pieces?: AsyncGenerator<string, void>
  headers?: Readonly<Record<string, string>>
  /** Where a command's facts stand; the answer waits until the read side shows it. */
  position?: string
}

export type Route =
  | { call: Call<unknown, unknown>; access: 'signed-in'; answer(incoming: SignedIn): Promise<Reply> | Reply }
  | { call: Call<unknown, unknown>; access: 'public'; answer(incoming: Incoming): Promise<Reply> | Reply }

/** Turns the Authorization header into a session. */
export interface Gate {
  /** @throws HttpError 401 (TOKEN_MISSING, TOKEN_EXPIRED, INVALID_TOKEN, USER_NOT_FOUND). */
  authenticate(authorization: string | undefined): Promise<Session>
}

export function signedIn(
  call: Call<unknown, unknown>,
  answer: (incoming: SignedIn) => Promise<Reply> | Reply,
): Route {
  return { call, access: 'signed-in', answer }
}

export function open(
  call: Call<unknown, unknown>,
  answer: (incoming: Incoming) => Promise<Reply> | Reply,
): Route {
  return { call, access: 'public', answer }
}
