// Who a payment may name: those present, the pool, and whoever left with money still open, or the plan could never be
// finished (docs/decisions/0004).

import type { ChosenPerson, PaymentEntry } from '#core/money/bodies.ts'
import type { Party, PersonRef } from '#core/money/events.ts'
import { keeping, pool, present } from '#core/money/roster.ts'
import type { MoneyState } from '#core/money/state.ts'
import type { Trip } from '#core/trips/trip.ts'

/** null for somebody who is neither on the trip nor in its money (docs/decisions/0004). */
export function partyOf(trip: Trip, { id, type }: PaymentEntry['from'], state: MoneyState): Party | null {
  if (type === 'pool') return id === 'pool' ? pool : null
  const person: ChosenPerson = { id, type }
  return present(trip, person) ?? keeping(person, peopleIn(state))
}

function peopleIn({ expenses, contributions, payments }: MoneyState): PersonRef[] {
  const parties: Party[] = [
    ...[...expenses.values()].flatMap(({ payer, sharedBy }) => [payer, ...sharedBy]),
    ...[...contributions.values()].map(({ contributor }) => contributor),
    ...[...payments.values()].flatMap(({ from, to }) => [from, to]),
  ]
  return parties.filter((party) => party.type !== 'pool')
}
