// Undoes a change of the itinerary with the inverse change, from the values in its event.

import type { Decision } from '#core/kernel/decider.ts'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { UndoOf } from '#core/kernel/undo.ts'
import { type ItineraryEvent, type TripDays, activityKind } from '#core/itinerary/activity.ts'
import {
  type ItineraryState,
  itineraryStreamType,
  refuseGoneDay,
  restoreActivity,
} from '#core/itinerary/decider.ts'
import { ofItinerary } from '#core/itinerary/operations.ts'
import { undoRecordOperation } from '#core/records/operations.ts'
import { undoRecord } from '#core/records/rules.ts'

interface UndoActivity extends UndoOf<ItineraryEvent> {
  days: TripDays
}

/** An activity that is outside the trip may stay there. */
const undoActivity = (command: UndoActivity, state: ItineraryState): Decision<ItineraryEvent> => {
  const { change, days } = command
  if (change.type === 'ActivityRemoved') return restoreActivity(change.data.activity, days, state)
  return undoRecord(activityKind, state, command, change, {
    titleOf: ({ title }) => title,
    refuseBefore: (before, now) => (before.date === now.date ? null : refuseGoneDay(before, days)),
  })
}

/** @param endpoint names the change @param laterBy who changed the activity last; null where nobody did */
export const undoActivityOperation = (endpoint: Endpoint, change: ItineraryEvent, laterBy: string | null) =>
  undoRecordOperation(
    'UndoActivity',
    { ...ofItinerary, streamType: { ...itineraryStreamType, decide: undoActivity } },
    endpoint,
    change,
    laterBy,
  )
