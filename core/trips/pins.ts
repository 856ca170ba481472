// The trips that a person has pinned to Home: at most two, the newest pin first. The log keeps the newest event only.

import type { Decider, DomainEvent, Upcasts } from '#core/kernel/decider.ts'
import type { StreamType } from '#core/store/streamType.ts'

/** As many as the section "Pinned Trips" has (spec §2). */
const MAX_PINS = 2

export type PinnedTripsSet = DomainEvent<'PinnedTripsSet', { userId: string; tripIds: readonly string[] }>

export const pinUpcasts = {
  PinnedTripsSet: [],
} satisfies Record<PinnedTripsSet['type'], Upcasts[string]>

export interface PinsState {
  tripIds: readonly string[]
}

export interface PinCommand {
  type: 'PinTrip' | 'UnpinTrip'
  userId: string
  tripId: string
  /** Pins of trips that the person is not on any more. */
  gone: readonly string[]
}

/** A further pin takes the place of the oldest. */
export const addPin = (tripIds: readonly string[], tripId: string): readonly string[] =>
  tripIds.includes(tripId) ? tripIds : [tripId, ...tripIds].slice(0, MAX_PINS)

export const removePin = (tripIds: readonly string[], tripId: string): readonly string[] =>
  tripIds.filter((id) => id !== tripId)

export const pinStreamType: StreamType<PinsState, PinCommand, PinnedTripsSet> &
  Decider<PinsState, PinCommand, PinnedTripsSet> = {
  prefix: 'pins-',
  maxEvents: 1,
  initialState: () => ({ tripIds: [] }),
  evolve(state, { data: { tripIds } }) {
    state.tripIds = tripIds
  },
  decide({ type, userId, tripId, gone }, state) {
    if (state.tripIds.includes(tripId) === (type === 'PinTrip')) return []
    const held = state.tripIds.filter((id) => !gone.includes(id))
    const tripIds = type === 'PinTrip' ? addPin(held, tripId) : removePin(held, tripId)
    return [{ type: 'PinnedTripsSet', data: { userId, tripIds } }]
  },
}
