// Sorts lists of trips and invitations.

import { compareText } from '#core/kernel/compareText.ts'
import type { Invitation } from '#core/trips/responses.ts'
import type { Trip } from '#core/trips/trip.ts'

/** Pinned trips first, in the order of their ids; then current and coming ones, by start date; then ended ones, newest first. */
export function compareTrips(today: string, pinnedIds: readonly string[]): (a: Trip, b: Trip) => number {
  return (a, b) => {
    const [pinA, pinB] = [a, b].map(({ id }) => pinnedIds.indexOf(id)) as [number, number]
    if (pinA !== pinB) return pinA < 0 ? 1 : pinB < 0 ? -1 : pinA - pinB
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
