// The calls of log-in, sessions and passwords. Who may is simple here: everybody, for themselves.

import type { Call } from '#core/kernel/call.ts'
import type { Refusal } from '#core/kernel/decider.ts'
import { refuse } from '#core/kernel/decider.ts'
import { isUuid } from '#core/kernel/ids.ts'
import { foldName } from '#core/kernel/text.ts'
import type { AuthUser, LoginAnswer, SessionInfo } from '#core/people/contract.ts'
import { LoginBody } from '#core/people/bodies.ts'
import * as contract from '#core/people/contract.ts'
import { ChangePasswordBody, RegisterBody } from '#core/people/signUp.ts'
import type { Outcome } from '#core/store/handle.ts'
import { parse } from '#core/store/operate.ts'
import { refused } from '#api/platform/bind.ts'
import { validationError } from '#api/platform/httpError.ts'
import type { Incoming, Reply, Route, SignedIn } from '#api/platform/route.ts'
import { open, signedIn } from '#api/platform/route.ts'
import type { Accounts, Verified } from '#api/people/accounts.ts'
import type { PeopleGate } from '#api/people/gate.ts'
import type { PasswordLimits } from '#api/people/limits.ts'
import type { Presence } from '#api/people/presence.ts'
import type { Asked } from '#api/people/run.ts'
import { digestFor } from '#api/people/run.ts'
import type { Sessions } from '#api/people/sessions.ts'
import type { Tokens } from '#api/people/tokens.ts'

export interface AuthDeps {
  accounts: Accounts
  sessions: Sessions
  tokens: Tokens
  gate: PeopleGate
  presence: Presence
  limits: PasswordLimits
  /** Closed: there is no such call. */
  registration: 'open' | 'closed'
}

export function authRoutes(deps: AuthDeps): Route[] {
  const { accounts, sessions, tokens, gate, presence, limits } = deps

  /** A session for whoever's password was just right. */
  async function signIn(of: Verified, { userAgent }: Incoming, by: Asked): Promise<Reply> {
    const { answer: session, ...started } = done(await sessions.start(of, userAgent, by))
    // Its start was one of more than fifty since.
    if (!session) throw told(refuse('KeyReused'))
    const body: LoginAnswer = { token: await tokens.issue(of.user, session), user: of.user }
    return { body, ...started }
  }

  async function login(incoming: Incoming): Promise<Reply> {
    const { username, password } = parsed(LoginBody, incoming.body)
    const name = foldName(username)
    const by = asked(incoming, contract.login, { name })
    const found = await limits.guard(
      { name, address: incoming.address },
      () => accounts.verifyLogin(username, password),
      (verified) => verified === null,
    )
    if (!found) throw told(refuse('InvalidCredentials'))
    return signIn(found, incoming, { ...by, actor: found.user.id })
  }

  async function register(incoming: Incoming): Promise<Reply> {
    const { username, email, password } = parsed(RegisterBody, incoming.body)
    const by = asked(incoming, contract.register, { username, email })
    const { user, verified } = await limits.signUp(incoming.address, async () => {
      const { answer } = done(await accounts.addUser({ username, email, isAdmin: false, password }, by))
      return { user: answer, verified: await accounts.verifyLogin(username, password) }
    })
    // Registered once with this key, and switched off or given another password since.
    if (!verified) throw told(refuse('KeyReused'))
    return signIn(verified, incoming, { ...by, actor: user.id })
  }

  async function changePassword(incoming: SignedIn): Promise<Reply> {
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

  async function listSessions({ session }: SignedIn): Promise<Reply> {
    const live = await sessions.liveOf(session.id)
    const infos = live.map(({ sid, createdAt, device }): SessionInfo => {
      const lastSeenAt = presence.ofSession(sid) ?? createdAt
      return { id: sid, createdAt, lastSeenAt, device, current: sid === session.sid }
    })
    return { body: { sessions: infos } }
  }

  async function logout(incoming: SignedIn): Promise<Reply> {
    const { id, sid } = incoming.session
    const by = { ...asked(incoming, contract.logout), actor: id }
    const ended = await sessions.end(id, sid, by)
    gate.forget(id)
    return noContent(ended)
  }

  async function endOtherSessions(incoming: SignedIn): Promise<Reply> {
    const { id, sid } = incoming.session
    const by = { ...asked(incoming, contract.endOtherSessions), actor: id }
    const ended = await sessions.endOthers(id, sid, by)
    gate.forget(id)
    return noContent(ended)
  }

  return [
    open(contract.login, login),
    ...(deps.registration === 'open' ? [open(contract.register, register)] : []),
    signedIn(contract.me, ({ session }) => ({ body: { user: authUser(session) } })),
    signedIn(contract.logout, logout),
    signedIn(contract.changePassword, changePassword),
    signedIn(contract.listSessions, listSessions),
    signedIn(contract.endOtherSessions, endOtherSessions),
  ]
}

function authUser({ id, username, email, isAdmin }: AuthUser): AuthUser {
  return { id, username, email, isAdmin }
}

/** @throws HttpError 400 when the idempotency key is no UUID */
function asked(
  { key, requestId }: Incoming,
  call: Call,
  named?: Parameters<typeof digestFor>[1],
): Omit<Asked, 'actor'> {
  if (!isUuid(key)) throw validationError({ 'Idempotency-Key': 'The idempotency key must be a UUID' })
  return { key, digest: digestFor(call, named), requestId }
}

function parsed<Body>(schema: Parameters<typeof parse<Body>>[0], body: unknown): Body {
  const result = parse(schema, body)
  if ('refused' in result) throw told(result)
  return result.value
}

const told = (refusal: Refusal) => refused(refusal, contract.peopleRefusals)

/** @throws HttpError for a refusal */
function done<Answer>(outcome: Outcome<Answer>) {
  if (outcome.refusal) throw told(outcome.refusal)
  const { answer, position, replayed } = outcome
  return { answer, position, ...(replayed ? { headers: { 'Idempotency-Replayed': 'true' } } : {}) }
}

function noContent(outcome: Outcome<undefined>): Reply {
  const { position, headers } = done(outcome)
  return { position, ...(headers ? { headers } : {}) }
}
