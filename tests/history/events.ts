// Events of a trip, an hour apart, each with its author, and the history built from them.

import type { DomainEvent } from '#core/kernel/decider.ts'
import type { HistoryDomainEvent } from '#core/history/events.ts'
import { toHistoryEntry } from '#core/history/entry.ts'
import type { TripDetails } from '#core/trips/events.ts'
import { TripHistory } from '#projections/history/tripHistory.ts'
import { type Given, recorded } from '#tests/support/given.ts'

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

/** Ann plans the trip and Ben joins it: changes 1 and 2. */
export const initialEvents: Given<HistoryDomainEvent>[] = [
  by('ann', { type: 'TripPlanned', data: { tripId: '1', details, organizer: ann } }),
  by('ann', { type: 'ParticipantInvited', data: { invitationId: 'i', user: ben, invitedBy: ann } }),
]

export function by<F extends DomainEvent>(who: string, event: F): { by: string; event: F } {
  return { by: who, event }
}

export function historyOf(...events: Given<HistoryDomainEvent>[]): TripHistory {
  const past = new TripHistory('1')
  events.forEach((event, revision) => past.add(recorded(event, revision)))
  return past
}

/** The newest change after these events. */
export function entryAfter(...events: Given<HistoryDomainEvent>[]) {
  const past = historyOf(...initialEvents, ...events)
  return toHistoryEntry(past.change(past.length)!)
}
