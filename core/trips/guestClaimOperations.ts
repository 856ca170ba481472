// The operations of guests who are a user of the trip: to say so, and the organizer's answer.

import { GuestClaimBody, RespondBody } from '#core/trips/bodies.ts'
import * as contract from '#core/trips/contract.ts'
import type { GuestClaimEvent } from '#core/trips/events.ts'
import { guestClaimRefusals, tripRefusals } from '#core/trips/refusals.ts'
import { actorOf, forTripRoles, plannedTrip, type TripOperation } from '#core/trips/operations.ts'
import type { GuestClaimResponse } from '#core/trips/responses.ts'
import { toUserResponse } from '#core/trips/toResponse.ts'
import type { Trip } from '#core/trips/trip.ts'
import { organizerOnly, participantRoles } from '#core/trips/visibility.ts'

const refusals = { ...tripRefusals, ...guestClaimRefusals }

const statuses = {
  GuestClaimAsked: 'pending',
  GuestClaimed: 'accepted',
  GuestClaimDeclined: 'declined',
  GuestClaimUndone: 'pending',
} as const satisfies Record<GuestClaimEvent['type'], GuestClaimResponse['status']>

/** Both operations write one event, from which they respond. */
function claimBody(trip: Trip, events: readonly { type: string }[]): { guestClaim: GuestClaimResponse } {
  const { type, data } = events[0] as GuestClaimEvent
  const { claimId: id, guest, user } = data
  const [of, status] = [{ id: guest.id, name: guest.name }, statuses[type]]
  return { guestClaim: { id, guest: of, user: toUserResponse(user, trip), status } }
}

export const ClaimGuestOperation: TripOperation<'AskForGuest', boolean, { guestId: string }> = {
  ...forTripRoles(participantRoles),
  refusals,
  type: 'AskForGuest',
  endpoint: contract.claimGuest,
  load({ lookups, params, raw }) {
    const { guestId } = (raw ?? {}) as { guestId?: unknown }
    return typeof guestId === 'string' && lookups.hasMoney(params['tripId']!, guestId)
  },
  schema: () => GuestClaimBody,
  toCommand: (request, hasMoney) => ({
    claimId: request.newId,
    guestId: request.body.guestId,
    user: actorOf(request),
    hasMoney,
  }),
  toResponse: (_, __, own, events) => claimBody(plannedTrip(own), events),
}

export const RespondToGuestClaimOperation: TripOperation<
  'RespondToGuestClaim',
  boolean,
  { response: 'accepted' | 'declined' }
> = {
  ...forTripRoles(organizerOnly),
  refusals,
  type: 'RespondToGuestClaim',
  endpoint: contract.respondToGuestClaim,
  async load({ lookups, params }, _, { trip }) {
    const claim = trip?.guestClaims.find(({ id }) => id === params['claimId'])
    return claim !== undefined && lookups.hasMoney(params['tripId']!, claim.guestId)
  },
  schema: () => RespondBody,
  toCommand: ({ params, body }, hasMoney) => ({
    claimId: params['claimId']!,
    response: body.response,
    hasMoney,
  }),
  toResponse: (_, __, own, events) => claimBody(plannedTrip(own), events),
}
