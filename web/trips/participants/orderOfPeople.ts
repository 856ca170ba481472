// Sorts the people of a trip: the signed-in person, the organizers, then everybody by name.

import type { UserParticipant } from '#core/trips/responses.ts'

const places = { organizer: 1, co_organizer: 2, member: 3 } as const

export function orderOfPeople(myId: string): (a: UserParticipant, b: UserParticipant) => number {
  const rank = ({ id, role }: UserParticipant): number => (id === myId ? 0 : places[role])
  return (a, b) => rank(a) - rank(b) || comparePeopleByName(a, b)
}

/** Ignores case and accents, unless the names are otherwise equal. */
export function comparePeopleByName(
  a: { name: string; id: string },
  b: { name: string; id: string },
): number {
  return names.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
}

const names = new Intl.Collator('en', { numeric: true })
