// Which public trips are listed, and offer to ask for a place: on the server and on the device.

import type { TripDetails } from '#core/trips/events.ts'

/** Whether somebody can still join the trip: it is neither over nor cancelled. @param today YYYY-MM-DD */
export const isJoinable = (
  { endDate, status }: Pick<TripDetails, 'endDate' | 'status'>,
  today: string,
): boolean => endDate >= today && status !== 'completed' && status !== 'cancelled'
