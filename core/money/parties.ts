// Finds whom a payment may name: present people, the pool, and former people who are in the trip's money, or the plan
// could never be finished (docs/decisions/0004).

import type { PaymentEntry } from '#core/money/bodies.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import type { Party, PersonRef } from '#core/money/events.ts'
import { type FindPerson, personFinder, pool, presentFinder } from '#core/money/roster.ts'
import type { MoneyRecords } from '#core/money/state.ts'
import type { Trip } from '#core/trips/trip.ts'

/** null for somebody who is neither on the trip nor in its money. */
export type FindParty = (named: PaymentEntry['from']) => Party | null

/** Searches all records for the first former person, and no further: one command can name a thousand. */
export function partyFinder(trip: Trip, state: MoneyRecords): FindParty {
  const present = presentFinder(trip)
  let inMoney: FindPerson | undefined
  return ({ id, type }) => {
    if (type === 'pool') return id === 'pool' ? pool : null
    return present({ id, type }) ?? (inMoney ??= personFinder(peopleIn(state)))({ id, type })
  }
}

/** Each person once. */
function peopleIn({ expenses, contributions, payments }: MoneyRecords): PersonRef[] {
  const people = new Map<string, PersonRef>()
  const add = (party: Party) => {
    if (party.type === 'pool' || people.has(party.id)) return
    people.set(party.id, { type: party.type, id: party.id })
  }
  for (const expense of expenses.values()) {
    payingPeople(expense).forEach(add)
    expense.sharedBy.forEach(add)
  }
  for (const { contributor } of contributions.values()) add(contributor)
  for (const { from, to } of payments.values()) [from, to].forEach(add)
  return [...people.values()]
}
