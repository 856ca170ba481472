// Finds whom a payment may name: present people, the pool, and former people with open money, or the plan could never
// be finished (docs/decisions/0004).

import type { PaymentEntry } from '#core/money/bodies.ts'
import type { ChosenPerson } from '#core/money/personBodies.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import type { Party, PersonRef } from '#core/money/events.ts'
import { pool, presentPerson } from '#core/money/roster.ts'
import type { MoneyState } from '#core/money/state.ts'
import type { Trip } from '#core/trips/trip.ts'

/** null for somebody who is neither on the trip nor in its money. */
export function partyOf(trip: Trip, { id, type }: PaymentEntry['from'], state: MoneyState): Party | null {
  if (type === 'pool') return id === 'pool' ? pool : null
  const person: ChosenPerson = { id, type }
  return presentPerson(trip, person) ?? namedIn(state, person)
}

/** Searches all records, so it is called for former people only. */
function namedIn({ expenses, contributions, payments }: MoneyState, { id, type }: ChosenPerson) {
  const isThem = (party: Party): party is PersonRef => party.type === type && party.id === id
  for (const expense of expenses.values()) {
    const found = payingPeople(expense).find(isThem) ?? expense.sharedBy.find(isThem)
    if (found) return { type: found.type, id: found.id }
  }
  for (const { contributor } of contributions.values()) if (isThem(contributor)) return contributor
  for (const { from, to } of payments.values()) {
    const found = [from, to].find(isThem)
    if (found) return found
  }
  return null
}
