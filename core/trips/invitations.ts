// The operations of invitations and requests to join. An invitation adds the person at once; answering it confirms or
// leaves, cancelling it removes the person. A request to join a public trip waits until the organizer answers.

import type { Refusal } from '#core/kernel/decider.ts'
import { notFound, refuseProvisional } from '#core/kernel/refusals.ts'
import { authorizeOnTrip } from '#core/trips/access.ts'
import { organizerOnly, relationOf } from '#core/trips/visibility.ts'
import { JoinRequestBody, RespondBody, type JoinRequest } from '#core/trips/bodies.ts'
import * as contract from '#core/trips/contract.ts'
import { actorOf, forTripRoles, plannedTrip, type TripOperation } from '#core/trips/operations.ts'
import { toInvitationResponse } from '#core/trips/toResponse.ts'
import type { TripEvent } from '#core/trips/events.ts'
import type { InvitationRecord, TripState } from '#core/trips/trip.ts'

type JoinRequestMade = Extract<TripEvent, { type: 'JoinRequestMade' }>

/** Both sides get the full response to a retry, also off the trip: it is built from the trip as it was then. */
const alwaysAllowed = () => null

/** A private trip does not exist for anybody who asks to join. */
export const AskToJoinTripOperation: TripOperation<'AskToJoinTrip', number, JoinRequest> = {
  ...forTripRoles([]),
  type: 'AskToJoinTrip',
  endpoint: contract.askToJoin,
  load: async ({ lookups, by }) => (await lookups.counts('openInvitationsOfPerson', [by.id])).get(by.id) ?? 0,
  authorize: ({ by }, _, { trip }) =>
    trip && !trip.deleted && trip.details.isPublic ? refuseProvisional(by) : notFound(),
  authorizeRead: alwaysAllowed,
  schema: () => JoinRequestBody,
  toCommand: ({ body, ...request }, openInvitationCount) => ({
    requestId: request.newId,
    user: actorOf(request),
    message: body.message,
    now: request.now,
    openInvitationCount,
  }),
  toResponse: (_, __, own, [made]) => invitationBody(own, (made as JoinRequestMade).data.requestId),
}

const ofInvitation = { ...forTripRoles([]), entityParam: 'invitationId', authorizeRead: alwaysAllowed }

export const RespondToInvitationOperation: TripOperation<
  'RespondToInvitation',
  number,
  { response: 'accepted' | 'declined' }
> = {
  ...ofInvitation,
  type: 'RespondToInvitation',
  endpoint: contract.respondToInvitation,
  /** The number of trips of the person who would join. */
  async load({ lookups, params }, _, { trip }) {
    const asked = trip?.invitations.find(({ id }) => id === params['invitationId'])
    if (asked?.direction !== 'request') return 0
    return (await lookups.counts('tripsOfPerson', [asked.user.id])).get(asked.user.id) ?? 0
  },
  authorize: ({ by, params }, _, own) => authorizeResponse(own, by.id, params['invitationId']!),
  schema: () => RespondBody,
  toCommand: ({ params, body }, tripCount) => ({
    invitationId: params['invitationId']!,
    response: body.response,
    tripCount,
  }),
  toResponse: ({ params }, _, own) => invitationBody(own, params['invitationId']!),
}

/**
 * Only the invitee answers an invitation, only the organizer a request. The organizer sees both; other present or
 * former participants see neither.
 */
function authorizeResponse(own: TripState, userId: string, invitationId: string): Refusal | null {
  const trip = own.trip
  const invitation = trip?.invitations.find(({ id }) => id === invitationId)
  if (!trip || trip.deleted || !invitation) return notFound()
  const relation = relationOf(trip, userId)
  const answers =
    invitation.direction === 'request' ? relation === 'organizer' : invitation.user.id === userId
  if (answers) return null
  return relation === 'none' || relation === 'organizer' ? authorizeOnTrip(own, userId, []) : notFound()
}

export const CancelInvitationOperation: TripOperation<'CancelInvitation'> = {
  ...ofInvitation,
  type: 'CancelInvitation',
  endpoint: contract.cancelInvitation,
  authorize({ by, params }, _, own) {
    const { trip } = own
    if (trip && !trip.deleted && trip.invitations.some(isOwnRequest(by.id, params['invitationId']!)))
      return null
    const refusal = authorizeOnTrip(own, by.id, organizerOnly)
    const former = trip && relationOf(trip, by.id) === 'former'
    return refusal && former ? notFound() : refusal
  },
  toCommand: ({ params }) => ({ invitationId: params['invitationId']! }),
  toResponse: () => undefined,
}

const isOwnRequest = (userId: string, requestId: string) => (invitation: InvitationRecord) =>
  invitation.id === requestId && invitation.direction === 'request' && invitation.user.id === userId

function invitationBody(own: TripState, invitationId: string) {
  const trip = plannedTrip(own)
  return {
    invitation: toInvitationResponse(
      trip,
      trip.invitations.find(({ id }) => id === invitationId)!,
    ),
  }
}
