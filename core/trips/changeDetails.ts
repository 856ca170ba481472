// The rules of an edit of a trip: dates as for a new trip, but only when they move, and a currency that is fixed once
// the trip has money.

import { refuse, type Decision } from '#core/kernel/decider.ts'
import { toMajor, type CurrencyCode } from '#core/kernel/money.ts'
import { invalid, refuseIfStale } from '#core/kernel/refusals.ts'
import { budgetInMinor, type ChangeTrip as Changes } from '#core/trips/bodies.ts'
import { movedDateErrors } from '#core/trips/dates.ts'
import type { TripDetails, TripEvent } from '#core/trips/events.ts'
import type { Trip } from '#core/trips/trip.ts'

export interface ChangeTripCommand {
  type: 'ChangeTrip'
  changes: Changes
  /** The currency of the trip's money; null when there is none. */
  inUse: CurrencyCode | null
  /** RFC 3339 UTC. */
  now: string
  ifMatch?: number | undefined
}

/** Changes the given keys; no event when nothing changes. Refused like a new trip, or when it is stale. */
export function changeDetails(
  trip: Trip,
  { changes, inUse, now, ifMatch }: ChangeTripCommand,
): Decision<TripEvent> {
  const stale = refuseIfStale(ifMatch, trip.revision)
  if (stale) return stale
  const was = trip.details
  const currencyNow = inUse ?? was.currency
  const currency = changes.currency ?? currencyNow
  if (inUse && currency !== inUse) return refuse('CurrencyIsFixed')
  const major = changes.budget === undefined ? budgetInMajor(was) : changes.budget
  const budget = budgetInMinor(major, currency)
  if ('text' in budget) return invalid({ budget: budget.text })
  const details: TripDetails = {
    title: changes.title ?? was.title,
    description: changes.description === undefined ? was.description : changes.description,
    destination: changes.destination ?? was.destination,
    startDate: changes.startDate ?? was.startDate,
    endDate: changes.endDate ?? was.endDate,
    status: changes.status ?? was.status,
    budget: budget.minor,
    currency,
    isPublic: changes.isPublic ?? was.isPublic,
  }
  const errors = movedDateErrors(was, details, now)
  if (Object.keys(errors).length > 0) return invalid(errors)
  const same = (Object.keys(details) as (keyof TripDetails)[]).every((key) => details[key] === was[key])
  return same ? [] : [{ type: 'TripDetailsChanged', data: { details, was } }]
}

const budgetInMajor = ({ budget, currency }: TripDetails): number | null =>
  budget === null ? null : toMajor(budget, currency)
