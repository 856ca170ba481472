// The people a money record can name, the signed-in person first.

import type { NamedRef } from '#core/money/responses.ts'
import type { TripRole } from '#core/trips/events.ts'
import { nameOnTrip } from '#core/trips/names.ts'
import type { Trip } from '#core/trips/trip.ts'

/** A person who can share or pay an expense (spec §3). */
export interface ChoosablePerson extends NamedRef {
  /** Null for a person who has left. */
  role: TripRole | null
  /** Has left the trip; an older record names them. */
  hasLeft: boolean
}

/** @param myId id of the person at the screen. */
export function tripPeople(trip: Pick<Trip, 'participants' | 'guests'>, myId: string): ChoosablePerson[] {
  const people: ChoosablePerson[] = [
    ...trip.participants.map((user) => ({
      id: user.id,
      name: nameOnTrip(trip, user),
      type: 'user' as const,
      role: user.role,
      hasLeft: false,
    })),
    ...trip.guests.map(({ id, name, role }) => ({ id, name, type: 'guest' as const, role, hasLeft: false })),
  ]
  return people.sort((a, b) => Number(b.id === myId) - Number(a.id === myId))
}

/** The people on the trip, then former ones a record names. */
export function withFormer(
  people: readonly ChoosablePerson[],
  named: readonly NamedRef[],
): ChoosablePerson[] {
  const all = new Map(people.map((person) => [person.id, person]))
  for (const { id, type, name } of named)
    if (!all.has(id)) all.set(id, { id, type, name, role: null, hasLeft: true })
  return [...all.values()]
}

/** As an option: 'alice (you)', 'erin (left the trip)'. */
export function choiceLabel({ id, name, hasLeft }: ChoosablePerson, myId: string): string {
  if (id === myId) return `${name} (you)`
  return hasLeft ? `${name} (left the trip)` : name
}

/** Beside a name: 'You', 'Guest', 'Left the trip'; undefined for an ordinary member. */
export function noteOn(
  { id, type, hasLeft }: Pick<ChoosablePerson, 'id' | 'type' | 'hasLeft'>,
  myId: string,
): string | undefined {
  if (id === myId) return 'You'
  if (hasLeft) return 'Left the trip'
  return type === 'guest' ? 'Guest' : undefined
}

/** Replaces ids in an error of the server by names: the server does not trust names in a body. */
export function textWithNames(text: string, people: readonly Pick<NamedRef, 'id' | 'name'>[]): string {
  return people.reduce((renamed, { id, name }) => renamed.replaceAll(id, name), text)
}
