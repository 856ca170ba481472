// Finds the activities outside a trip's dates. A change of the dates keeps them, so the form warns before it.

import type { ItemResponse } from '#core/itinerary/contract.ts'

interface Days {
  startDate: string
  endDate: string
}

/** Dates are YYYY-MM-DD, both ends included. */
export const isOutside = (date: string, { startDate, endDate }: Days): boolean =>
  date < startDate || date > endDate

/** In the order given. Dates are YYYY-MM-DD, both ends included. */
export function itemsOutside<Item extends Pick<ItemResponse, 'date'>>(
  items: readonly Item[],
  trip: Days,
): Item[] {
  return items.filter(({ date }) => isOutside(date, trip))
}
