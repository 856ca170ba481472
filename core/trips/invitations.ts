// An invitation adds at once; answering it confirms or leaves, cancelling it takes the person out again. A request to
// join a public trip goes the other way: who asks waits, and the organizer answers.

import type { Refusal } from '#core/kernel/decider.ts'
import { notFound } from '#core/kernel/refusals.ts'
import { mayOnTrip, organizerOnly, relationOf } from '#core/trips/access.ts'
import { JoinRequestBody, RespondBody } from '#core/trips/bodies.ts'
import * as contract from '#core/trips/contract.ts'
import type { JoinRequest } from '#core/trips/bodies.ts'
import type { TripOperation } from '#core/trips/operations.ts'
import { me, onTrip, there } from '#core/trips/operations.ts'
import { presentInvitation } from '#core/trips/present.ts'
import type { TripFact } from '#core/trips/events.ts'
import type { InvitationRecord, TripState } from '#core/trips/trip.ts'

type JoinRequestMade = Extract<TripFact, { type: 'JoinRequestMade' }>

/** Both sides get the full answer to a repeat, also off the trip: it is made from the trip as it was then. */
const alwaysAllowed = () => null

/** There is nothing to ask of a private trip, whoever asks. */
export const AskToJoinTripOperation: TripOperation<'AskToJoinTrip', number, JoinRequest> = {
  ...onTrip([]),
  type: 'AskToJoinTrip',
  call: contract.askToJoin,
  known: async ({ world, by }) => (await world.counted('openInvitationsOfPerson', [by.id])).get(by.id) ?? 0,
  may: (_, __, { trip }) => (trip && !trip.deleted && trip.details.isPublic ? null : notFound()),
  mayRead: alwaysAllowed,
  body: () => JoinRequestBody,
  command: ({ body, ...request }, open) => ({
    requestId: request.newId,
    user: me(request),
    message: body.message,
    now: request.now,
    open,
  }),
  answer: (_, __, own, [made]) => told(own, (made as JoinRequestMade).data.requestId),
}

const ofInvitation = { ...onTrip([]), thing: 'invitationId', mayRead: alwaysAllowed }

export const RespondToInvitationOperation: TripOperation<
  'RespondToInvitation',
  number,
  { response: 'accepted' | 'declined' }
> = {
  ...ofInvitation,
  type: 'RespondToInvitation',
  call: contract.respondToInvitation,
  /** Whose trips are one more once they are let in. */
  async known({ world, params }, _, { trip }) {
    const asked = trip?.invitations.find(({ id }) => id === params['invitationId'])
    if (asked?.direction !== 'request') return 0
    return (await world.counted('tripsOfPerson', [asked.user.id])).get(asked.user.id) ?? 0
  },
  may: ({ by, params }, _, own) => mayRespond(own, by.id, params['invitationId']!),
  body: () => RespondBody,
  command: ({ params, body }, trips) => ({
    invitationId: params['invitationId']!,
    response: body.response,
    trips,
  }),
  answer: ({ params }, _, own) => told(own, params['invitationId']!),
}

/**
 * An invitation is answered by its invitee alone, a request by the organizer alone. The organizer sees both; nobody
 * else who is or was on the trip knows of them.
 */
function mayRespond(own: TripState, userId: string, invitationId: string): Refusal | null {
  const trip = own.trip
  const sent = trip?.invitations.find(({ id }) => id === invitationId)
  if (!trip || trip.deleted || !sent) return notFound()
  const relation = relationOf(trip, userId)
  const answers = sent.direction === 'request' ? relation === 'organizer' : sent.user.id === userId
  if (answers) return null
  return relation === 'none' || relation === 'organizer' ? mayOnTrip(own, userId, []) : notFound()
}

export const CancelInvitationOperation: TripOperation<'CancelInvitation'> = {
  ...ofInvitation,
  type: 'CancelInvitation',
  call: contract.cancelInvitation,
  may({ by, params }, _, own) {
    const { trip } = own
    if (trip && !trip.deleted && trip.invitations.some(isOwnRequest(by.id, params['invitationId']!)))
      return null
    const refusal = mayOnTrip(own, by.id, organizerOnly)
    const former = trip && relationOf(trip, by.id) === 'former'
    return refusal && former ? notFound() : refusal
  },
  command: ({ params }) => ({ invitationId: params['invitationId']! }),
  answer: () => undefined,
}

const isOwnRequest = (userId: string, requestId: string) => (sent: InvitationRecord) =>
  sent.id === requestId && sent.direction === 'request' && sent.user.id === userId

function told(own: TripState, invitationId: string) {
  const trip = there(own)
  return {
    invitation: presentInvitation(
      trip,
      trip.invitations.find(({ id }) => id === invitationId)!,
    ),
  }
}
