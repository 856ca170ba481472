// The calls of trips: commands are bound, reads compose the views.

import { earliestToday } from '#core/kernel/calendar.ts'
import type { Pagination } from '#core/kernel/endpoint.ts'
import * as contract from '#core/trips/contract.ts'
import { relationOf } from '#core/trips/access.ts'
import { AddGuestOperation, ChangeGuestOperation, RemoveGuestOperation } from '#core/trips/guests.ts'
import {
  AskToJoinTripOperation,
  CancelInvitationOperation,
  RespondToInvitationOperation,
} from '#core/trips/invitations.ts'
import { tripOperations } from '#core/trips/operations.ts'
import {
  toGuestResponse,
  toInvitationResponse,
  toReducedTripResponse,
  toTripResponse,
} from '#core/trips/toResponse.ts'
import type { InvitationRecord, Trip } from '#core/trips/trip.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { OperationDeps } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { balances } from '#projections/money/balances.ts'
import { participantsResponse, guestsWithContacts } from '#projections/trips/participantsResponse.ts'
import { EVERYWHERE, publicTrips, upcomingPublicTrips } from '#projections/trips/publicTrips.ts'
import { tripsOfPerson } from '#projections/trips/tripsOfPerson.ts'
import { operationRoute } from '#api/platform/operationRoute.ts'
import { tripForParticipant, existingTrip } from '#api/platform/membership.ts'
import type { Page } from '#api/platform/query.ts'
import { readPage, singleQuery } from '#api/platform/query.ts'
import type { ReadModels } from '#api/platform/readModels.ts'
import type { Route } from '#api/platform/route.ts'
import { authenticatedRoute } from '#api/platform/route.ts'
import { compareInvitations, compareTrips } from '#api/trips/order.ts'
import { parseChoice } from '#api/platform/parseChoice.ts'

export interface TripRoutesDeps extends OperationDeps {
  reader: StreamReader
  readModels: ReadModels
}

