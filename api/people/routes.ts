// The routes of log-in, registration, sessions and passwords. All are for the person's own account.

import { readFileSync } from 'node:fs'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { refuse, type Refusal } from '#core/kernel/decider.ts'
import { digestOf, isUuid } from '#core/kernel/ids.ts'
import { authUserOf, type AuthUser } from '#core/kernel/personName.ts'
import { foldName } from '#core/kernel/text.ts'
import type { LoginResponse, SessionInfo } from '#core/people/contract.ts'
import { LoginBody } from '#core/people/bodies.ts'
import * as contract from '#core/people/contract.ts'
import { passkeyRefusals } from '#core/people/passkeyContract.ts'
import { KeepByPasskeyBody, type NewPasskey } from '#core/people/passkeyBodies.ts'
import { ChangePasswordBody, KeepBody, RegisterBody } from '#core/people/signUp.ts'
import type { CommandOutcome } from '#core/store/command.ts'
import { acceptedOf, parsedBody, toApiResponse, toHttpError } from '#api/platform/operationRoute.ts'
import type { ReadModels } from '#api/platform/readModels.ts'
import { directory, DIRECTORY_KEY } from '#projections/people/directory.ts'
import { validationError } from '#api/platform/http/httpError.ts'
import {
  type ApiRequest,
  type ApiResponse,
  type Route,
  type AuthenticatedRequest,
  publicRoute,
  authenticatedRoute,
} from '#api/platform/http/route.ts'
import type { Accounts, Verified, WayToKeep } from '#api/people/accounts.ts'
import type { SessionAuthenticator } from '#api/people/authenticator.ts'
import { relyingPartyOf, type Passkeys, type RelyingParty, type SignedPasskey } from '#api/people/passkeys.ts'
import type { PasswordLimits } from '#api/people/passwordLimits.ts'
import type { PresenceTracker } from '#api/people/presence.ts'
import type { PeopleRequest } from '#api/people/peopleRequest.ts'
import { deviceNameOf, type SessionStore } from '#api/people/sessions.ts'
import { invalidToken, type Tokens } from '#api/people/tokens.ts'

export interface AuthDeps {
  accounts: Accounts
  passkeys: Passkeys
  sessions: SessionStore
  tokens: Tokens
  authenticator: SessionAuthenticator
  presence: PresenceTracker
  limits: PasswordLimits
  readModels: Pick<ReadModels, 'get'>
  /** `closed`: the registration endpoint does not exist. */
  registration: 'open' | 'closed'
}

export async function signIn(
  { sessions, tokens }: Pick<AuthDeps, 'sessions' | 'tokens'>,
  verified: Verified,
  { userAgent }: ApiRequest,
  request: PeopleRequest,
) {
  const { user } = verified
  const started = accepted(await sessions.start(verified, userAgent, request))
  // A retry, and more than fifty newer sessions have replaced this session.
  if (!started.response) throw toError(refuse('KeyReused'))
  const body: LoginResponse = { token: await tokens.issue(user, started.response), user }
  return { ...toApiResponse(started), body }
}

/** Accounts of people who join by a link, for the routes of the links. */
export function provisionalAccounts(deps: AuthDeps) {
  const { accounts, limits } = deps
  /** To join is to register: the link is not this feature's. */
  const requestOf = (incoming: ApiRequest, id: string) => peopleRequest(incoming, contract.register, { id })
  return {
    find: async (id: string) => (await accounts.findProvisional(id))?.user ?? null,
    create: (displayName: string, id: string, incoming: ApiRequest) =>
      limits.signUp(incoming.address, async () => {
        const made = accepted(await accounts.addProvisional(displayName, id, requestOf(incoming, id)))
        return made.response
      }),
    async signIn(id: string, incoming: ApiRequest): Promise<LoginResponse> {
      const account = await accounts.findProvisional(id)
      // A retry, and the account has a password by now, or is disabled.
      if (!account) throw toError(refuse('KeyReused'))
      return (await signIn(deps, account, incoming, { ...requestOf(incoming, id), actor: id })).body
    },
  }
}

export type ProvisionalAccounts = ReturnType<typeof provisionalAccounts>

