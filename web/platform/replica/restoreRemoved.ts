// Whether a removal can be undone, and the sentence about it where a dialog asks first (docs/decisions/0092).

import { isOutside } from '#core/itinerary/activity.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'

export const CAN_BE_RESTORED = 'You can bring it back from the trip’s history.'

/** The server restores an activity only on a day of the trip. @returns null where it can be restored */
export function whyActivityCannotBeRestored(
  date: string,
  trip: { startDate: string; endDate: string },
): string | null {
  return isOutside(date, trip)
    ? 'It cannot be brought back, because it is outside the dates of the trip.'
    : null
}

interface Named {
  id: string
  name: string
}

/**
 * The server restores a record of money only if everybody whom it names is on the trip.
 * @param present null while unknown @returns null where it can be restored
 */
export function whyMoneyCannotBeRestored(
  named: readonly Named[],
  present: readonly Named[] | null,
): string | null {
  const gone = present && named.find(({ id }) => !present.some((entry) => entry.id === id))
  return gone
    ? `It cannot be brought back, because ${isolateBidi(gone.name)} is no longer on the trip.`
    : null
}
