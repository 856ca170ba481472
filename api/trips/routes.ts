// The routes of trips: their operations, and GET endpoints over the read models.

import { earliestToday } from '#core/kernel/calendar.ts'
import * as contract from '#core/trips/contract.ts'
import { isOnTrip, relationOf } from '#core/trips/visibility.ts'
import { AddGuestOperation, ChangeGuestOperation, RemoveGuestOperation } from '#core/trips/guests.ts'
import {
  AskToJoinTripOperation,
  CancelInvitationOperation,
  RespondToInvitationOperation,
} from '#core/trips/invitations.ts'
import { PinTripOperation, UnpinTripOperation } from '#core/trips/pinOperations.ts'
import { ClaimGuestOperation, RespondToGuestClaimOperation } from '#core/trips/guestClaimOperations.ts'
import { listPolls } from '#core/trips/pollContract.ts'
import {
  CastVoteOperation,
  ClosePollOperation,
  OpenPollOperation,
  toPollResponse,
} from '#core/trips/pollOperations.ts'
import { tripOperations } from '#core/trips/operations.ts'
import { toGuestResponse, toReducedTripResponse, toTripResponse } from '#core/trips/toResponse.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { OperationDeps } from '#core/store/operation.ts'
import { participantsResponse, guestsWithContacts } from '#projections/trips/participantsResponse.ts'
import { operationRoute } from '#api/platform/operationRoute.ts'
import { tripForParticipant, type ReadDeps } from '#api/platform/membership.ts'
import { readPage, singleQuery } from '#api/platform/http/query.ts'
import { authenticatedRoute, type Route } from '#api/platform/http/route.ts'
import { compareTrips } from '#api/trips/order.ts'
import {
  currenciesOf,
  publicTripsPage,
  invitationsFor,
  pinnedAmong,
  paged,
  toListedTrips,
  tripsOf,
} from '#api/trips/tripLists.ts'
import { parseChoice } from '#api/platform/http/parseChoice.ts'

export function tripRoutes(deps: OperationDeps & ReadDeps): Route[] {
  const { reader, readModels, clock } = deps
  const tripOf = (tripId: string, userId: string) => tripForParticipant(deps, tripId, userId)

  return [
    ...tripOperations,
    AskToJoinTripOperation,
    RespondToInvitationOperation,
    CancelInvitationOperation,
    AddGuestOperation,
    ChangeGuestOperation,
    RemoveGuestOperation,
    PinTripOperation,
    UnpinTripOperation,
    ClaimGuestOperation,
    RespondToGuestClaimOperation,
    OpenPollOperation,
    CastVoteOperation,
    ClosePollOperation,
  ]
    .map((of) => operationRoute(of, deps))
    .concat([
      authenticatedRoute(contract.listTrips, async ({ query, by }) => {
        const params = singleQuery(query, ['limit', 'offset', 'scope'])
        const page = readPage(params)
        // A trip is not over on its last day in any time zone.
        const today = earliestToday(new Date(clock()).toISOString())
        if (parseChoice('scope', params.scope, ['discover']))
          return { body: await publicTripsPage(deps, page, by.id, today) }
        const all = await tripsOf(deps, by.id)
        const pinnedIds = await pinnedAmong(deps, all, by.id)
        const mine = all.sort(compareTrips(today, pinnedIds))
        const { items, pagination } = paged(mine, page)
        return { body: { trips: await toListedTrips(deps, items, by.id, pinnedIds), pagination } }
      }),

      authenticatedRoute(contract.getTrip, async ({ params, by }) => {
        const { trip } = await reader.lastKnown(tripStreamType, params['tripId']!)
        // Everybody may see a public trip, in the reduced form.
        const reduced = trip && !trip.deleted && trip.details.isPublic && !isOnTrip(trip, by.id)
        if (reduced) return { body: { trip: toReducedTripResponse(trip, by.id) } }
        const mine = await tripOf(params['tripId']!, by.id)
        const [inUse] = await currenciesOf(deps, [mine])
        return { body: { trip: toTripResponse(mine, by.id, inUse) } }
      }),

      authenticatedRoute(contract.allParticipants, async ({ params, by }) => {
        const trip = await tripOf(params['tripId']!, by.id)
        const accounts = await deps.lookups.users(trip.participants.map(({ id }) => id))
        return { body: { participants: await participantsResponse(readModels, trip, accounts) } }
      }),

      authenticatedRoute(listPolls, async ({ params, by }) => {
        const trip = await tripOf(params['tripId']!, by.id)
        const now = new Date(clock()).toISOString()
        return { body: { polls: trip.polls.map((poll) => toPollResponse(trip, poll, now)) } }
      }),

      authenticatedRoute(contract.listGuests, async ({ params, by }) => {
        const trip = await tripOf(params['tripId']!, by.id)
        const seesNotes = relationOf(trip, by.id) !== 'member'
        const guests = await guestsWithContacts(readModels, trip)
        return {
          body: {
            guestParticipants: guests.map(({ guest, contact }) => toGuestResponse(guest, contact, seesNotes)),
          },
        }
      }),

      authenticatedRoute(contract.listInvitations, async ({ query, by }) => {
        const params = singleQuery(query, ['limit', 'offset', 'status', 'direction', 'tripId', 'to'])
        const page = readPage(params)
        const { items, pagination } = paged(await invitationsFor(deps, params, by.id), page)
        return { body: { invitations: items, pagination } }
      }),
    ])
}
