// Undoes any change of a trip's money with the inverse change, from the values in its event: nothing is computed again, so
// every share and payer returns to the cent.

import type { Decision } from '#core/kernel/decider.ts'
import { refuseBeyond } from '#core/kernel/limits.ts'
import { changedSince, changedSinceAdded, isUnchanged, removedSince, type UndoOf } from '#core/kernel/undo.ts'
import type { Expense, Import, MoneyEvent } from '#core/money/events.ts'
import { toExpense, refuseLonger, refuseTooLong } from '#core/money/expenseRules.ts'
import { partOfImport, undoImport } from '#core/money/importRules.ts'
import { partyFinder } from '#core/money/parties.ts'
import { personFinder } from '#core/money/roster.ts'
import { toContribution, toPayment } from '#core/money/records.ts'
import { peopleInExpense, refuseIfLeft, restoreMoney } from '#core/money/restore.ts'
import type { MoneyRecords, MoneyState } from '#core/money/state.ts'
import type { Trip } from '#core/trips/trip.ts'

export interface UndoMoney extends UndoOf<MoneyEvent> {
  type: 'UndoMoney'
  trip: Trip
}

/** One event of the ordinary types, or none where it is undone already. Refused like the change that it makes. */
export function undoMoney(command: UndoMoney, state: MoneyState): Decision<MoneyEvent> {
  const { change, laterBy, trip } = command
  switch (change.type) {
    case 'ExpenseAdded':
    case 'ExpenseRestored':
      return removeExpense(change.data.expense, laterBy, state)
    case 'ExpenseEdited':
      return editBack(change.data, command, state)
    case 'ContributionMade':
    case 'ContributionRestored': {
      const record = state.contributions.get(change.data.contribution.id)
      if (!record) return removedSince(change.data.contribution.description, laterBy)
      return [{ type: 'ContributionRemoved', data: { contribution: toContribution(record) } }]
    }
    case 'PaymentMade':
    case 'PaymentRestored': {
      const record = state.payments.get(change.data.payment.id)
      if (!record) return removedSince(change.data.payment.note ?? 'The payment', laterBy)
      return [{ type: 'PaymentUndone', data: { payment: toPayment(record) } }]
    }
    case 'ExpenseRemoved':
    case 'ContributionRemoved':
    case 'PaymentUndone':
      return restoreMoney({ type: 'RestoreMoney', removed: change.data, trip }, state)
    case 'ImportApplied':
      return undoImport({ type: 'UndoImport', id: change.data.import.id }, state)
    case 'ImportUndone':
      return importAgain(change.data.import, trip, state)
  }
}

function removeExpense(added: Expense, laterBy: string | null, state: MoneyState): Decision<MoneyEvent> {
  const record = state.expenses.get(added.id)
  if (!record) return removedSince(added.description, laterBy)
  const expense = toExpense(record)
  if (!isUnchanged(expense, added)) return changedSinceAdded(expense.description, laterBy)
  return [{ type: 'ExpenseRemoved', data: { expense } }]
}

/** As in any edit, a former participant may stay in the expense, but not come into it again. */
function editBack(
  { expense: after, was: before }: { expense: Expense; was: Expense },
  { anyway, laterBy, trip }: UndoMoney,
  state: MoneyState,
): Decision<MoneyEvent> {
  const record = state.expenses.get(after.id)
  if (!record) return removedSince(after.description, laterBy)
  const now = toExpense(record)
  if (!anyway && !isUnchanged(now, after)) return changedSince(now.description, laterBy)
  const isIn = personFinder(peopleInExpense(now))
  const left = refuseIfLeft(
    peopleInExpense(before).filter((person) => !isIn(person)),
    trip,
  )
  if (left) return left
  if (isUnchanged(now, before)) return []
  return refuseLonger(state, now, before) ?? [{ type: 'ExpenseEdited', data: { expense: before, was: now } }]
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