export function authRoutes(deps: AuthDeps): Route[] {
  const { accounts, authenticator, limits } = deps

  async function login(incoming: ApiRequest): Promise<ApiResponse> {
    const { username, password } = parsedBody(LoginBody, incoming.body)
    const name = foldName(username)
    const request = peopleRequest(incoming, contract.login, { name })
    const verified = await limits.guard(
      { name, address: incoming.address },
      () => accounts.verifyLogin(username, password),
      (result) => result === null,
    )
    if (!verified) throw toError(refuse('InvalidCredentials'))
    return signIn(deps, verified, incoming, { ...request, actor: verified.user.id })
  }

  async function register(incoming: ApiRequest): Promise<ApiResponse> {
    const { username, email, password } = parsedBody(RegisterBody, incoming.body)
    const request = peopleRequest(incoming, contract.register, { username, email })
    const { user, verified } = await limits.signUp(incoming.address, async () => {
      if (await looksTaken(deps, username)) throw toError(refuse('UsernameLooksTaken'))
      const { response } = accepted(
        await accounts.addUser({ username, email, isAdmin: false, password }, request),
      )
      return { user: response, verified: await accounts.verifyLogin(username, password) }
    })
    // A retry, and the account was disabled or its password changed since.
    if (!verified) throw toError(refuse('KeyReused'))
    return signIn(deps, verified, incoming, { ...request, actor: user.id })
  }

  async function keep(incoming: AuthenticatedRequest): Promise<ApiResponse> {
    const { session } = incoming
    const { username, ...wayIn } = await wayToKeep(incoming)
    const request = { ...peopleRequest(incoming, contract.keepAccount, { username }), actor: session.id }
    await refuseTakenUsername(deps, session, username)
    const kept = accepted(await accounts.keepAccount(session, { username, ...wayIn }, request))
    authenticator.invalidate(session.id)
    const renewed = await renewToken(deps, kept.response, session.sid, request)
    return { ...toApiResponse(kept), body: renewed.body }
  }

  async function wayToKeep(incoming: AuthenticatedRequest): Promise<WayToKeep> {
    const { session, body } = incoming
    const isByPasskey = typeof body === 'object' && body !== null && 'passkey' in body
    if (!isByPasskey) return parsedBody(KeepBody, body)
    const { username, passkey } = parsedBody(KeepByPasskeyBody, body)
    // The challenge is of a provisional account, which a retry has no more.
    const user = { id: session.id, isProvisional: true } as const
    return { username, ...(await signedPasskey(deps, user, passkey, incoming)) }
  }

  async function changePassword(incoming: AuthenticatedRequest): Promise<ApiResponse> {
    const { session } = incoming
    const body = parsedBody(ChangePasswordBody, incoming.body)
    const request = { ...peopleRequest(incoming, contract.changePassword), actor: session.id }
    // Limited like the log-in, against guessing on an unlocked phone.
    const changed = await limits.guard(
      { name: foldName(session.username), address: incoming.address },
      () => accounts.changePassword(session, body, request),
      ({ refusal }) => refusal?.refused === 'CurrentPasswordIsWrong' || refusal?.refused === 'KeyReused',
    )
    authenticator.invalidate(session.id)
    return toApiResponse(accepted(changed))
  }

  return [
    publicRoute(contract.login, login),
    ...(deps.registration === 'open' ? [publicRoute(contract.register, register)] : []),
    authenticatedRoute(contract.me, ({ session }) => ({ body: { user: authUserOf(session) } })),
    authenticatedRoute(contract.keepAccount, keep),
    authenticatedRoute(contract.changePassword, changePassword),
    ...sessionRoutes(deps),
  ]
}

/** An equal name is a matter of its reservation: it may be this person's own, in a retry. */
async function looksTaken({ readModels }: Pick<AuthDeps, 'readModels'>, username: string): Promise<boolean> {
  const { people } = (await readModels.get(directory, DIRECTORY_KEY)) ?? { people: [] }
  const name = foldName(username)
  return people.some((other) => other.foldedName !== name && looksLike(other.username, username))
}

/** Of an account that is kept; before a browser makes a passkey for the name, too. @throws HttpError 409 */
export async function refuseTakenUsername(
  deps: Pick<AuthDeps, 'accounts' | 'readModels'>,
  { id, username: own }: AuthUser,
  username: string,
): Promise<void> {
  if (foldName(username) === foldName(own)) return
  const holder = await deps.accounts.findActive(username)
  if (holder && holder.id !== id) throw toError(refuse('UsernameIsTaken'))
  if (await looksTaken(deps, username)) throw toError(refuse('UsernameLooksTaken'))
}

/** @throws HttpError 409 where the page that sends the request can have no passkeys */
export function relyingParty({ origin }: Pick<ApiRequest, 'origin'>): RelyingParty {
  const party = relyingPartyOf(origin)
  if (!party) throw toError(refuse('NoPasskeysHere'))
  return party
}

