// The events of a trip's money, in the stream `money-{tripId}`: everything that moves money is consistent within it.
// Amounts are integers in minor units of the trip's currency. An edit and a removal carry the previous state, so that a
// projection can undo it without storing it.

import type { DomainEvent } from '#core/kernel/decider.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import { limit } from '#core/kernel/limits.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { RecordKind } from '#core/records/recordKind.ts'
import { shareParts } from '#core/money/split/shares.ts'
import type { Split } from '#core/money/split/split.ts'

export interface PersonRef {
  type: 'user' | 'guest'
  id: string
}

export interface PoolRef {
  type: 'pool'
}

/** A person or the pool. "From the pool, by Ann" cannot be represented. */
export type Party = PersonRef | PoolRef

/** The fields of an expense that are the same texts in requests, events and responses. */
export interface PlainExpenseFields {
  description: string
  category: string
  /** Calendar date YYYY-MM-DD. */
  expenseDate: string
  receiptUrl: string | null
  notes: string | null
}

type RequiredField = 'description' | 'category' | 'expenseDate'
export const optionalExpenseFields = ['receiptUrl', 'notes'] as const satisfies Exclude<
  keyof PlainExpenseFields,
  RequiredField
>[]

/** Only these fields; an optional one that is absent is null. */
export const plainExpenseFields = (
  of: Partial<PlainExpenseFields> & Pick<PlainExpenseFields, RequiredField>,
): PlainExpenseFields => ({
  ...{ description: of.description, category: of.category, expenseDate: of.expenseDate },
  ...optionalFields((field) => of[field] ?? null),
})

export type OptionalExpenseField = (typeof optionalExpenseFields)[number]

/** In a loop, because a trip can have thousands of expenses. */
export function optionalFields<Text>(textOf: (field: OptionalExpenseField) => Text) {
  const fields: Partial<Record<OptionalExpenseField, Text>> = {}
  for (const field of optionalExpenseFields) fields[field] = textOf(field)
  return fields as Record<OptionalExpenseField, Text>
}

/** A person's part of what was paid. */
export interface Payer extends PersonRef {
  /** Minor units of the trip's currency. */
  amount: number
  /** As entered, for an expense in another currency: minor units of that currency. */
  originalAmount: number | null
}

/** At least one person, nobody twice, each with an amount above 0; or the pool, alone. */
export type Payers = 'pool' | Payer[]

export interface Sharer extends PersonRef {
  /** Minor units of the trip's currency; can be 0. */
  share: number
}

/** What was entered in another currency: minor units of that currency, and trip units per unit. */
export interface Original {
  amount: number
  currency: CurrencyCode
  exchangeRate: number
}

export interface Expense extends PlainExpenseFields {
  id: string
  /** A refund is money that came back: the payers received it, and it counts negative in every figure. */
  kind: 'expense' | 'refund'
  /** Minor units of `currency`, above 0. */
  amount: number
  /** The trip's currency. */
  currency: CurrencyCode
  payers: Payers
  /** At least one, nobody twice. The shares are stored, so that no later change of the rules moves them. */
  sharedBy: Sharer[]
  /** How the shares were entered. */
  split: Split
  /** For an expense in another currency. */
  original: Original | null
  /** Absent: none. */
  receipts?: readonly AttachedFile[]
}

/** A contribution to the pool. */
export interface Contribution {
  id: string
  amount: number
  currency: CurrencyCode
  description: string
  contributor: PersonRef
  /** Who has the money in hand, where somebody said so: for people to read, no figure depends on it. */
  keptBy?: PersonRef
  /** The calendar date where it was recorded, YYYY-MM-DD; unknown in older events. */
  date?: string
}

/** A payment between people, or between a person and the pool. */
export interface Payment {
  id: string
  from: Party
  to: Party
  amount: number
  currency: CurrencyCode
  note: string | null
  /** As that of a contribution. */
  date?: string
  /** For a payment in another currency. */
  original?: Original
}

/** The date of a new payment or contribution, where its entry has one. */
export const dateOf = ({ date }: { date?: string | null | undefined }): { date?: string } =>
  date ? { date } : {}

/** What a file of another app added, as one change. */
export interface Import {
  /** The same for all batches of one file. */
  id: string
  /** The other app, as people call it: 'Splitwise'. */
  source: string
  /** SHA-256 of the file, hex. */
  fileHash: string
  /** The trip's. */
  currency: CurrencyCode
  expenses: Expense[]
  payments: Payment[]
  /** Contributions; absent where there are none, as in files of other apps. */
  contributions?: Contribution[]
}

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

export type ExpenseEvent =
  | DomainEvent<'ExpenseAdded', { expense: Expense }>
  | DomainEvent<'ExpenseEdited', { expense: Expense; was: Expense }>
  | DomainEvent<'ExpenseRemoved', { expense: Expense }>
  | DomainEvent<'ExpenseRestored', Recorded & { expense: Expense }>