export function tripRoutes(deps: TripRoutesDeps): Route[] {
  const { reader, readModels, clock } = deps
  const tripOf = (tripId: string, userId: string) => tripForParticipant(deps, tripId, userId)

  async function existing(tripIds: readonly string[], userId: string): Promise<Trip[]> {
    const found = await Promise.all(tripIds.map((tripId) => existingTrip(deps, tripId, userId)))
    return found.filter((trip) => trip !== null)
  }

  async function tripsOf(userId: string): Promise<Trip[]> {
    const mine = await readModels.get(tripsOfPerson, userId)
    return (await existing(mine?.tripIds ?? [], userId)).filter((trip) => isOn(trip, userId))
  }

  /** The list comes from a view; what is told of each trip, from its own stream. */
  async function discovered(page: Page, userId: string, today: string) {
    const [listed, mine] = await Promise.all([
      readModels.get(publicTrips, EVERYWHERE),
      readModels.get(tripsOfPerson, userId),
    ])
    const others = upcomingPublicTrips(listed ?? { trips: [] }, today).filter(
      ({ id }) => !mine?.tripIds.includes(id),
    )
    const { items, pagination } = paged(others, page)
    const found = await existing(
      items.map(({ id }) => id),
      userId,
    )
    const open = found.filter((trip) => trip.details.isPublic && !isOn(trip, userId))
    return { trips: open.map((trip) => toReducedTripResponse(trip, userId)), pagination }
  }

  /** Of their money; null before there is any. */
  async function currenciesOf(of: readonly Trip[]): Promise<(CurrencyCode | null)[]> {
    const kept = await readModels.getMany(
      balances,
      of.map(({ id }) => id),
    )
    return kept.map((doc) => doc?.currency ?? null)
  }

  return [
    ...tripOperations,
    AskToJoinTripOperation,
    RespondToInvitationOperation,
    CancelInvitationOperation,
    AddGuestOperation,
    ChangeGuestOperation,
    RemoveGuestOperation,
  ]
    .map((of) => operationRoute(of, deps))
    .concat([
      authenticatedRoute(contract.listTrips, async ({ query, by }) => {
        const given = singleQuery(query, ['limit', 'offset', 'scope'])
        const page = readPage(given)
        // On its last day a trip is not over, wherever its people are.
        const today = earliestToday(new Date(clock()).toISOString())
        if (parseChoice('scope', given.scope, ['discover']))
          return { body: await discovered(page, by.id, today) }
        const mine = (await tripsOf(by.id)).sort(compareTrips(today))
        const { items, pagination } = paged(mine, page)
        const inUse = await currenciesOf(items)
        const told = items.map((trip, index) => toTripResponse(trip, by.id, inUse[index]))
        return { body: { trips: told, pagination } }
      }),

      authenticatedRoute(contract.getTrip, async ({ params, by }) => {
        const { trip } = await reader.lastKnown(tripStreamType, params['tripId']!)
        // A public trip shows itself to anybody, in the reduced view.
        const reduced = trip && !trip.deleted && trip.details.isPublic && !isOn(trip, by.id)
        if (reduced) return { body: { trip: toReducedTripResponse(trip, by.id) } }
        const mine = await tripOf(params['tripId']!, by.id)
        const [inUse] = await currenciesOf([mine])
        return { body: { trip: toTripResponse(mine, by.id, inUse) } }
      }),

      authenticatedRoute(contract.allParticipants, async ({ params, by }) => {
        const trip = await tripOf(params['tripId']!, by.id)
        const accounts = await deps.lookups.users(trip.participants.map(({ id }) => id))
        return { body: { participants: await participantsResponse(readModels, trip, accounts) } }
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
        const given = singleQuery(query, ['limit', 'offset', 'status', 'direction', 'tripId', 'to'])
        const page = readPage(given)
        const status = parseChoice('status', given.status, ['pending', 'accepted', 'declined'])
        const direction = parseChoice('direction', given.direction, ['invite', 'request'])
        const toMe = parseChoice('to', given.to, ['me']) !== undefined
        const mine = await readModels.get(tripsOfPerson, by.id)
        const addressed = (status === 'pending' ? mine?.open : mine?.invitedTo) ?? []
        const invitedTo = await existing(addressed, by.id)
        const organized = toMe
          ? []
          : (await tripsOf(by.id)).filter((trip) => relationOf(trip, by.id) === 'organizer')
        const known = new Map([...invitedTo, ...organized].map((trip) => [trip.id, trip]))
        const all = [...known.values()]
          .filter((trip) => given.tripId === undefined || trip.id === given.tripId)
          .flatMap((trip) =>
            trip.invitations
              .filter((sent) => sent.status !== 'cancelled')
              .filter((sent) => isShown(trip, sent, by.id) && (!toMe || sent.user.id === by.id))
              .map((sent) => toInvitationResponse(trip, sent)),
          )
          .filter((one) => (!status || one.status === status) && (!direction || one.direction === direction))
          .sort(compareInvitations)
        const { items, pagination } = paged(all, page)
        return { body: { invitations: items, pagination } }
      }),
    ])
}

/** To whom it concerns; but a trip that has turned private tells nothing to who asked to join it and is not on it. */
function isShown(trip: Trip, { direction, user }: InvitationRecord, userId: string): boolean {
  if (relationOf(trip, userId) === 'organizer') return true
  return user.id === userId && (direction === 'invite' || trip.details.isPublic || isOn(trip, userId))
}

const isOn = (trip: Trip, userId: string): boolean => trip.participants.some(({ id }) => id === userId)

function paged<Item>(all: readonly Item[], { limit, offset }: { limit: number; offset: number }) {
  const pagination: Pagination = { limit, offset, total: all.length }
  return { items: all.slice(offset, offset + limit), pagination }
}
