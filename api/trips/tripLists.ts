// Builds the lists of trips and invitations that a person may see. A read model says which trips to read; each trip's
// own stream decides what the person sees of it.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Pagination } from '#core/kernel/endpoint.ts'
import { isInAudience, isInvitationVisible, isOnTrip, relationOf } from '#core/trips/visibility.ts'
import { type Invitation, type ListedTrip, NAMED_CHANGES, type ReducedTrip } from '#core/trips/responses.ts'
import { toInvitationResponse, toReducedTripResponse, toTripResponse } from '#core/trips/toResponse.ts'
import { isInvited, type Trip } from '#core/trips/trip.ts'
import { newestChanges } from '#projections/history/newestChanges.ts'
import { balanceOf, balances } from '#projections/money/balances.ts'
import { pinnedTrips } from '#projections/trips/pinnedTrips.ts'
import { PUBLIC_TRIPS_KEY, publicTrips, joinableTrips } from '#projections/trips/publicTrips.ts'
import { tripsOfPerson } from '#projections/trips/tripsOfPerson.ts'
import { findTrip, type ReadDeps } from '#api/platform/membership.ts'
import { parseChoice } from '#api/platform/http/parseChoice.ts'
import type { Page } from '#api/platform/http/query.ts'
import { compareInvitations } from '#api/trips/order.ts'

async function findTrips(deps: ReadDeps, tripIds: readonly string[], userId: string): Promise<Trip[]> {
  const found = await Promise.all(tripIds.map((tripId) => findTrip(deps, tripId, userId)))
  return found.filter((trip) => trip !== null)
}

export async function tripsOf(deps: ReadDeps, userId: string): Promise<Trip[]> {
  const own = await deps.readModels.get(tripsOfPerson, userId)
  return (await findTrips(deps, own?.tripIds ?? [], userId)).filter((trip) => isOnTrip(trip, userId))
}

/** Without trips whose invitation the person has not answered. */
export async function pinnedAmong(
  { readModels }: ReadDeps,
  own: readonly Trip[],
  userId: string,
): Promise<string[]> {
  const pins = (await readModels.get(pinnedTrips, userId))?.tripIds ?? []
  return pins.filter((id) => own.some((trip) => trip.id === id && !isInvited(trip, userId)))
}

/** Public trips that the person is not on. @param today YYYY-MM-DD */
export async function publicTripsPage(
  deps: ReadDeps,
  page: Page,
  userId: string,
  today: string,
): Promise<{ trips: ReducedTrip[]; pagination: Pagination }> {
  const [listed, own] = await Promise.all([
    deps.readModels.get(publicTrips, PUBLIC_TRIPS_KEY),
    deps.readModels.get(tripsOfPerson, userId),
  ])
  const others = joinableTrips(listed ?? { trips: [] }, today).filter(({ id }) => !own?.tripIds.includes(id))
  const { items, pagination } = paged(others, page)
  const ids = items.map(({ id }) => id)
  const found = await findTrips(deps, ids, userId)
  const open = found.filter((trip) => trip.details.isPublic && !isOnTrip(trip, userId))
  return { trips: open.map((trip) => toReducedTripResponse(trip, userId)), pagination }
}

/** Adds the reader's balance and the newest changes by others, for the cards of the list. */
export async function toListedTrips(
  { readModels }: ReadDeps,
  trips: readonly Trip[],
  userId: string,
  pinnedIds: readonly string[],
): Promise<ListedTrip[]> {
  const ids = trips.map(({ id }) => id)
  const [money, changes] = await Promise.all([
    readModels.getMany(balances, ids),
    readModels.getMany(newestChanges, ids),
  ])
  return trips.map((trip, index) => ({
    ...toTripResponse(trip, userId, money[index]?.currency),
    netBalance: money[index] ? balanceOf(trip, money[index], userId) : null,
    changesByOthers: (changes[index] ?? [])
      .filter(({ actor, type }) => actor !== userId && isInAudience(type, trip, userId))
      .slice(-NAMED_CHANGES)
      .map(({ position }) => position)
      .reverse(),
    isInvited: isInvited(trip, userId),
    pinned: pinnedIds.includes(trip.id),
  }))
}

/** The currency of each trip's money; null before there is any. */
export async function currenciesOf(
  { readModels }: ReadDeps,
  trips: readonly Trip[],
): Promise<(CurrencyCode | null)[]> {
  const ids = trips.map(({ id }) => id)
  const docs = await readModels.getMany(balances, ids)
  return docs.map((doc) => doc?.currency ?? null)
}

/** Newest first. @throws HttpError 400 for a bad query */
export async function invitationsFor(
  deps: ReadDeps,
  filters: Partial<Record<'status' | 'direction' | 'tripId' | 'to', string>>,
  userId: string,
): Promise<Invitation[]> {
  const status = parseChoice('status', filters.status, ['pending', 'accepted', 'declined'])
  const direction = parseChoice('direction', filters.direction, ['invite', 'request'])
  const toMe = parseChoice('to', filters.to, ['me']) !== undefined
  const own = await deps.readModels.get(tripsOfPerson, userId)
  const tripIds = (status === 'pending' ? own?.pendingTripIds : own?.invitationTripIds) ?? []
  const withInvitation = await findTrips(deps, tripIds, userId)
  const organized = toMe
    ? []
    : (await tripsOf(deps, userId)).filter((trip) => relationOf(trip, userId) === 'organizer')
  const trips = new Map([...withInvitation, ...organized].map((trip) => [trip.id, trip]))
  return [...trips.values()]
    .filter((trip) => filters.tripId === undefined || trip.id === filters.tripId)
    .flatMap((trip) =>
      trip.invitations
        .filter((sent) => sent.status !== 'cancelled')
        .filter((sent) => isInvitationVisible(trip, sent, userId) && (!toMe || sent.user.id === userId))
        .map((sent) => toInvitationResponse(trip, sent)),
    )
    .filter((entry) => (!status || entry.status === status) && (!direction || entry.direction === direction))
    .sort(compareInvitations)
}

export function paged<Item>(all: readonly Item[], { limit, offset }: Page) {
  const pagination: Pagination = { limit, offset, total: all.length }
  return { items: all.slice(offset, offset + limit), pagination }
}
