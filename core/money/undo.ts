// Undoes any change of a trip's money with the inverse change, from the values in its event: nothing is computed again, so
// every share and payer returns to the cent.

import type { Decision, Refusal } from '#core/kernel/decider.ts'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { refuseBeyond } from '#core/kernel/limits.ts'
import type { UndoOf } from '#core/kernel/undo.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import {
  type Expense,
  type Import,
  type MoneyEvent,
  contributionKind,
  expenseKind,
  paymentKind,
} from '#core/money/events.ts'
import { refuseLonger, refuseTooLong } from '#core/money/expenseRules.ts'
import { partOfImport, decideImportUndo } from '#core/money/importRules.ts'
import { ofMoney } from '#core/money/operations.ts'
import { partyFinder } from '#core/money/parties.ts'
import { canRemoveContribution, canRemoveImport, canUndoPayment } from '#core/money/permissions.ts'
import { personFinder } from '#core/money/roster.ts'
import { peopleInExpense, refuseIfLeft, restoreMoney } from '#core/money/restore.ts'
import type { MoneyRecords, MoneyState } from '#core/money/state.ts'
import { undoRecordOperation } from '#core/records/operations.ts'
import { undoRecord } from '#core/records/rules.ts'
import type { Trip } from '#core/trips/trip.ts'

export interface UndoMoney extends UndoOf<MoneyEvent> {
  type: 'UndoMoney'
  trip: Trip
}

/** One event of the ordinary types, or none where it is undone already. Refused like the change that it makes. */
export function undoMoney(command: UndoMoney, state: MoneyState): Decision<MoneyEvent> {
  const { change, trip } = command
  switch (change.type) {
    case 'ExpenseAdded':
    case 'ExpenseEdited':
    case 'ExpenseRestored':
      return undoRecord(expenseKind, state, command, change, {
        titleOf: ({ description }) => description,
        refuseBefore: (before, now) => refuseBefore(before, now, trip, state),
      })
    case 'ContributionMade':
    case 'ContributionRestored':
      return undoRecord(contributionKind, state, command, change, {
        titleOf: ({ description }) => description,
      })
    case 'PaymentMade':
    case 'PaymentRestored':
      return undoRecord(paymentKind, state, command, change, {
        titleOf: ({ note }) => note ?? 'The payment',
      })
    case 'ExpenseRemoved':
    case 'ContributionRemoved':
    case 'PaymentUndone':
      return restoreMoney({ type: 'RestoreMoney', removed: change.data, trip }, state)
    case 'ImportApplied':
      return decideImportUndo({ type: 'UndoImport', id: change.data.import.id }, state)
    case 'ImportUndone':
      return importAgain(change.data.import, trip, state)
  }
}

/** As in any edit, a former participant may stay in the expense, but not come into it again. */
function refuseBefore(before: Expense, now: Expense, trip: Trip, state: MoneyState): Refusal | null {
  const isIn = personFinder(peopleInExpense(now))
  const others = peopleInExpense(before).filter((person) => !isIn(person))
  return refuseIfLeft(others, trip) ?? refuseLonger(state, now, before)
}

/**
 * All that its removal removed, or nothing; each record must be restorable by itself. What was recorded by one person at one
 * time is one event, so that nobody becomes the recorder of what another one imported.
 */
function importAgain(removed: Import, trip: Trip, state: MoneyState): Decision<MoneyEvent> {
  const { expenses, payments, contributions = [] } = removed
  const findParty = partyFinder(trip, state)
  for (const record of [
    ...expenses.map((expense) => ({ expense })),
    ...payments.map((payment) => ({ payment })),
    ...contributions.map((contribution) => ({ contribution })),
  ]) {
    const decided = restoreMoney({ type: 'RestoreMoney', removed: record, trip }, state, findParty)
    if ('refused' in decided) return decided
  }
  const full =
    refuseBeyond('expensesOfTrip', state.expenses.size, expenses.length) ??
    refuseTooLong(state, expenses) ??
    refuseBeyond('paymentsOfTrip', state.payments.size, payments.length) ??
    refuseBeyond('contributionsOfTrip', state.contributions.size, contributions.length)
  if (full) return full
  const records = [...expenses, ...payments, ...contributions]
  const origins = new Map(records.map(({ id }) => [id, originIn(state.removed, id)]))
  return [...new Map([...origins.values()].map((origin) => [origin.name, origin])).values()].map(
    ({ name, recordedBy, createdAt }) => ({
      type: 'ImportApplied',
      data: {
        import: partOfImport(removed, ({ id }) => origins.get(id)?.name === name),
        recordedBy,
        createdAt,
      },
    }),
  )
}

/** Who recorded a removed record, and when; equal ones have one name. */
function originIn({ expenses, payments, contributions }: MoneyRecords, id: string) {
  const { recordedBy, createdAt } = expenses.get(id) ?? payments.get(id) ?? contributions.get(id)!
  return { name: `${recordedBy} ${createdAt}`, recordedBy, createdAt }
}

/** @param endpoint names the change @param laterBy who changed the same thing last; null where nobody did */
export const undoMoneyOperation = (endpoint: Endpoint, change: MoneyEvent, laterBy: string | null) =>
  undoRecordOperation(
    'UndoMoney',
    { ...ofMoney, streamType: { ...moneyStreamType, decide: undoMoney } },
    endpoint,
    change,
    laterBy,
    (own, trip, userId) => canRemoveAddedIn(change, own, trip, userId),
  )

/** A contribution or a payment, also of an import, may be removed by some participants only; everything else by all. */
function canRemoveAddedIn(change: MoneyEvent, own: MoneyState, trip: Trip, userId: string): boolean {
  if (change.type === 'ContributionMade' || change.type === 'ContributionRestored') {
    const record = own.contributions.get(change.data.contribution.id)
    return !record || canRemoveContribution(record, trip, userId)
  }
  if (change.type === 'PaymentMade' || change.type === 'PaymentRestored') {
    const record = own.payments.get(change.data.payment.id)
    return !record || canUndoPayment(record, trip, userId)
  }
  if (change.type === 'ImportApplied') return canRemoveImport(change.data.import.id, own, trip, userId)
  return true
}
