// Folds a trip's money into the state that the rules decide on.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import type { ContributionRecord, ExpenseRecord, PaymentRecord } from '#core/money/records.ts'
import {
  editExpenseRecord,
  recordContribution,
  recordExpense,
  recordPayment,
  restoreContribution,
  restoreExpense,
  restorePayment,
} from '#core/money/records.ts'
import type { Trip } from '#core/trips/trip.ts'

export interface MoneyRecords {
  expenses: Map<string, ExpenseRecord>
  contributions: Map<string, ContributionRecord>
  payments: Map<string, PaymentRecord>
}

export interface MoneyState extends MoneyRecords {
  /** Of the first event; never changes. */
  currency: CurrencyCode | null
  /** The removed records as they last were: they can be restored. */
  removed: MoneyRecords
}

export const noRecords = (): MoneyRecords => ({
  expenses: new Map(),
  contributions: new Map(),
  payments: new Map(),
})

/** Changes `state` in place. */
export function evolveMoney(state: MoneyState, event: RecordedEventOf<MoneyEvent>): void {
  switch (event.type) {
    case 'ExpenseAdded':
      state.currency ??= event.data.expense.currency
      state.expenses.set(event.data.expense.id, recordExpense(event))
      return
    case 'ExpenseEdited': {
      const { id } = event.data.expense
      const record = state.expenses.get(id)
      if (record) state.expenses.set(id, editExpenseRecord(record, event))
      return
    }
    case 'ExpenseRemoved':
      move(state.expenses, state.removed.expenses, event.data.expense.id)
      return
    case 'ExpenseRestored':
      state.removed.expenses.delete(event.data.expense.id)
      state.expenses.set(event.data.expense.id, restoreExpense(event))
      return
    case 'ContributionMade':
      state.currency ??= event.data.contribution.currency
      state.contributions.set(event.data.contribution.id, recordContribution(event))
      return
    case 'ContributionRemoved':
      move(state.contributions, state.removed.contributions, event.data.contribution.id)
      return
    case 'ContributionRestored':
      state.removed.contributions.delete(event.data.contribution.id)
      state.contributions.set(event.data.contribution.id, restoreContribution(event))
      return
    case 'PaymentMade':
      state.currency ??= event.data.payment.currency
      state.payments.set(event.data.payment.id, recordPayment(event))
      return
    case 'PaymentUndone':
      move(state.payments, state.removed.payments, event.data.payment.id)
      return
    case 'PaymentRestored':
      state.removed.payments.delete(event.data.payment.id)
      state.payments.set(event.data.payment.id, restorePayment(event))
  }
}

function move<Record>(from: Map<string, Record>, to: Map<string, Record>, id: string): void {
  const record = from.get(id)
  if (!record) return
  from.delete(id)
  to.set(id, record)
}

/** The currency of the trip's money: of its first event, or of the trip's details. */
export function currencyOf(trip: Trip, { currency }: Pick<MoneyState, 'currency'>): CurrencyCode {
  return currency ?? trip.details.currency
}
