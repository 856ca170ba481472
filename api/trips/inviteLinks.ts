// The routes of invite links. A link is /join#<id>.<mac>: the fragment reaches no server, log or preview, and only POST
// reads it, so that robots that fetch a link spend nothing. The mac is made from the id and the signing key, so the
// organizer can see a link again on any day, and no copy of the log opens a trip.

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { refuse, type Refusal } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { authUserOf, shownName, type AuthUser } from '#core/kernel/personName.ts'
import type { AcceptedOutcome } from '#core/store/command.ts'
import { executeOperation, type OperationDeps } from '#core/store/operation.ts'
import { authorizeOnTrip } from '#core/trips/access.ts'
import { JoinBody, LinkSecretBody, type Join } from '#core/trips/bodies.ts'
import * as contract from '#core/trips/contract.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import {
  CreateInviteLinkOperation,
  EndInviteLinkOperation,
  JoinByLinkOperation,
} from '#core/trips/inviteLinkOperations.ts'
import {
  decideInviteLink,
  isUsable,
  refuseTakenName,
  toLinksResponse,
  type LinkWithoutSecret,
} from '#core/trips/inviteLinks.ts'
import { tripLimits } from '#core/trips/limits.ts'
import type { InviteLinkResponse, InvitePreview, JoinResponse } from '#core/trips/responses.ts'
import type { InviteLink, Trip } from '#core/trips/trip.ts'
import { editorRoles, isOnTrip } from '#core/trips/visibility.ts'
import { networkOf } from '#api/platform/http/clientAddress.ts'
import { rateLimited, validationError } from '#api/platform/http/httpError.ts'
import { secondsUntil } from '#api/platform/http/requestLimit.ts'
import {
  authenticatedRoute,
  publicRoute,
  toActor,
  type ApiRequest,
  type ApiResponse,
  type Authenticator,
  type Route,
  type Session,
} from '#api/platform/http/route.ts'
import type { ReadDeps } from '#api/platform/membership.ts'
import type { Limiters } from '#api/platform/nodes.ts'
import {
  acceptedOf,
  operationRoute,
  parsedBody,
  toApiResponse,
  toHttpError,
} from '#api/platform/operationRoute.ts'

export interface InviteLinkDeps extends OperationDeps, Pick<ReadDeps, 'reader'> {
  signingKey: Uint8Array
  limiters: Limiters
  /** Whether links can be made and used. */
  areLinksOn: boolean
  authenticator: Authenticator
  provisional: JoiningAccounts
}

/** Accounts without a password, for people who join. */
export interface JoiningAccounts {
  /** The account that an earlier attempt made; null for none, or one that has a password by now. */
  find(id: string): Promise<AuthUser | null>
  /** @throws HttpError 429 for too many accounts */
  create(displayName: string, id: string, incoming: ApiRequest): Promise<AuthUser>
  /** A retry gets the same session. @throws HttpError 422 where it has ended */
  signIn(id: string, incoming: ApiRequest): Promise<{ token: string; user: AuthUser }>
}

const wrongSecrets = { points: 10, duration: 15 * 60, keyPrefix: 'wrongLinks' }
const TOO_MANY_LINKS = 'Too many links that are not complete. Please wait a few minutes.'

