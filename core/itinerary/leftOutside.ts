// What a trip with other dates would leave outside: it is kept, and people are told beforehand.

import type { ItemAnswer } from '#core/itinerary/contract.ts'

/** In the order given. Dates are YYYY-MM-DD, both ends included. */
export function leftOutside<Item extends Pick<ItemAnswer, 'date'>>(
  items: readonly Item[],
  { startDate, endDate }: { startDate: string; endDate: string },
): Item[] {
  return items.filter(({ date }) => date < startDate || date > endDate)
}
