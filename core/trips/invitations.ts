// An invitation adds at once; answering it confirms or leaves, cancelling it takes the person out again.

import type { Refusal } from '#core/kernel/decider.ts'
import { notFound } from '#core/kernel/refusals.ts'
import type { Locate, Request } from '#core/store/operate.ts'
import { mayOnTrip, organizerOnly, relationOf } from '#core/trips/access.ts'
import * as contract from '#core/trips/contract.ts'
import type { TripOperation } from '#core/trips/operations.ts'
import { onTrip, there } from '#core/trips/operations.ts'
import { presentInvitation } from '#core/trips/present.ts'
import type { TripState } from '#core/trips/trip.ts'

const ofInvitation = {
  ...onTrip([]),
  stream: ({ params }: Request, locate: Locate) => locate(params['invitationId']!),
}

export const RespondOperation: TripOperation<'Respond', undefined, { response: 'accepted' | 'declined' }> = {
  ...ofInvitation,
  call: contract.respondToInvitation,
  may: ({ by, params }, _, own) => mayRespond(own, by.id, params['invitationId']!),
  body: () => contract.RespondBody,
  command: ({ params, body }) => ({
    type: 'Respond',
    invitationId: params['invitationId']!,
    response: body.response,
  }),
  answer: ({ params }, _, own) => {
    const trip = there(own)
    const sent = trip.invitations.find(({ id }) => id === params['invitationId'])!
    return { invitation: presentInvitation(trip, sent) }
  },
}

/** Answered by its invitee alone; the organizer sees it, nobody else who is or was on the trip knows of it. */
function mayRespond(own: TripState, userId: string, invitationId: string): Refusal | null {
  const trip = own.trip
  const sent = trip?.invitations.find(({ id }) => id === invitationId)
  if (!trip || trip.deleted || !sent) return notFound()
  if (sent.user.id === userId) return null
  const relation = relationOf(trip, userId)
  return relation === 'none' || relation === 'organizer' ? mayOnTrip(own, userId, []) : notFound()
}

export const CancelInvitationOperation: TripOperation<'CancelInvitation'> = {
  ...ofInvitation,
  call: contract.cancelInvitation,
  may({ by }, _, own) {
    const refusal = mayOnTrip(own, by.id, organizerOnly)
    const former = own.trip && relationOf(own.trip, by.id) === 'former'
    return refusal && former ? notFound() : refusal
  },
  command: ({ params }) => ({ type: 'CancelInvitation', invitationId: params['invitationId']! }),
  answer: () => undefined,
}
