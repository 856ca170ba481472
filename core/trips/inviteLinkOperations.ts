// The operations of invite links.

import { refuse } from '#core/kernel/decider.ts'
import { refuseProvisional } from '#core/kernel/refusals.ts'
import { InviteLinkBody, JoinBody, type Join } from '#core/trips/bodies.ts'
import * as contract from '#core/trips/contract.ts'
import { toLinkResponse } from '#core/trips/inviteLinks.ts'
import {
  actorOf,
  authorizeTripRead,
  forTripRoles,
  plannedTrip,
  type TripOperation,
} from '#core/trips/operations.ts'
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
export const JoinByLinkOperation: TripOperation<'JoinByLink', number, Join> = {
  ...forTripRoles([]),
  type: 'JoinByLink',
  endpoint: contract.joinByLink,
  erasableFields: ['secret'],
  load: async ({ lookups, by }) => (await lookups.counts('tripsOfPerson', [by.id])).get(by.id) ?? 0,
  authorize: (_, __, { trip }) => (trip && !trip.deleted ? null : refuse('LinkHasEnded')),
  authorizeRead: () => null,
  schema: () => JoinBody,
  toCommand: (request, tripCount) => ({
    linkId: request.params['linkId']!,
    user: actorOf(request),
    now: request.now,
    tripCount,
  }),
  toResponse: ({ params }) => ({ tripId: params['tripId']!, claim: null }),
}
