// In which order the people of a trip stand: me first, then who runs the trip, then everybody by name.

import type { UserParticipant } from '#core/trips/responses.ts'

const places = { organizer: 1, co_organizer: 2, member: 3 } as const

export function orderOfPeople(users: readonly UserParticipant[], myId: string): UserParticipant[] {
  const place = ({ id, role }: UserParticipant): number => (id === myId ? 0 : places[role])
  return users.toSorted((a, b) => place(a) - place(b) || byName(a, b))
}

/** As a reader looks for a name: case and accents only decide between names that are otherwise the same. */
export function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return names.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
}

const names = new Intl.Collator('en', { numeric: true })
