// The operation that undoes a change of the itinerary, for all participants.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import { undoBody, type UndoBody } from '#core/kernel/undo.ts'
import type { Operation } from '#core/store/operation.ts'
import { type ItineraryState, itineraryStreamType } from '#core/itinerary/decider.ts'
import type { ItineraryEvent } from '#core/itinerary/events.ts'
import { forItinerary } from '#core/itinerary/operations.ts'
import { undoActivity, type UndoActivity } from '#core/itinerary/undo.ts'
import type { TripContext } from '#core/trips/tripContext.ts'

/** @param endpoint names the change @param laterBy who changed the activity last; null where nobody did */
export const undoActivityOperation = (
  endpoint: Endpoint,
  change: ItineraryEvent,
  laterBy: string | null,
): Operation<ItineraryState, UndoActivity, ItineraryEvent, TripContext, UndoBody, undefined> => ({
  ...forItinerary,
  streamType: { ...itineraryStreamType, decide: undoActivity },
  type: 'UndoActivity',
  endpoint,
  schema: () => undoBody,
  toCommand: ({ body: { anyway } }, { trip }) => ({ change, anyway, laterBy, days: trip.details }),
  toResponse: () => undefined,
})
