// The roles of a trip as people read them.

import type { TripRole } from '#core/trips/events.ts'

export const roleNames: Record<TripRole, string> = {
  organizer: 'Organizer',
  co_organizer: 'Co-organizer',
  member: 'Member',
}
