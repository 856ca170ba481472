// Restores a removed record under its id, as it was at its last removal. It names people anew, so the rules for a new
// record apply: nobody who has left can be in it.

import { refuse, type Decision, type Refusal } from '#core/kernel/decider.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { currencyOf } from '#core/money/currency.ts'
import { payingPeople, peopleOfContribution } from '#core/money/signedAmount.ts'
import {
  type Contribution,
  type Expense,
  type MoneyEvent,
  type Party,
  type Payment,
  type PersonRef,
  contributionKind,
  expenseKind,
  paymentKind,
} from '#core/money/events.ts'
import { refuseTooLong } from '#core/money/expenseRules.ts'
import { partyFinder } from '#core/money/parties.ts'
import { namesOf, presentFinder } from '#core/money/roster.ts'
import type { MoneyState } from '#core/money/state.ts'
import { type WithGoneFiles, restoreRecord } from '#core/records/rules.ts'
import type { Trip } from '#core/trips/trip.ts'

/** The record in the removal's event. */
export type RemovedMoney = { expense: Expense } | { contribution: Contribution } | { payment: Payment }

export interface RestoreMoney extends WithGoneFiles {
  type: 'RestoreMoney'
  removed: RemovedMoney
  trip: Trip
}

/**
 * Refused: NotFound, IsThereAlready, RemovedAgainSince, SomebodyHasLeft, and OtherCurrencySince where the trip got another
 * currency while it had no money.
 * @param findParty one for many records of a command
 */
export function restoreMoney(
  { removed, trip, gone }: RestoreMoney,
  state: MoneyState,
  findParty = partyFinder(trip, state),
): Decision<MoneyEvent> {
  const { currency } =
    'expense' in removed
      ? removed.expense
      : 'contribution' in removed
        ? removed.contribution
        : removed.payment
  const present = currencyOf(trip, state)
  if (currency !== present)
    return refuse('OtherCurrencySince', {
      message: `It was recorded in ${currency}, and the money of this trip is in ${present} now`,
    })
  if ('expense' in removed) {
    const { expense } = removed
    const check = () => refuseTooLong(state, [expense]) ?? refuseIfLeft(peopleInExpense(expense), trip)
    return restoreRecord(expenseKind, state, expense, check, gone)
  }
  if ('contribution' in removed) {
    const { contribution } = removed
    return restoreRecord(contributionKind, state, contribution, () =>
      refuseIfLeft(peopleOfContribution(contribution), trip),
    )
  }
  const { payment } = removed
  return restoreRecord(paymentKind, state, payment, () => {
    const stranger = [payment.from, payment.to].find((end) => !findParty(idAndType(end)))
    return stranger && stranger.type !== 'pool' ? somebodyHasLeft(trip, stranger) : null
  })
}

export const peopleInExpense = (expense: Expense): PersonRef[] => [
  ...payingPeople(expense),
  ...expense.sharedBy,
]

/** Refuses to name a person who is no longer on the trip; null when all are. */
export function refuseIfLeft(people: readonly PersonRef[], trip: Trip): Refusal | null {
  const findPresent = presentFinder(trip)
  const former = people.find((person) => !findPresent(person))
  return former ? somebodyHasLeft(trip, former) : null
}

const somebodyHasLeft = (trip: Trip, ref: PersonRef) =>
  refuse('SomebodyHasLeft', {
    message: `${isolateBidi(namesOf(trip)(ref).name)} is no longer on the trip, so this cannot be brought back`,
  })

const idAndType = (end: Party) => (end.type === 'pool' ? { id: 'pool', type: end.type } : end)
