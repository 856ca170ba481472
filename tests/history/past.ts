// A trip's past told in facts, an hour apart, each by whoever did it: what the history makes of it.

import type { Fact } from '#core/kernel/decider.ts'
import type { HistoryFact } from '#core/history/facts.ts'
import { entryOf } from '#core/history/entry.ts'
import type { TripDetails } from '#core/trips/events.ts'
import { TripPast } from '#projections/history/tripPast.ts'
import type { Given } from '#tests/support/given.ts'
import { recorded } from '#tests/support/given.ts'

export const ann = { id: 'ann', username: 'ann' }
export const ben = { id: 'ben', username: 'ben' }
export const cat = { id: 'cat', username: 'cat' }

export const details: TripDetails = {
  title: 'Lisbon',
  description: null,
  destination: 'Portugal',
  startDate: '2026-06-01',
  endDate: '2026-06-08',
  status: 'planning',
  budget: 2_000_000,
  currency: 'HKD',
  isPublic: false,
}

/** Ann has planned it and Ben is on it: changes 1 and 2. */
export const begun: Given<HistoryFact>[] = [
  by('ann', { type: 'TripPlanned', data: { tripId: '1', details, organizer: ann } }),
  by('ann', { type: 'ParticipantInvited', data: { invitationId: 'i', user: ben, invitedBy: ann } }),
]

export function by<F extends Fact>(who: string, fact: F): { by: string; fact: F } {
  return { by: who, fact }
}

export function pastOf(...facts: Given<HistoryFact>[]): TripPast {
  const past = new TripPast('1')
  facts.forEach((fact, revision) => past.add(recorded(fact, revision)))
  return past
}

/** The newest change after these. */
export function entryAfter(...facts: Given<HistoryFact>[]) {
  const past = pastOf(...begun, ...facts)
  return entryOf(past.told(past.length)!)
}
