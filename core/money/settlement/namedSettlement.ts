// Balances and a settlement with the names of their people, as screens and files show them. Amounts are minor units.

import type { NamedParty, NamedRef } from '#core/money/responses.ts'
import type { Leg } from '#core/money/balances/leg.ts'
import { POOL, shownFigures, type Ledger, type ShownFigures } from '#core/money/balances/ledger.ts'
import { nameParty, namesOf, rosterOf } from '#core/money/roster.ts'
import { type SettledPerson, type Settlement, peopleInSettlement } from '#core/money/settlement/settlement.ts'
import type { Trip } from '#core/trips/trip.ts'

export interface NamedBalance extends NamedRef, ShownFigures {
  /** Has left the trip. */
  left: boolean
}

export interface NamedLeg extends Omit<Leg, 'from' | 'to'> {
  from: NamedParty
  to: NamedParty
  /** 'bob pays alice' */
  description: string
}

export type NamedParticipant = SettledPerson & NamedRef

export interface NamedSettlement extends Omit<Settlement, 'participants' | 'payments'> {
  participants: NamedParticipant[]
  payments: NamedLeg[]
}

/** Everybody present, and former people with open money. */
export function namedBalances(trip: Trip, ledger: Ledger): NamedBalance[] {
  const named = namesOf(trip)
  return peopleInSettlement(ledger, rosterOf(trip)).map(({ isPresent, ...person }) => ({
    ...named(person),
    left: !isPresent,
    ...shownFigures(ledger, person.id),
  }))
}

export function namedSettlement(trip: Trip, settled: Settlement): NamedSettlement {
  const named = namesOf(trip)
  const people = new Map(settled.participants.map((person) => [person.id, person]))
  const end = (id: string): NamedParty => nameParty(named, id === POOL ? { type: 'pool' } : people.get(id)!)
  return {
    ...settled,
    participants: settled.participants.map((person) => ({ ...named(person), ...person })),
    payments: settled.payments.map((leg) => {
      const [from, to] = [end(leg.from), end(leg.to)]
      return { from, to, amount: leg.amount, description: `${from.name} pays ${to.name}` }
    }),
  }
}
