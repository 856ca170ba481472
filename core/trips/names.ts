// The names by which the people of a trip are shown.

import { shownName } from '#core/kernel/personName.ts'
import { foldName } from '#core/kernel/text.ts'
import type { TripUser } from '#core/trips/events.ts'
import type { Trip } from '#core/trips/trip.ts'

/** With the username beside it where somebody else on the trip is shown by the same name. */
export function nameOnTrip(
  { participants, guests }: Pick<Trip, 'participants' | 'guests'>,
  user: TripUser,
): string {
  const name = shownName(user)
  if (user.displayName === undefined) return name
  const folded = foldName(name)
  const isShared =
    participants.some((other) => other.id !== user.id && foldName(shownName(other)) === folded) ||
    guests.some((guest) => foldName(guest.name) === folded)
  return isShared ? `${name} (${user.username})` : name
}
