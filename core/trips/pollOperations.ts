// The operations of polls. Everybody on the trip asks and votes.

import { idFrom } from '#core/kernel/ids.ts'
import { actorOf, forTripRoles, plannedTrip, type TripOperation } from '#core/trips/operations.ts'
import * as contract from '#core/trips/pollContract.ts'
import type { Poll } from '#core/trips/pollRecords.ts'
import { isPollClosed, leadersOf } from '#core/trips/polls.ts'
import { tripRefusals } from '#core/trips/refusals.ts'
import { toUserResponse } from '#core/trips/toResponse.ts'
import type { Trip, TripState } from '#core/trips/trip.ts'
import { participantRoles } from '#core/trips/visibility.ts'

const common = {
  ...forTripRoles(participantRoles),
  refusals: { ...tripRefusals, ...contract.pollRefusals },
}

/** @param now RFC 3339 UTC: a poll may have closed by itself */
export function toPollResponse(trip: Trip, poll: Poll, now: string): contract.PollResponse {
  const { id, question, many, closesAt, closedAt, winner, options, votes, conversationId, by, at } = poll
  const isClosed = isPollClosed(poll, now)
  const leaders = leadersOf(poll)
  const winsAlone = isClosed && closedAt === null && leaders.length === 1
  return {
    ...{ id, question, many, closesAt, conversationId },
    closedAt: closedAt ?? (isClosed ? closesAt : null),
    winner: winsAlone ? leaders[0]!.id : winner,
    options: options.map((option) => ({
      ...option,
      voters: votes.filter(({ optionIds }) => optionIds.includes(option.id)).map(({ user }) => user.id),
    })),
    askedBy: toUserResponse(by, trip),
    createdAt: at,
  }
}

function pollBody(own: TripState, pollId: string, now: string): { poll: contract.PollResponse } {
  const trip = plannedTrip(own)
  return {
    poll: toPollResponse(
      trip,
      trip.polls.find(({ id }) => id === pollId)!,
      now,
    ),
  }
}

export const OpenPollOperation: TripOperation<'OpenPoll', undefined, contract.ParsedPoll> = {
  ...common,
  type: 'OpenPoll',
  endpoint: contract.openPoll,
  schema: () => contract.PollBody,
  toCommand(request) {
    const { body, newId: id, now } = request
    const options = body.options.map((text, index) => ({ id: idFrom(id, `option ${index}`), text }))
    return { poll: { ...body, id, options }, by: actorOf(request), now }
  },
  toResponse: ({ newId, now }, _, own) => pollBody(own, newId, now),
}

export const CastVoteOperation: TripOperation<'CastVote', undefined, { optionIds: string[] }> = {
  ...common,
  entityParam: 'pollId',
  type: 'CastVote',
  endpoint: contract.castVote,
  schema: () => contract.VoteBody,
  toCommand: (request) => ({
    pollId: request.params['pollId']!,
    optionIds: request.body.optionIds,
    user: actorOf(request),
    now: request.now,
  }),
  toResponse: ({ params, now }, _, own) => pollBody(own, params['pollId']!, now),
}

export const ClosePollOperation: TripOperation<'ClosePoll', undefined, contract.ClosePollBody> = {
  ...common,
  entityParam: 'pollId',
  type: 'ClosePoll',
  endpoint: contract.closePoll,
  schema: () => contract.ClosePollBody,
  toCommand: (request) => ({
    pollId: request.params['pollId']!,
    winner: request.body.winner,
    by: actorOf(request),
    now: request.now,
  }),
  toResponse: ({ params, now }, _, own) => pollBody(own, params['pollId']!, now),
}
