// The expected state after the responses so far: people on trips, records and messages. Only acknowledged changes
// count, so none of it may be lost or doubled.

import type { SeededRandom } from '#tests/simulator/seededRandom.ts'

export const PEOPLE = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay'] as const
export type Name = (typeof PEOPLE)[number]

export interface Trip {
  id: string
  currency: string
  isPublic: boolean
  organizer: Name
  members: Set<Name>
  guests: Set<string>
  /** Expenses, deposits and payments are amounts from the responses, by id. */
  expenses: Map<string, number>
  deposits: Map<string, number>
  payments: Map<string, number>
  activities: Set<string>
  chats: Set<string>
}

export interface Conversation {
  id: string
  /** For a trip chat, the set of the trip. */
  members: ReadonlySet<Name>
  tripId: string | null
  /** Contents by message id. */
  messages: Map<string, string>
}

export interface World {
  trips: Map<string, Trip>
  conversations: Map<string, Conversation>
  /** The noun and the id from each response to a create: `message 3b1c…`. */
  createdIds: Set<string>
  /** User ids. */
  ids: Readonly<Record<Name, string>>
  names: ReadonlyMap<string, Name>
}

export function emptyWorld(ids: Record<Name, string>): World {
  const names = new Map(PEOPLE.map((name) => [ids[name], name]))
  return { trips: new Map(), conversations: new Map(), createdIds: new Set(), ids, names }
}

export const anyOf = <T>(all: Iterable<T>, chance: SeededRandom): T | undefined => {
  const list = [...all]
  return list.length > 0 ? chance.of(list) : undefined
}