/** @throws HttpError 400 */
export async function signedPasskey(
  { passkeys }: Pick<AuthDeps, 'passkeys'>,
  user: Pick<AuthUser, 'id' | 'isProvisional'>,
  passkey: NewPasskey,
  incoming: ApiRequest,
): Promise<SignedPasskey> {
  const name = deviceNameOf(incoming.userAgent)
  const signed = await passkeys.checkNew(passkey, user, relyingParty(incoming), name)
  if (!signed) throw toError(refuse('PasskeyNotAdded'))
  return signed
}

async function renewToken(
  { sessions, tokens }: Pick<AuthDeps, 'sessions' | 'tokens'>,
  user: AuthUser,
  sid: string,
  request: PeopleRequest,
): Promise<ApiResponse> {
  const renewed = accepted(await sessions.renew(user.id, sid, request))
  // It was ended meanwhile.
  if (!renewed.response) throw invalidToken()
  const body: LoginResponse = { token: await tokens.issue(user, renewed.response), user }
  return { ...toApiResponse(renewed), body }
}

function sessionRoutes({ sessions, tokens, authenticator, presence }: AuthDeps): Route[] {
  async function refresh(incoming: AuthenticatedRequest): Promise<ApiResponse> {
    const user = authUserOf(incoming.session)
    const request = { ...peopleRequest(incoming, contract.refresh), actor: user.id }
    return renewToken({ sessions, tokens }, user, incoming.session.sid, request)
  }

  async function listSessions({ session }: AuthenticatedRequest): Promise<ApiResponse> {
    const records = await sessions.liveOf(session.id)
    const infos = records.map(({ sid, createdAt, device }): SessionInfo => {
      const lastSeenAt = presence.ofSession(sid) ?? createdAt
      return { id: sid, createdAt, lastSeenAt, device, current: sid === session.sid }
    })
    return { body: { sessions: infos } }
  }

  const endRoute = (endpoint: Endpoint, end: SessionStore['end' | 'endOthers']) =>
    authenticatedRoute(endpoint, async (incoming) => {
      const { id, sid } = incoming.session
      const ended = await end(id, sid, { ...peopleRequest(incoming, endpoint), actor: id })
      authenticator.invalidate(id)
      return toApiResponse(accepted(ended))
    })

  return [
    authenticatedRoute(contract.refresh, refresh),
    endRoute(contract.logout, sessions.end),
    authenticatedRoute(contract.listSessions, listSessions),
    endRoute(contract.endOtherSessions, sessions.endOthers),
  ]
}

/**
 * @param digested the part of the body that the digest covers: never a password
 * @throws HttpError 400 when the idempotency key is no UUID
 */
export function peopleRequest(
  { key, requestId }: ApiRequest,
  { method, path }: Endpoint,
  digested: Readonly<Record<string, string | null>> = {},
): Omit<PeopleRequest, 'actor'> {
  if (!isUuid(key)) throw validationError({ 'Idempotency-Key': 'The idempotency key must be a UUID' })
  return { key, digest: digestOf(method, path, digested), requestId }
}

const refusals = { ...contract.peopleRefusals, ...passkeyRefusals }

export const toError = (refusal: Refusal) => toHttpError(refusal, refusals)

export const accepted = <ResponseBody>(outcome: CommandOutcome<ResponseBody>) => acceptedOf(outcome, refusals)

/** Character → what it looks like; read for the first sign-up. */
let prototypes: ReadonlyMap<string, string> | undefined

/**
 * Whether somebody could take one name for the other, by the skeletons of UTS 39. Equal names do. Names in two alphabets are
 * refused before (core/people/signUp.ts); what is left is aIice, alıce, and names wholly in letters that look like Latin.
 */
export function looksLike(name: string, other: string): boolean {
  const looks = looksOf(other)
  return looksOf(name).some((look) => looks.includes(look))
}

/** How a name looks as it is written, and in small letters: I looks like l, and i does not. */
const looksOf = (name: string): string[] => [skeleton(name), skeleton(foldName(name))]

function skeleton(name: string): string {
  prototypes ??= readPrototypes()
  const characters = Array.from(name.normalize('NFKC').normalize('NFD'))
  return foldName(characters.map((character) => prototypes!.get(character) ?? character).join(''))
}

function readPrototypes(): Map<string, string> {
  const lines = readFileSync(new URL('confusables.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [prototype, characters] = line.split('\t')
      return Array.from(characters ?? '', (character) => [character, prototype!] as const)
    }),
  )
}
