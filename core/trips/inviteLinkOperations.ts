// The operations of invite links.

import { refuse } from '#core/kernel/decider.ts'
import { refuseProvisional } from '#core/kernel/refusals.ts'
import { InviteLinkBody, JoinBody, type Join } from '#core/trips/bodies.ts'
import * as contract from '#core/trips/contract.ts'
import type { TripEvent } from '#core/trips/events.ts'
import { toLinkResponse } from '#core/trips/inviteLinks.ts'
import {
  actorOf,
  authorizeTripRead,
  forTripRoles,
  plannedTrip,
  type TripOperation,
} from '#core/trips/operations.ts'
import { guestClaimRefusals, tripRefusals } from '#core/trips/refusals.ts'
import type { InviteLink, Trip } from '#core/trips/trip.ts'
import { editorRoles, organizerOnly } from '#core/trips/visibility.ts'

const createdLink = ({ inviteLinks }: Trip, linkId: string): InviteLink =>
  inviteLinks.find(({ id }) => id === linkId)!

export const CreateInviteLinkOperation: TripOperation<
  'CreateInviteLink',
  undefined,
  { guestId: string | null }
> = {
  ...forTripRoles(organizerOnly),
  type: 'CreateInviteLink',
  endpoint: contract.createInviteLink,
  authorize: (request, context, own) =>
    forTripRoles(organizerOnly).authorize(request, context, own) ?? refuseProvisional(request.by),
  authorizeRead: authorizeTripRead(editorRoles),
  schema: () => InviteLinkBody,
  toCommand: ({ newId, body }) => ({ linkId: newId, guestId: body.guestId }),
  toResponse: ({ newId }, _, own) => ({
    inviteLink: toLinkResponse(createdLink(plannedTrip(own), newId)),
  }),
}

export const EndInviteLinkOperation: TripOperation<'EndInviteLink'> = {
  ...forTripRoles(organizerOnly),
  type: 'EndInviteLink',
  endpoint: contract.endInviteLink,
  toCommand: ({ params }) => ({ linkId: params['linkId']! }),
  toResponse: () => undefined,
}

/** Whoever calls it has checked the secret; `params` name its trip and link. */
export const JoinByLinkOperation: TripOperation<
  'JoinByLink',
  { tripCount: number; hasMoney: boolean },
  Join
> = {
  ...forTripRoles([]),
  refusals: { ...tripRefusals, ...guestClaimRefusals },
  type: 'JoinByLink',
  endpoint: contract.joinByLink,
  erasableFields: ['secret'],
  async load({ lookups, by, params, raw }) {
    const counts = await lookups.counts('tripsOfPerson', [by.id])
    const { guestId } = (raw ?? {}) as { guestId?: unknown }
    const hasMoney = typeof guestId === 'string' && (await lookups.hasMoney(params['tripId']!, guestId))
    return { tripCount: counts.get(by.id) ?? 0, hasMoney }
  },
  authorize: (_, __, { trip }) => (trip && !trip.deleted ? null : refuse('LinkHasEnded')),
  authorizeRead: () => null,
  schema: () => JoinBody,
  toCommand: ({ body: { guestId }, ...request }, { tripCount, hasMoney }) => ({
    linkId: request.params['linkId']!,
    user: actorOf(request),
    claim: guestId === undefined ? null : { claimId: request.newId, guestId, hasMoney },
    now: request.now,
    tripCount,
  }),
  toResponse({ params }, _, __, events) {
    const has = (type: TripEvent['type']) => events.some((event) => event.type === type)
    const claim = has('GuestClaimed') ? 'done' : has('GuestClaimAsked') ? 'asked' : null
    return { tripId: params['tripId']!, claim }
  },
}
