// Labels of a trip's people, roles and status.

import { roleLabels } from '#core/trips/labels.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import type { TripRole, TripStatus } from '#core/trips/events.ts'
import type { StackPerson } from '#web/ui/AvatarStack.tsx'
import type { Tone } from '#web/ui/feedback/tone.ts'
import { formatCount } from '#web/platform/time/format.ts'

export const statusTones: Record<TripStatus, Tone> = {
  planning: 'neutral',
  confirmed: 'success',
  in_progress: 'primary',
  completed: 'neutral',
  cancelled: 'danger',
}

/** Includes guests: '1 person', '5 people'. */
export function peopleCount({ participants, guestCount }: Pick<TripResponse, 'participants' | 'guestCount'>) {
  return formatCount(participants.length + guestCount, 'person', 'people')
}

/** The people for an AvatarStack: organizers first, guests last. */
export function avatarsOf({
  participants,
  guests = [],
}: Pick<TripResponse, 'participants' | 'guests'>): StackPerson[] {
  const users = participants.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role))
  return [
    ...users.map(({ id, role, user }) => ({ id, name: user.username, role: roleLabels[role].toLowerCase() })),
    ...guests.map(({ id, name }) => ({ id, name, role: 'guest' })),
  ]
}

const order: readonly TripRole[] = ['organizer', 'co_organizer', 'member']

/** Organizers and co-organizers change, share and delete a trip. */
export const canEditTrip = ({ userRole }: { userRole: TripRole | null }): boolean =>
  userRole === 'organizer' || userRole === 'co_organizer'
