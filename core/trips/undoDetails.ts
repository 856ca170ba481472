// Undoes an edit of a trip's details: sets all of them as they were before it.

import { refuse, type Decision } from '#core/kernel/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { invalid, notFound } from '#core/kernel/refusals.ts'
import { changedSince, isUnchanged, type UndoOf } from '#core/kernel/undo.ts'
import { movedDateErrors } from '#core/trips/dates.ts'
import type { TripDetails, TripEvent } from '#core/trips/events.ts'
import type { TripState } from '#core/trips/trip.ts'

export interface UndoTripDetails extends UndoOf<{ details: TripDetails; was: TripDetails }> {
  type: 'UndoTripDetails'
  /** The currency of the trip's money; null when there is none. */
  inUse: CurrencyCode | null
  /** RFC 3339 UTC. */
  now: string
}

/** One event, or none where it is undone already. Refused like an edit with the same values. */
export function undoDetails(
  { change, anyway, laterBy, inUse, now }: UndoTripDetails,
  { trip }: TripState,
): Decision<TripEvent> {
  if (!trip || trip.deleted) return notFound()
  const { details } = trip
  const before = change.was
  if (!anyway && !isUnchanged(details, change.details)) return changedSince(details.title, laterBy)
  if (inUse && before.currency !== inUse) return refuse('CurrencyIsFixed')
  const errors = movedDateErrors(details, before, now)
  if (Object.keys(errors).length > 0) return invalid(errors)
  return isUnchanged(details, before)
    ? []
    : [{ type: 'TripDetailsChanged', data: { details: before, was: details } }]
}
