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
  /** The revision of the record's last change: its ETag. */
  revision: number
}

export interface ContributionRecord extends Contribution, Recorded {}
export interface PaymentRecord extends Payment, Recorded {
  /** Of the event that recorded it. */
  revision: number
}

type Of<Type extends MoneyEvent['type']> = RecordedEventOf<Extract<MoneyEvent, { type: Type }>>

export function recordExpense(event: Of<'ExpenseAdded' | 'ExpenseRestored'>): ExpenseRecord {
  const { data, meta, revision } = event
  return { ...data.expense, ...recordedIn(event), updatedAt: meta.at, revision }
}

export function editExpenseRecord(
  record: ExpenseRecord,
  { data, meta, revision }: Of<'ExpenseEdited'>,
): ExpenseRecord {
  return { ...record, ...data.expense, updatedAt: meta.at, revision }
}

export function recordContribution(
  event: Of<'ContributionMade' | 'ContributionRestored'>,
): ContributionRecord {
  return { ...event.data.contribution, ...recordedIn(event) }
}

export function recordPayment(event: Of<'PaymentMade' | 'PaymentRestored'>): PaymentRecord {
  return { ...event.data.payment, ...recordedIn(event), revision: event.revision }
}

/** The records that an import added: they have one recorder, one time and one revision. */
export function importedRecords(event: Of<'ImportApplied'>): {
  expenses: ExpenseRecord[]
  payments: PaymentRecord[]
  contributions: ContributionRecord[]
} {
  const { data, meta, revision } = event
  const recorded = recordedIn(event)
  return {
    expenses: data.import.expenses.map((expense) => ({
      ...expense,
      ...recorded,
      updatedAt: meta.at,
      revision,
    })),
    payments: data.import.payments.map((payment) => ({ ...payment, ...recorded, revision })),
    contributions: (data.import.contributions ?? []).map((each) => ({ ...each, ...recorded })),
  }
}

/** The fields of the event, without those of the record. */
export function toContribution(record: ContributionRecord): Contribution {
  const { recordedBy: _, createdAt: __, ...contribution } = record
  return contribution
}

/** The fields of the event, without those of the record. */
export function toPayment(record: PaymentRecord): Payment {
  const { recordedBy: _, createdAt: __, revision: ___, ...payment } = record
  return payment
}

/** The date of a new payment or deposit, where its entry has one. */
export const dateOf = ({ date }: { date?: string | null | undefined }): { date?: string } =>
  date ? { date } : {}

/** A restored record keeps who recorded it first, and when. */
export function recordedIn({ data, meta }: Pick<RecordedEventOf<MoneyEvent>, 'data' | 'meta'>): Recorded {
  const { recordedBy = meta.actor, createdAt = meta.at } = data as Partial<Recorded>
  return { recordedBy, createdAt }
}
