// Finds the people whom a record of money may name: those of the trip, from its own stream.

import { foldName } from '#core/kernel/text.ts'
import type { NamedParty, NamedRef } from '#core/money/responses.ts'
import type { ChosenPerson } from '#core/money/personBodies.ts'
import type { Party, PersonRef } from '#core/money/events.ts'
import type { TripUser } from '#core/trips/events.ts'
import { nameOnTrip } from '#core/trips/names.ts'
import { resolveParty } from '#core/money/claimedGuests.ts'
import { type Aliases, aliasesOf } from '#core/trips/guestClaims.ts'
import { SOMEONE_WHO_LEFT, type Trip } from '#core/trips/trip.ts'

export const POOL_NAME = 'Shared Pool'

/** The description of a contribution without one. */
export const CONTRIBUTION_TEXT = 'Pool contribution'

export const pool: Party = { type: 'pool' }

export interface RosterEntry extends NamedRef {
  isPresent: boolean
}

/** Everybody who is or was on the trip, present people first, in the order they came. */
export function rosterOf(trip: Trip): RosterEntry[] {
  const user = (isPresent: boolean) => (person: TripUser) =>
    ({ type: 'user', id: person.id, name: nameOnTrip(trip, person), isPresent }) as const
  const guest = (isPresent: boolean) => (person: { id: string; name: string }) =>
    ({ type: 'guest', id: person.id, name: person.name, isPresent }) as const
  return [
    ...trip.participants.map(user(true)),
    ...trip.guests.map(guest(true)),
    ...trip.formerUsers.map(user(false)),
    ...trip.formerGuests.map(guest(false)),
  ]
}

/** Finds the person that a body names, of its type if it has one; null for others. */
export type FindPerson = (chosen: ChosenPerson) => PersonRef | null

/** The user whom a body means that names a claimed guest. */
export function resolveChosen<Of extends ChosenPerson>(aliases: Aliases, chosen: Of): Of {
  const userId = chosen.type === 'user' ? undefined : aliases.get(chosen.id)
  return userId === undefined ? chosen : { ...chosen, id: userId, type: chosen.type && 'user' }
}

/** Indexes the people once for many lookups: an expense may have as many sharers as the trip has people. */
export function personFinder(people: readonly PersonRef[]): FindPerson {
  const byId = new Map(people.map((person) => [person.id, person]))
  return ({ id, type }) => {
    const person = byId.get(id)
    return person && (type === null || type === person.type) ? person : null
  }
}

/** A body of an older device may name a claimed guest: it means the user. */
export const presentFinder = (trip: Trip): FindPerson => indexOf(trip).present

export const presentPerson = (trip: Trip, chosen: ChosenPerson): PersonRef | null =>
  presentFinder(trip)(chosen)

/** The present people named in the last balanced parentheses of a description (docs/decisions.md §6). */
export function namedInDescription(trip: Trip, description: string): PersonRef[] {
  const name = lastParenthesised(description)
  if (name === null) return []
  const folded = foldName(name.trim())
  return rosterOf(trip)
    .filter((entry) => entry.isPresent && foldName(entry.name) === folded)
    .map(({ type, id }) => ({ type, id }))
}

/** A name may itself contain parentheses. */
function lastParenthesised(text: string): string | null {
  const end = text.lastIndexOf(')')
  let depth = 0
  for (let offset = end; offset >= 0; offset--) {
    if (text[offset] === ')') depth++
    if (text[offset] === '(' && --depth === 0) return text.slice(offset + 1, end)
  }
  return null
}

/** Finds the person's present name. */
export type FindName = (person: PersonRef) => NamedRef

/** Unknown people are "someone who left". The same function until somebody comes, leaves or has another name. */
export const namesOf = (trip: Trip): FindName => indexOf(trip).named

type People = Pick<Trip, 'participants' | 'guests' | 'formerUsers' | 'formerGuests' | 'claimedGuests'>
interface Index {
  of: People
  present: FindPerson
  named: FindName
}

const indexes = new WeakMap<Trip['participants'], Index>()

/** A trip's lists are replaced and never changed in place, so an index is valid as long as its lists are the same. */
function indexOf(trip: Trip): Index {
  const { participants, guests, formerUsers, formerGuests, claimedGuests } = trip
  const lists: People = { participants, guests, formerUsers, formerGuests, claimedGuests }
  const cached = indexes.get(participants)
  if (cached && (Object.keys(lists) as (keyof People)[]).every((list) => cached.of[list] === lists[list]))
    return cached
  const everybody = rosterOf(trip)
  const names = new Map(everybody.map(({ id, name }) => [id, name]))
  const aliases = aliasesOf(trip)
  const present = personFinder(
    everybody.filter((person) => person.isPresent).map(({ type, id }) => ({ type, id })),
  )
  const index: Index = {
    of: lists,
    present: (chosen) => present(resolveChosen(aliases, chosen)),
    named(person) {
      const { type, id } = resolveParty(aliases, person)
      return { type, id, name: names.get(id) ?? SOMEONE_WHO_LEFT }
    },
  }
  indexes.set(participants, index)
  return index
}

/** @param named of `namesOf` */
export function nameParty(named: FindName, party: Party): NamedParty {
  return party.type === 'pool' ? { id: 'pool', type: 'pool', name: POOL_NAME } : named(party)
}
