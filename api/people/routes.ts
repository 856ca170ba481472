// The calls of log-in, sessions and passwords. Who may is simple here: everybody, for themselves.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { Refusal } from '#core/kernel/decider.ts'
import { refuse } from '#core/kernel/decider.ts'
import { isUuid } from '#core/kernel/ids.ts'
import { foldName } from '#core/kernel/text.ts'
import type { AuthUser, LoginResponse, SessionInfo } from '#core/people/contract.ts'
import { LoginBody } from '#core/people/bodies.ts'
import * as contract from '#core/people/contract.ts'
import { ChangePasswordBody, RegisterBody } from '#core/people/signUp.ts'
import type { CommandOutcome } from '#core/store/commandHandler.ts'
import { parseBody } from '#core/store/operation.ts'
import { toHttpError } from '#api/platform/operationRoute.ts'
import { validationError } from '#api/platform/httpError.ts'
import type { ApiRequest, ApiResponse, Route, AuthenticatedRequest } from '#api/platform/route.ts'
import { publicRoute, authenticatedRoute } from '#api/platform/route.ts'
import type { Accounts, Verified } from '#api/people/accounts.ts'
import type { SessionAuthenticator } from '#api/people/authenticator.ts'
import type { PasswordLimits } from '#api/people/limits.ts'
import type { PresenceTracker } from '#api/people/presence.ts'
import type { PeopleRequest } from '#api/people/runCommand.ts'
import { digestFor } from '#api/people/runCommand.ts'
import type { SessionStore } from '#api/people/sessions.ts'
import type { Tokens } from '#api/people/tokens.ts'

export interface AuthDeps {
  accounts: Accounts
  sessions: SessionStore
  tokens: Tokens
  gate: SessionAuthenticator
  presence: PresenceTracker
  limits: PasswordLimits
  /** Closed: there is no such call. */
  registration: 'open' | 'closed'
}

export function authRoutes(deps: AuthDeps): Route[] {
  const { accounts, sessions, tokens, gate, presence, limits } = deps

  /** A session for whoever's password was just right. */
  async function signIn(of: Verified, { userAgent }: ApiRequest, by: PeopleRequest): Promise<ApiResponse> {
    const { answer: session, ...started } = done(await sessions.start(of, userAgent, by))
    // Its start was one of more than fifty since.
    if (!session) throw told(refuse('KeyReused'))
    const body: LoginResponse = { token: await tokens.issue(of.user, session), user: of.user }
    return { body, ...started }
  }

  async function login(incoming: ApiRequest): Promise<ApiResponse> {
    const { username, password } = parsed(LoginBody, incoming.body)
    const name = foldName(username)
    const by = asked(incoming, contract.loginEndpoint, { name })
    const found = await limits.guard(
      { name, address: incoming.address },
      () => accounts.verifyLogin(username, password),
      (verified) => verified === null,
    )
    if (!found) throw told(refuse('InvalidCredentials'))
    return signIn(found, incoming, { ...by, actor: found.user.id })
  }

  async function register(incoming: ApiRequest): Promise<ApiResponse> {
    const { username, email, password } = parsed(RegisterBody, incoming.body)
    const by = asked(incoming, contract.registerEndpoint, { username, email })
    const { user, verified } = await limits.signUp(incoming.address, async () => {
      const { answer } = done(await accounts.addUser({ username, email, isAdmin: false, password }, by))
      return { user: answer, verified: await accounts.verifyLogin(username, password) }
    })
    // Registered once with this key, and switched off or given another password since.
    if (!verified) throw told(refuse('KeyReused'))
    return signIn(verified, incoming, { ...by, actor: user.id })
  }

  async function changePassword(incoming: AuthenticatedRequest): Promise<ApiResponse> {
    const { session } = incoming
    const body = parsed(ChangePasswordBody, incoming.body)
    const by = { ...asked(incoming, contract.changePassword), actor: session.id }
    // Who found an open phone shall not guess here faster than at the log-in.
    const changed = await limits.guard(
      { name: foldName(session.username), address: incoming.address },
      () => accounts.changePassword(session, body, by),
      ({ refusal }) => refusal?.refused === 'CurrentPasswordIsWrong' || refusal?.refused === 'KeyReused',
    )
    gate.forget(session.id)
    return noContent(changed)
  }

  async function listSessions({ session }: AuthenticatedRequest): Promise<ApiResponse> {
    const live = await sessions.liveOf(session.id)
    const infos = live.map(({ sid, createdAt, device }): SessionInfo => {
      const lastSeenAt = presence.ofSession(sid) ?? createdAt
      return { id: sid, createdAt, lastSeenAt, device, current: sid === session.sid }
    })
    return { body: { sessions: infos } }
  }

  async function logout(incoming: AuthenticatedRequest): Promise<ApiResponse> {
    const { id, sid } = incoming.session
    const by = { ...asked(incoming, contract.logoutEndpoint), actor: id }
    const ended = await sessions.end(id, sid, by)
    gate.forget(id)
    return noContent(ended)
  }

  async function endOtherSessions(incoming: AuthenticatedRequest): Promise<ApiResponse> {
    const { id, sid } = incoming.session
    const by = { ...asked(incoming, contract.endOtherSessions), actor: id }
    const ended = await sessions.endOthers(id, sid, by)
    gate.forget(id)
    return noContent(ended)
  }

  return [
    publicRoute(contract.loginEndpoint, login),
    ...(deps.registration === 'open' ? [publicRoute(contract.registerEndpoint, register)] : []),
    authenticatedRoute(contract.meEndpoint, ({ session }) => ({ body: { user: authUser(session) } })),
    authenticatedRoute(contract.logoutEndpoint, logout),
    authenticatedRoute(contract.changePassword, changePassword),
    authenticatedRoute(contract.listSessions, listSessions),
    authenticatedRoute(contract.endOtherSessions, endOtherSessions),
  ]
}

function authUser({ id, username, email, isAdmin }: AuthUser): AuthUser {
  return { id, username, email, isAdmin }
}

/** @throws HttpError 400 when the idempotency key is no UUID */
function asked(
  { key, requestId }: ApiRequest,
  call: Endpoint,
  named?: Parameters<typeof digestFor>[1],
): Omit<PeopleRequest, 'actor'> {
  if (!isUuid(key)) throw validationError({ 'Idempotency-Key': 'The idempotency key must be a UUID' })
  return { key, digest: digestFor(call, named), requestId }
}

function parsed<Body>(schema: Parameters<typeof parseBody<Body>>[0], body: unknown): Body {
  const result = parseBody(schema, body)
  if ('refused' in result) throw told(result)
  return result.value
}

const told = (refusal: Refusal) => toHttpError(refusal, contract.peopleRefusals)

/** @throws HttpError for a refusal */
function done<Answer>(outcome: CommandOutcome<Answer>) {
  if (outcome.refusal) throw told(outcome.refusal)
  const { response, position, replayed } = outcome
  return { answer: response, position, ...(replayed ? { headers: { 'Idempotency-Replayed': 'true' } } : {}) }
}

function noContent(outcome: CommandOutcome<undefined>): ApiResponse {
  const { position, headers } = done(outcome)
  return { position, ...(headers ? { headers } : {}) }
}