export type ContributionEvent =
  | DomainEvent<'ContributionMade', { contribution: Contribution }>
  | DomainEvent<'ContributionRemoved', { contribution: Contribution }>
  | DomainEvent<'ContributionRestored', Recorded & { contribution: Contribution }>

export type PaymentEvent =
  | DomainEvent<'PaymentMade', { payment: Payment }>
  | DomainEvent<'PaymentUndone', { payment: Payment }>
  | DomainEvent<'PaymentRestored', Recorded & { payment: Payment }>

export type ImportEvent =
  /** Of a restored import also who recorded its records, and when. */
  | DomainEvent<'ImportApplied', { import: Import } & Partial<Recorded>>
  /** With the records that were still there. */
  | DomainEvent<'ImportUndone', { import: Import }>

export type MoneyEvent = ExpenseEvent | ContributionEvent | PaymentEvent | ImportEvent

interface ExpenseV2 extends Omit<Expense, 'kind' | 'payers' | 'sharedBy' | 'split'> {
  payer: Party
  sharedBy: PersonRef[]
}
type ExpenseV1 = Omit<ExpenseV2, 'notes'>

/** Version 2 has notes. */
const withNotes = (expense: ExpenseV1): ExpenseV2 => ({ ...expense, notes: null })

/** Version 3 has refunds, several payers, and the split with its shares. Here one person or the pool paid, and all share equally. */
export function sharedEqually({ payer, sharedBy, ...expense }: ExpenseV2): Expense {
  const { id, amount, original } = expense
  const ids = sharedBy.map((sharer) => sharer.id)
  const shares = shareParts(id, amount, ids)
  return {
    ...expense,
    kind: 'expense',
    payers: payer.type === 'pool' ? 'pool' : [{ ...payer, amount, originalAmount: original?.amount ?? null }],
    sharedBy: sharedBy.map((sharer, index) => ({ ...sharer, share: shares[index]! })),
    split: { mode: 'equal' },
  }
}

const recorded = { by: 'recordedBy', topic: 'money', isImported: true } as const

const expenseEvents = {
  added: 'ExpenseAdded',
  changed: 'ExpenseEdited',
  removed: 'ExpenseRemoved',
  restored: 'ExpenseRestored',
} as const

export const expenseKind: RecordKind<{
  name: 'expense'
  list: 'expenses'
  content: Expense
  record: ExpenseRecord
  event: ExpenseEvent
  events: typeof expenseEvents
}> = {
  ...recorded,
  name: 'expense',
  list: 'expenses',
  events: expenseEvents,
  toRecord: (expense, { by: recordedBy, ...origin }) => ({ ...expense, recordedBy, ...origin }),
  toContent: ({ recordedBy: _, createdAt: __, updatedAt: ___, revision: ____, ...expense }) => expense,
  lift: [withNotes, sharedEqually],
  listVersion: 3,
  limit: limit(20_000, (most) => `A trip can have at most ${most} expenses`),
  titleOf: ({ description }) => description,
  files: 'receipts',
}

const contributionEvents = {
  added: 'ContributionMade',
  removed: 'ContributionRemoved',
  restored: 'ContributionRestored',
} as const

export const contributionKind: RecordKind<{
  name: 'contribution'
  list: 'contributions'
  content: Contribution
  record: ContributionRecord
  event: ContributionEvent
  events: typeof contributionEvents
}> = {
  ...recorded,
  name: 'contribution',
  list: 'contributions',
  events: contributionEvents,
  toRecord: (contribution, { by: recordedBy, createdAt }) => ({ ...contribution, recordedBy, createdAt }),
  toContent: ({ recordedBy: _, createdAt: __, ...contribution }) => contribution,
  lift: [],
  listVersion: 4,
  limit: limit(20_000, (most) => `A pool can have at most ${most} deposits`),
  titleOf: ({ description }) => description,
}

const paymentEvents = { added: 'PaymentMade', removed: 'PaymentUndone', restored: 'PaymentRestored' } as const

export const paymentKind: RecordKind<{
  name: 'payment'
  list: 'payments'
  content: Payment
  record: PaymentRecord
  event: PaymentEvent
  events: typeof paymentEvents
}> = {
  ...recorded,
  name: 'payment',
  list: 'payments',
  events: paymentEvents,
  toRecord: (payment, { by: recordedBy, createdAt, revision }) => ({
    ...payment,
    recordedBy,
    createdAt,
    revision,
  }),
  toContent: ({ recordedBy: _, createdAt: __, revision: ___, ...payment }) => payment,
  lift: [],
  listVersion: 4,
  limit: limit(20_000, (most) => `A trip can have at most ${most} payments`),
  titleOf: ({ note }) => note ?? 'The payment',
}

export const moneyEventTypes: readonly MoneyEvent['type'][] = [
  ...[expenseKind, contributionKind, paymentKind].flatMap(({ events }) => Object.values(events)),
  'ImportApplied',
  'ImportUndone',
]
