// Sorts lists of trips and invitations.

import { compareText } from '#core/kernel/compareText.ts'
import type { Invitation } from '#core/trips/responses.ts'
import type { Trip } from '#core/trips/trip.ts'

/** Current and coming trips first, by start date; then ended ones, newest first. */
export function compareTrips(today: string): (a: Trip, b: Trip) => number {
  return (a, b) => {
    const [hasEndedA, hasEndedB] = [a, b].map(({ details }) => details.endDate < today)
    if (hasEndedA !== hasEndedB) return hasEndedA ? 1 : -1
    const order = compareText(a.details.startDate, b.details.startDate)
    return (hasEndedA ? -order : order) || compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id)
  }
}

/** Newest first. */
export function compareInvitations(a: Invitation, b: Invitation): number {
  return compareText(b.createdAt, a.createdAt) || compareText(a.id, b.id)
}
