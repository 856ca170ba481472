// The words for the roles and statuses of a trip, as screens and the history show them.

import type { TripRole, TripStatus } from '#core/trips/events.ts'

export const roleLabels: Record<TripRole, string> = {
  organizer: 'Organizer',
  co_organizer: 'Co-organizer',
  member: 'Member',
}

export const statusLabels: Record<TripStatus, string> = {
  planning: 'Planning',
  confirmed: 'Confirmed',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
