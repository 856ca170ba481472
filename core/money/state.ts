// Folds a trip's money into the state that the rules decide on.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import {
  type ContributionRecord,
  type ExpenseRecord,
  type PaymentRecord,
  editExpenseRecord,
  recordContribution,
  recordExpense,
  recordPayment,
} from '#core/money/records.ts'

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
  const { removed } = state
  switch (event.type) {
    case 'ExpenseAdded':
    case 'ExpenseRestored':
      state.currency ??= event.data.expense.currency
      put(state.expenses, removed.expenses, recordExpense(event))
      return
    case 'ExpenseEdited': {
      const { id } = event.data.expense
      const record = state.expenses.get(id)
      if (record) state.expenses.set(id, editExpenseRecord(record, event))
      return
    }
    case 'ExpenseRemoved':
      move(state.expenses, removed.expenses, event.data.expense.id)
      return
    case 'ContributionMade':
    case 'ContributionRestored':
      state.currency ??= event.data.contribution.currency
      put(state.contributions, removed.contributions, recordContribution(event))
      return
    case 'ContributionRemoved':
      move(state.contributions, removed.contributions, event.data.contribution.id)
      return
    case 'PaymentMade':
    case 'PaymentRestored':
      state.currency ??= event.data.payment.currency
      put(state.payments, removed.payments, recordPayment(event))
      return
    case 'PaymentUndone':
      move(state.payments, removed.payments, event.data.payment.id)
  }
}

function put<Item extends { id: string }>(
  records: Map<string, Item>,
  removed: Map<string, Item>,
  record: Item,
): void {
  removed.delete(record.id)
  records.set(record.id, record)
}

function move<Item>(from: Map<string, Item>, to: Map<string, Item>, id: string): void {
  const record = from.get(id)
  if (!record) return
  from.delete(id)
  to.set(id, record)
}