export function inviteLinkRoutes(deps: InviteLinkDeps): Route[] {
  const { reader, clock, findEntity, areLinksOn, authenticator, provisional } = deps
  const secrets = createLinkSecrets(deps.signingKey)
  const wrong = deps.limiters(wrongSecrets)
  const withUrl = (link: LinkWithoutSecret): InviteLinkResponse => ({
    ...link,
    url: `/join#${secrets.secretOf(link.id)}`,
  })

  /** @throws HttpError 404 for a wrong secret, 429 for too many of them */
  async function linkIdIn(secret: string, address: string): Promise<string> {
    const network = networkOf(address)
    const used = await wrong.get(network)
    if (used && used.msBeforeNext > 0 && used.consumedPoints >= wrong.points)
      throw rateLimited(TOO_MANY_LINKS, secondsUntil(used))
    const linkId = secrets.linkIdIn(secret)
    if (linkId !== null) return linkId
    await wrong.penalty(network)
    throw toError(refuse('LinkIsNotComplete'))
  }

  /** The trip, and its link while it can be used. */
  async function find(linkId: string): Promise<{ trip: Trip | null; link: InviteLink | null }> {
    const entity = await findEntity(linkId)
    const state = entity && (await reader.lastKnown(tripStreamType, entity.tripId))
    if (!state?.trip || state.trip.deleted) return { trip: null, link: null }
    const { trip } = state
    const link = areLinksOn ? trip.inviteLinks.find(({ id }) => id === linkId) : undefined
    return { trip, link: link && isUsable(link, now()) ? link : null }
  }

  const now = () => new Date(clock()).toISOString()

  /** @throws HttpError 401 for a token that is not valid (any more) */
  const sessionOf = async ({ authorization }: ApiRequest): Promise<Session | null> =>
    authorization === undefined ? null : authenticator.authenticate(authorization)

  async function preview(incoming: ApiRequest): Promise<ApiResponse> {
    const { secret } = parsedBody(LinkSecretBody, incoming.body)
    const linkId = await linkIdIn(secret, incoming.address)
    const [session, { trip, link }] = await Promise.all([sessionOf(incoming), find(linkId)])
    const organizer = trip?.participants.find(({ role }) => role === 'organizer')
    const isMember = trip !== null && session !== null && isOnTrip(trip, session.id)
    const body: InvitePreview = {
      // Also a link that has ended leads to the trip whoever is on it.
      trip: trip && (link || isMember) ? previewOf(trip) : null,
      organizer: organizer ? shownName(organizer) : null,
      guests: trip && link ? trip.guests.map(({ id, name }) => ({ id, name })) : [],
      guestId: link?.guestId ?? null,
      isOnTrip: isMember,
    }
    return { body }
  }

  async function join(incoming: ApiRequest): Promise<ApiResponse> {
    const body = parsedBody(JoinBody, incoming.body)
    const linkId = await linkIdIn(body.secret, incoming.address)
    const [session, entity] = await Promise.all([sessionOf(incoming), findEntity(linkId)])
    if (!entity || !areLinksOn) throw toError(refuse('LinkHasEnded'))
    const by = session ?? (await accountFor(body, linkId, incoming))
    const { key, requestId } = incoming
    const params = { tripId: entity.tripId, linkId }
    const outcome = await executeOperation(deps, JoinByLinkOperation, {
      params,
      body: incoming.body,
      by: toActor(by),
      key,
      requestId,
    })
    const accepted = acceptedOf(outcome, JoinByLinkOperation.refusals) as AcceptedOutcome<
      Pick<JoinResponse, 'tripId' | 'claim'>
    >
    const signedIn = session
      ? { token: incoming.authorization!.slice('Bearer '.length), user: authUserOf(session) }
      : await provisional.signIn(by.id, incoming)
    return { ...toApiResponse(accepted), body: { ...signedIn, ...accepted.response } satisfies JoinResponse }
  }

  /** The account of somebody without one. Nothing is made before it is known that they can join. */
  async function accountFor(body: Join, linkId: string, incoming: ApiRequest): Promise<AuthUser> {
    const id = idFrom(linkId, incoming.key)
    const earlier = await provisional.find(id)
    if (earlier) return earlier
    const { trip } = await find(linkId)
    if (!trip) throw toError(refuse('LinkHasEnded'))
    const { guestId } = body
    const user = { id, username: '' }
    const claim = guestId === undefined ? null : { claimId: id, guestId, hasMoney: false }
    const joining = { linkId, user, claim, now: now(), tripCount: 0 }
    const decision = decideInviteLink(trip, { type: 'JoinByLink', ...joining })
    if ('refused' in decision) throw toError(decision)
    const guest = trip.guests.find((one) => one.id === guestId)
    const name = guest?.name ?? body.name
    if (name === undefined) throw validationError({ name: 'Please type your name' })
    const taken = guest ? null : refuseTakenName(trip, name)
    if (taken) throw toError(taken)
    return provisional.create(cut(name), id, incoming)
  }

  return [
    authenticatedRoute(contract.getInviteLinks, async ({ params, by }) => {
      const state = await reader.lastKnown(tripStreamType, params['tripId']!)
      const refusal = authorizeOnTrip(state, by.id, editorRoles)
      if (refusal) throw toError(refusal)
      const { inviteLink, guestLinks, joined } = toLinksResponse(state.trip!, now())
      const isShown = areLinksOn && inviteLink !== null
      const body = {
        inviteLink: isShown ? withUrl(inviteLink) : null,
        guestLinks: areLinksOn ? guestLinks.map(withUrl) : [],
        joined,
      }
      return { body }
    }),
    areLinksOn
      ? operationRoute(CreateInviteLinkOperation, deps, async ({ response }) => {
          const { inviteLink } = response as { inviteLink: LinkWithoutSecret | { id: string } }
          // A retry of somebody who is no longer an editor gets the id alone.
          return { body: { inviteLink: 'createdAt' in inviteLink ? withUrl(inviteLink) : inviteLink } }
        })
      : authenticatedRoute(contract.createInviteLink, () => {
          throw toError(refuse('InviteLinksAreOff'))
        }),
    operationRoute(EndInviteLinkOperation, deps),
    publicRoute(contract.previewInviteLink, preview),
    publicRoute(contract.joinByLink, join),
  ]
}

const previewOf = ({ id, details, participants, guests }: Trip): InvitePreview['trip'] => ({
  id,
  title: details.title,
  destination: details.destination,
  startDate: details.startDate,
  endDate: details.endDate,
  participantCount: participants.length + guests.length,
})

/** A guest's name may be longer than a person's. */
const cut = (name: string): string => name.slice(0, tripLimits.displayName.max).toWellFormed().trim()

const toError = (refusal: Refusal) => toHttpError(refusal, JoinByLinkOperation.refusals)

const MAC_BYTES = 16

/** The secret of a link: its id and a mac of it, both in base64url. @param signingKey of the server */
export function createLinkSecrets(signingKey: Uint8Array) {
  const key = Buffer.from(hkdfSync('sha256', signingKey, '', 'invite links', 32))
  const macOf = (linkId: string): Buffer =>
    createHmac('sha256', key).update(linkId).digest().subarray(0, MAC_BYTES)
  return {
    secretOf: (linkId: string): string =>
      `${Buffer.from(linkId.replaceAll('-', ''), 'hex').toString('base64url')}.${macOf(linkId).toString('base64url')}`,
    /** null for a wrong or incomplete secret. */
    linkIdIn(secret: string): string | null {
      const [, id = '', mac = ''] = /^([\w-]{22})\.([\w-]{22})$/.exec(secret) ?? []
      const hex = Buffer.from(id, 'base64url').toString('hex')
      const linkId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      const given = Buffer.from(mac, 'base64url')
      return given.length === MAC_BYTES && timingSafeEqual(given, macOf(linkId)) ? linkId : null
    },
  }
}
