// The sentence of a removal dialog about restoring from the trip's history (docs/decisions/0092).

import { isOutside } from '#core/itinerary/leftOutside.ts'
import { inSentence } from '#core/kernel/inSentence.ts'

const canBeRestored = 'You can bring it back from the trip’s history.'

/** The server restores an activity only on a day of the trip. */
export function restoreRemovedActivity(date: string, trip: { startDate: string; endDate: string }): string {
  return isOutside(date, trip)
    ? 'It cannot be brought back, because it is outside the dates of the trip.'
    : canBeRestored
}

interface Named {
  id: string
  name: string
}

/**
 * The server restores a record of money only if everybody whom it names is on the trip.
 * @param present null while unknown
 */
export function restoreRemovedMoney(named: readonly Named[], present: readonly Named[] | null): string {
  const gone = present && named.find(({ id }) => !present.some((entry) => entry.id === id))
  return gone
    ? `It cannot be brought back, because ${inSentence(gone.name)} is no longer on the trip.`
    : canBeRestored
}
