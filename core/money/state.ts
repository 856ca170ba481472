// What a trip's money comes to, fact by fact: what the rules decide on.

import type { RecordedOf } from '#core/kernel/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { MoneyFact } from '#core/money/events.ts'
import type { ContributionRecord, ExpenseRecord, PaymentRecord } from '#core/money/records.ts'
import { editExpenseRecord, recordContribution, recordExpense, recordPayment } from '#core/money/records.ts'
import type { Trip } from '#core/trips/trip.ts'

export interface MoneyState {
  /** Of the first fact: fixed for good. */
  currency: CurrencyCode | null
  expenses: Map<string, ExpenseRecord>
  contributions: Map<string, ContributionRecord>
  payments: Map<string, PaymentRecord>
}

export function evolveMoney(state: MoneyState, event: RecordedOf<MoneyFact>): void {
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
      state.expenses.delete(event.data.expense.id)
      return
    case 'ContributionMade':
      state.currency ??= event.data.contribution.currency
      state.contributions.set(event.data.contribution.id, recordContribution(event))
      return
    case 'ContributionRemoved':
      state.contributions.delete(event.data.contribution.id)
      return
    case 'PaymentMade':
      state.currency ??= event.data.payment.currency
      state.payments.set(event.data.payment.id, recordPayment(event))
      return
    case 'PaymentUndone':
      state.payments.delete(event.data.payment.id)
  }
}

/** The currency of the trip's money: that of its first fact, else of the trip's details. */
export function currencyOf(trip: Trip, { currency }: Pick<MoneyState, 'currency'>): CurrencyCode {
  return currency ?? trip.details.currency
}
