// Undoes an addition, a change or a restoration of an activity with the inverse change, from the values in its event.

import { refuse, type Decision } from '#core/kernel/decider.ts'
import { changedSince, changedSinceAdded, isUnchanged, removedSince, type UndoOf } from '#core/kernel/undo.ts'
import { type ItineraryState, itineraryStreamType, type TripDays } from '#core/itinerary/decider.ts'
import type { ItineraryEvent } from '#core/itinerary/events.ts'
import { isOutside } from '#core/itinerary/outsideDates.ts'
import { toActivity } from '#core/itinerary/records.ts'

export interface UndoActivity extends UndoOf<ItineraryEvent> {
  type: 'UndoActivity'
  days: TripDays
}

/** One event, or none where it is undone already. An activity that is outside the trip may stay there. */
export function undoActivity(
  { change, anyway, laterBy, days }: UndoActivity,
  state: ItineraryState,
): Decision<ItineraryEvent> {
  const after = change.data.activity
  if (change.type === 'ActivityRemoved')
    return itineraryStreamType.decide({ type: 'RestoreActivity', removed: after, days }, state)
  const record = state.activities.get(after.id)
  if (!record) return removedSince(after.title, laterBy)
  const activity = toActivity(record)
  if (change.type !== 'ActivityChanged')
    return isUnchanged(activity, after)
      ? [{ type: 'ActivityRemoved', data: { activity } }]
      : changedSinceAdded(activity.title, laterBy)
  if (!anyway && !isUnchanged(activity, after)) return changedSince(activity.title, laterBy)
  const before = change.data.was
  if (before.date !== activity.date && isOutside(before.date, days)) return refuse('DayIsNotOfTheTrip')
  return isUnchanged(activity, before)
    ? []
    : [{ type: 'ActivityChanged', data: { activity: before, was: activity } }]
}
