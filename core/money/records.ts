// The records of money, for the decider, the read models and the responses.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { Contribution, Expense, MoneyEvent, Payment } from '#core/money/events.ts'

interface Recorded {
  /** User id. */
  recordedBy: string
  createdAt: string
}

export interface ExpenseRecord extends Expense, Recorded {
  updatedAt: string
  /** Of its own last change: the ETag. */
  revision: number
}

export interface ContributionRecord extends Contribution, Recorded {}
export interface PaymentRecord extends Payment, Recorded {}

type Of<Type extends MoneyEvent['type']> = RecordedEventOf<Extract<MoneyEvent, { type: Type }>>

export function recordExpense({ data, meta, revision }: Of<'ExpenseAdded'>): ExpenseRecord {
  return { ...data.expense, recordedBy: meta.actor, createdAt: meta.at, updatedAt: meta.at, revision }
}

export function restoreExpense({ data, meta, revision }: Of<'ExpenseRestored'>): ExpenseRecord {
  const { expense, recordedBy, createdAt } = data
  return { ...expense, recordedBy, createdAt, updatedAt: meta.at, revision }
}

export function editExpenseRecord(
  record: ExpenseRecord,
  { data, meta, revision }: Of<'ExpenseEdited'>,
): ExpenseRecord {
  return { ...record, ...data.expense, updatedAt: meta.at, revision }
}

export function recordContribution({ data, meta }: Of<'ContributionMade'>): ContributionRecord {
  return { ...data.contribution, recordedBy: meta.actor, createdAt: meta.at }
}

export function restoreContribution({ data }: Of<'ContributionRestored'>): ContributionRecord {
  const { contribution, recordedBy, createdAt } = data
  return { ...contribution, recordedBy, createdAt }
}

export function recordPayment({ data, meta }: Of<'PaymentMade'>): PaymentRecord {
  return { ...data.payment, recordedBy: meta.actor, createdAt: meta.at }
}

export function restorePayment({ data }: Of<'PaymentRestored'>): PaymentRecord {
  const { payment, recordedBy, createdAt } = data
  return { ...payment, recordedBy, createdAt }
}
