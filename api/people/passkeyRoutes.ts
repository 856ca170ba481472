// The routes of passkeys: to add, list and remove one's own, and to log in with one.

import { refuse } from '#core/kernel/decider.ts'
import { digestOf } from '#core/kernel/ids.ts'
import { foldName } from '#core/kernel/text.ts'
import type { PasskeyInfo } from '#core/people/passkeyContract.ts'
import * as contract from '#core/people/passkeyContract.ts'
import { AddPasskeyBody, PasskeyLoginBody, PasskeyOptionsBody } from '#core/people/passkeyBodies.ts'
import { refuseMorePasskeys, type Passkey } from '#core/people/passkeys.ts'
import { parsedBody, toApiResponse } from '#api/platform/operationRoute.ts'
import {
  type ApiRequest,
  type ApiResponse,
  type Route,
  type AuthenticatedRequest,
  publicRoute,
  authenticatedRoute,
} from '#api/platform/http/route.ts'
import { userIdIn } from '#api/people/passkeys.ts'
import {
  type AuthDeps,
  accepted,
  peopleRequest,
  refuseTakenUsername,
  relyingParty,
  signedPasskey,
  signIn,
  toError,
} from '#api/people/routes.ts'

export function passkeyRoutes(deps: AuthDeps): Route[] {
  const { accounts, authenticator, limits, passkeys, sessions } = deps

  async function list({ session }: AuthenticatedRequest): Promise<ApiResponse> {
    const [owned, hasPassword] = await Promise.all([
      passkeys.of(session.id),
      accounts.hasPassword(session.id),
    ])
    return { body: { passkeys: [...owned.values()].map(infoOf), hasPassword } }
  }

  async function creationOptions(incoming: AuthenticatedRequest): Promise<ApiResponse> {
    const { session, address } = incoming
    const { currentPassword, username = session.username } = parsedBody(PasskeyOptionsBody, incoming.body)
    const { id } = relyingParty(incoming)
    if (session.isProvisional) {
      await refuseTakenUsername(deps, session, username)
      return { body: await passkeys.creationOptions({ ...session, username }, id) }
    }
    // Limited like the log-in, against guessing on an unlocked phone.
    const isOwner = await limits.guard(
      { name: foldName(session.username), address },
      () => accounts.verifyCurrentPassword(session.id, currentPassword),
      (isRight) => !isRight,
    )
    if (!isOwner) throw toError(refuse('CurrentPasswordIsWrong'))
    const full = refuseMorePasskeys(await passkeys.of(session.id))
    if (full) throw toError(full)
    return { body: await passkeys.creationOptions(session, id) }
  }

  async function add(incoming: AuthenticatedRequest): Promise<ApiResponse> {
    const { session } = incoming
    const { passkey } = parsedBody(AddPasskeyBody, incoming.body)
    if (session.isProvisional) throw toError(refuse('AddAPasswordFirst'))
    const signed = await signedPasskey(deps, session, passkey, incoming)
    const request = { ...onceFor(incoming, contract.addPasskey, signed), actor: session.id }
    const added = accepted(await passkeys.add(session.id, signed.added, request))
    return { ...toApiResponse(added), body: { passkey: infoOf(added.response) } }
  }

  async function remove(incoming: AuthenticatedRequest): Promise<ApiResponse> {
    const { session, params } = incoming
    const { passkeyId = '' } = params
    const request = { ...peopleRequest(incoming, contract.removePasskey, { passkeyId }), actor: session.id }
    const removed = accepted(await passkeys.remove(session.id, passkeyId, request))
    // It may have been stolen, and used.
    accepted(await sessions.endOthers(session.id, session.sid, request))
    authenticator.invalidate(session.id)
    return toApiResponse(removed)
  }

  async function logIn(incoming: ApiRequest): Promise<ApiResponse> {
    const { passkey } = parsedBody(PasskeyLoginBody, incoming.body)
    const party = relyingParty(incoming)
    const verified = await limits.guard(
      { name: userIdIn(passkey) ?? '', address: incoming.address },
      () => passkeys.verifyLogin(passkey, party),
      (result) => result === null,
    )
    if (!verified) throw toError(refuse('PasskeyNotAccepted'))
    const { user } = verified
    const request = { ...onceFor(incoming, contract.passkeyLogin, verified), actor: user.id }
    accepted(await passkeys.use(user.id, verified, request))
    return signIn(deps, verified, incoming, request)
  }

  return [
    authenticatedRoute(contract.listPasskeys, list),
    authenticatedRoute(contract.getPasskeyOptions, creationOptions),
    authenticatedRoute(contract.addPasskey, add),
    authenticatedRoute(contract.removePasskey, remove),
    publicRoute(contract.getPasskeyLoginOptions, async (incoming) => ({
      body: await passkeys.requestOptions(relyingParty(incoming).id),
    })),
    publicRoute(contract.passkeyLogin, logIn),
  ]
}

/**
 * The challenge is the key of the command and the sender's key part of its digest: the same challenge in another request is
 * refused, on every node, and a retry is none.
 */
function onceFor(
  incoming: ApiRequest,
  endpoint: Parameters<typeof peopleRequest>[1],
  { challengeId }: { challengeId: string },
) {
  const { key, requestId } = peopleRequest(incoming, endpoint)
  return { key: challengeId, digest: digestOf(endpoint.method, endpoint.path, { key }), requestId }
}

const infoOf = ({ passkeyId, name, createdAt, lastUsedAt }: Passkey): PasskeyInfo => ({
  id: passkeyId,
  name,
  createdAt,
  lastUsedAt,
})
