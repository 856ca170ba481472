// Finds whom a payment may name: present people, the pool, and former people who are in the trip's money, or the plan
// could never be finished (docs/decisions/0004). And who may keep the money of a deposit: present people.

import { refuse, type Refusal } from '#core/kernel/decider.ts'
import type { PaymentEntry } from '#core/money/bodies.ts'
import { payingPeople, peopleOfContribution } from '#core/money/signedAmount.ts'
import type { Party, PersonRef } from '#core/money/events.ts'
import type { ChosenPerson } from '#core/money/personBodies.ts'
import { resolveParty } from '#core/money/claimedGuests.ts'
import {
  type FindPerson,
  personFinder,
  pool,
  presentFinder,
  presentPerson,
  resolveChosen,
} from '#core/money/roster.ts'
import type { MoneyRecords } from '#core/money/state.ts'
import { aliasesOf } from '#core/trips/guestClaims.ts'
import type { Trip } from '#core/trips/trip.ts'

/** null for somebody who is neither on the trip nor in its money. */
export type FindParty = (named: PaymentEntry['from']) => Party | null

/** Searches all records for the first former person, and no further: one command can name a thousand. */
export function partyFinder(trip: Trip, state: MoneyRecords): FindParty {
  const present = presentFinder(trip)
  const aliases = aliasesOf(trip)
  let inMoney: FindPerson | undefined
  return ({ id, type }) => {
    if (type === 'pool') return id === 'pool' ? pool : null
    const chosen = resolveChosen(aliases, { id, type })
    const former = () =>
      (inMoney ??= personFinder(peopleIn(state).map((person) => resolveParty(aliases, person))))
    return present(chosen) ?? former()(chosen)
  }
}

/** The keeper of a new contribution, where its entry names one. */
export function keeperOf(
  trip: Trip,
  { keptBy }: { keptBy?: ChosenPerson | null | undefined },
): Refusal | { keptBy?: PersonRef } {
  if (!keptBy) return {}
  const keeper = presentPerson(trip, keptBy)
  return keeper ? { keptBy: keeper } : refuse('KeeperIsNotOnTheTrip')
}

/** Whether a record names the person, by this id. */
export const isInMoney = (state: MoneyRecords, personId: string): boolean =>
  peopleIn(state).some(({ id }) => id === personId)

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
  for (const contribution of contributions.values()) peopleOfContribution(contribution).forEach(add)
  for (const { from, to } of payments.values()) [from, to].forEach(add)
  return [...people.values()]
}
