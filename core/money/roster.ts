// Who may be named in a record of money: the people of the trip as its own stream has them.

import { foldName } from '#core/kernel/text.ts'
import type { NamedParty, NamedRef } from '#core/money/answers.ts'
import type { ChosenPerson } from '#core/money/bodies.ts'
import type { Party, PersonRef } from '#core/money/events.ts'
import type { Trip } from '#core/trips/trip.ts'

export const POOL_NAME = 'Shared Pool'

export const pool: Party = { type: 'pool' }

export interface RosterEntry extends NamedRef {
  /** On the trip now. */
  present: boolean
}

/** Everybody who is or was on the trip, those present first, in the order they came. */
export function rosterOf(trip: Trip): RosterEntry[] {
  const user = (present: boolean) => (one: { id: string; username: string }) =>
    ({ type: 'user', id: one.id, name: one.username, present }) as const
  const guest = (present: boolean) => (one: { id: string; name: string }) =>
    ({ type: 'guest', id: one.id, name: one.name, present }) as const
  return [
    ...trip.participants.map(user(true)),
    ...trip.guests.map(guest(true)),
    ...trip.formerUsers.map(user(false)),
    ...trip.formerGuests.map(guest(false)),
  ]
}

/** The person a body names, of the stated type, or null when they are not on the trip now. */
export function present(trip: Trip, { id, type }: ChosenPerson): PersonRef | null {
  const one = rosterOf(trip).find((entry) => entry.id === id && entry.present)
  return one && (type === null || type === one.type) ? { type: one.type, id } : null
}

/** The person a body names among those who are named already, whether they are on the trip or not. */
export function keeping({ id, type }: ChosenPerson, named: readonly PersonRef[]): PersonRef | null {
  return named.find((one) => one.id === id && (type === null || one.type === type)) ?? null
}

/** Whoever the last balanced parentheses of a description name, if they name present people (decisions §6). */
export function namedInDescription(trip: Trip, description: string): PersonRef[] {
  const name = lastParenthesised(description)
  if (name === null) return []
  const folded = foldName(name.trim())
  return rosterOf(trip)
    .filter((entry) => entry.present && foldName(entry.name) === folded)
    .map(({ type, id }) => ({ type, id }))
}

/** The text of the last balanced pair of parentheses: a name may hold parentheses itself. */
function lastParenthesised(text: string): string | null {
  const end = text.lastIndexOf(')')
  let depth = 0
  for (let at = end; at >= 0; at--) {
    if (text[at] === ')') depth++
    if (text[at] === '(' && --depth === 0) return text.slice(at + 1, end)
  }
  return null
}

/** Names by id; somebody the trip does not know is "someone who left". */
export function namesOf(trip: Trip): (ref: PersonRef) => NamedRef {
  const names = new Map(rosterOf(trip).map((entry) => [entry.id, entry.name]))
  return ({ type, id }) => ({ type, id, name: names.get(id) ?? 'someone who left' })
}

/** @param named of `namesOf` */
export function nameParty(named: (ref: PersonRef) => NamedRef, party: Party): NamedParty {
  return party.type === 'pool' ? { id: 'pool', type: 'pool', name: POOL_NAME } : named(party)
}
