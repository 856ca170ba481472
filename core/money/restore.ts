// Restores a removed record under its id, as it was at its last removal. It names people anew, so the rules for a new
// record apply: nobody who has left can be in it.

import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import { refuse, type Decision, type Refusal } from '#core/kernel/decider.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { refuseBeyond } from '#core/kernel/limits.ts'
import { notFound } from '#core/kernel/refusals.ts'
import { currencyOf } from '#core/money/currency.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import type { Contribution, Expense, MoneyEvent, Party, Payment, PersonRef } from '#core/money/events.ts'
import { toExpense, refuseTooLong } from '#core/money/expenseRules.ts'
import { type FindParty, partyFinder } from '#core/money/parties.ts'
import { toContribution, toPayment } from '#core/money/records.ts'
import { namesOf, presentFinder } from '#core/money/roster.ts'
import type { MoneyState } from '#core/money/state.ts'
import type { Trip } from '#core/trips/trip.ts'

/** The record in the removal's event. */
export type RemovedMoney = { expense: Expense } | { contribution: Contribution } | { payment: Payment }

export interface RestoreMoney {
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
  { removed, trip }: RestoreMoney,
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
  if ('expense' in removed) return restoreExpense(removed.expense, trip, state)
  return 'contribution' in removed
    ? restoreContribution(removed.contribution, trip, state)
    : restorePayment(removed.payment, trip, state, findParty)
}

function restoreExpense(expense: Expense, trip: Trip, state: MoneyState): Decision<MoneyEvent> {
  const record = state.removed.expenses.get(expense.id)
  const refusal = refusalFor(state.expenses.has(expense.id), record && toExpense(record), expense)
  if (!record || refusal) return refusal ?? notFound()
  const full = refuseBeyond('expensesOfTrip', state.expenses.size) ?? refuseTooLong(state, [expense])
  if (full) return full
  const left = refuseIfLeft(peopleInExpense(expense), trip)
  if (left) return left
  const { recordedBy, createdAt } = record
  return [{ type: 'ExpenseRestored', data: { expense, recordedBy, createdAt } }]
}

function restoreContribution(
  contribution: Contribution,
  trip: Trip,
  { contributions, removed }: MoneyState,
): Decision<MoneyEvent> {
  const record = removed.contributions.get(contribution.id)
  if (!record) return refusalFor(contributions.has(contribution.id), record, contribution) ?? notFound()
  const { recordedBy, createdAt } = record
  const refusal = refusalFor(false, toContribution(record), contribution)
  if (refusal) return refusal
  return (
    refuseIfLeft([contribution.contributor], trip) ??
    refuseBeyond('contributionsOfTrip', contributions.size) ?? [
      { type: 'ContributionRestored', data: { contribution, recordedBy, createdAt } },
    ]
  )
}

function restorePayment(
  payment: Payment,
  trip: Trip,
  state: MoneyState,
  findParty: FindParty,
): Decision<MoneyEvent> {
  const record = state.removed.payments.get(payment.id)
  if (!record) return refusalFor(state.payments.has(payment.id), record, payment) ?? notFound()
  const { recordedBy, createdAt } = record
  const refusal = refusalFor(false, toPayment(record), payment)
  if (refusal) return refusal
  const stranger = [payment.from, payment.to].find((end) => !findParty(idAndType(end)))
  if (stranger?.type === 'user' || stranger?.type === 'guest') return somebodyHasLeft(trip, stranger)
  return (
    refuseBeyond('paymentsOfTrip', state.payments.size) ?? [
      { type: 'PaymentRestored', data: { payment, recordedBy, createdAt } },
    ]
  )
}

/** @param was the record at its last removal @param wanted the record at the removal to undo */
function refusalFor(exists: boolean, was: object | undefined, wanted: object): Refusal | null {
  if (exists) return refuse('IsThereAlready')
  return was && canonicalJson(was) !== canonicalJson(wanted) ? refuse('RemovedAgainSince') : null
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
