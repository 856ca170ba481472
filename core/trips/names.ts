// The names by which the people of a trip are shown.

import { shownName } from '#core/kernel/personName.ts'
import { foldName } from '#core/kernel/text.ts'
import type { TripUser } from '#core/trips/events.ts'
import type { Trip } from '#core/trips/trip.ts'

type People = Pick<Trip, 'participants' | 'guests'>

/** With the username beside it where somebody else on the trip is shown by the same name. */
export function nameOnTrip(trip: People, user: TripUser): string {
  const name = shownName(user)
  if (user.displayName === undefined) return name
  const own = trip.participants.some(({ id }) => id === user.id) ? 1 : 0
  const isShared = (countsOf(trip).get(foldName(name)) ?? 0) > own
  return isShared ? `${name} (${user.username})` : name
}

/** The name on the trip that reads like this one; undefined for none. */
export const nameLike = (trip: People, name: string): string | undefined =>
  namesOn(trip).find((other) => foldName(other) === foldName(name))

const namesOn = ({ participants, guests }: People): string[] => [
  ...participants.map(shownName),
  ...guests.map((guest) => guest.name),
]

const counted = new WeakMap<Trip['participants'], { guests: Trip['guests']; counts: Map<string, number> }>()

/** How many people have each folded name: counted once, because a trip's lists are replaced and never changed. */
function countsOf(trip: People): Map<string, number> {
  const { participants, guests } = trip
  const known = counted.get(participants)
  if (known?.guests === guests) return known.counts
  const counts = new Map<string, number>()
  for (const name of namesOn(trip)) {
    const folded = foldName(name)
    counts.set(folded, (counts.get(folded) ?? 0) + 1)
  }
  counted.set(participants, { guests, counts })
  return counts
}
