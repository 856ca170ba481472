// Builds the responses of money from records: minor units become numbers of the trip's currency, ids get their names.

import { dateInUtc } from '#core/kernel/calendar.ts'
import { compareText } from '#core/kernel/compareText.ts'
import { toMajor, type CurrencyCode } from '#core/kernel/money.ts'
import { largestFirst } from '#core/money/balances/categoryTotals.ts'
import { figuresOf, type Ledger } from '#core/money/balances/ledger.ts'
import { signedAmount, payingPeople } from '#core/money/signedAmount.ts'
import {
  type PaymentRecord,
  type Original,
  type ContributionRecord,
  type ExpenseRecord,
  type Payer,
  plainExpenseFields,
} from '#core/money/events.ts'
import { canRemoveContribution } from '#core/money/permissions.ts'
import type {
  ExpenseResponse,
  ExpenseSummary,
  NamedRef,
  PaymentResponse,
  Pool,
  PoolTransaction,
  SplitResponse,
} from '#core/money/responses.ts'
import { nameParty, namesOf } from '#core/money/roster.ts'
import { remainderOf, withAmounts } from '#core/money/split/split.ts'
import type { Trip } from '#core/trips/trip.ts'

const username = (trip: Trip) => {
  const named = namesOf(trip)
  return (id: string) => ({ id, username: named({ type: 'user', id }).name })
}

/** Builds many responses from one index of the roster. */
export function expenseResponses(trip: Trip): (record: ExpenseRecord) => ExpenseResponse {
  const named = namesOf(trip)
  const by = username(trip)
  return (record) => {
    const { amount, currency, payers, original } = record
    const paid = payingPeople(record)
    return {
      ...plainExpenseFields(record),
      id: record.id,
      tripId: trip.id,
      kind: record.kind,
      amount: toMajor(amount, currency),
      currency,
      paidBy: paid[0] ? named(paid[0]) : null,
      paidFromPool: payers === 'pool',
      payers: payers === 'pool' ? 'pool' : paid.map((payer) => toPayerResponse(named(payer), payer, record)),
      sharedBy: record.sharedBy.map(({ share, ...ref }) => ({
        ...named(ref),
        share: toMajor(share, currency),
      })),
      split: toSplitResponse(record),
      ...originalFields(original),
      createdBy: by(record.recordedBy),
      createdAt: record.createdAt,
      updatedAt: record.updatedAt,
      revision: record.revision,
    }
  }
}

const originalFields = (original: Original | null) => ({
  originalAmount: original ? toMajor(original.amount, original.currency) : null,
  originalCurrency: original?.currency ?? null,
  exchangeRate: original?.exchangeRate ?? null,
})

function toPayerResponse(
  named: NamedRef,
  { amount, originalAmount }: Payer,
  { currency, original }: Pick<ExpenseRecord, 'currency' | 'original'>,
) {
  const inOriginal = original && originalAmount !== null
  return {
    ...named,
    amount: toMajor(amount, currency),
    originalAmount: inOriginal ? toMajor(originalAmount, original.currency) : null,
  }
}

export function toSplitResponse({
  split,
  amount,
  currency,
  original,
}: Pick<ExpenseRecord, 'split' | 'amount' | 'currency' | 'original'>): SplitResponse {
  const major = (minor: number): number => toMajor(minor, original?.currency ?? currency)
  const response = withAmounts(split, major, (id) => ({ id }))
  return response.mode === 'items'
    ? { ...response, discount: remainderOf(split, original?.amount ?? amount) < 0 }
    : response
}

type Ordered = Pick<ExpenseRecord, 'expenseDate' | 'createdAt' | 'revision'>

/** Newest expense date first, then newest recorded. */
export function compareExpensesNewestFirst(a: Ordered, b: Ordered): number {
  return (
    compareText(b.expenseDate, a.expenseDate) ||
    compareText(b.createdAt, a.createdAt) ||
    b.revision - a.revision
  )
}

/** @param userId the reader, for `canRemove` */
export function toContributionResponse(
  record: ContributionRecord,
  trip: Trip,
  userId: string,
): PoolTransaction {
  const { id, amount, currency, description, contributor, recordedBy, createdAt } = record
  const participant = namesOf(trip)(contributor)
  const isUser = contributor.type === 'user'
  return {
    id,
    type: 'contribution',
    amount: toMajor(amount, currency),
    description,
    userId: isUser ? contributor.id : null,
    user: isUser ? { username: participant.name } : null,
    participant,
    recordedBy: username(trip)(recordedBy),
    createdAt,
    // Of one that was recorded without a date, the day in UTC.
    date: record.date ?? dateInUtc(createdAt),
    canRemove: canRemoveContribution(record, trip, userId),
  }
}

/** An expense paid by the pool, as one of the pool's transactions. */
function toPoolExpenseResponse(record: ExpenseRecord, trip: Trip): PoolTransaction {
  const recordedBy = username(trip)(record.recordedBy)
  return {
    id: record.id,
    type: 'expense',
    amount: toMajor(signedAmount(record), record.currency),
    description: record.description,
    userId: recordedBy.id,
    user: { username: recordedBy.username },
    participant: null,
    recordedBy,
    createdAt: record.createdAt,
    date: record.expenseDate,
    canRemove: false,
  }
}

interface PoolRecords {
  /** Minor units. */
  balance: number
  currency: CurrencyCode
  contributions: readonly ContributionRecord[]
  expenses: readonly ExpenseRecord[]
}

/** The pool, with what builds each of its transactions, newest first. @param userId the reader */
export function toPoolParts(
  { balance, currency, contributions, expenses }: PoolRecords,
  trip: Trip,
  userId: string,
): Omit<Pool, 'transactions'> & { transactions: readonly (() => PoolTransaction)[] } {
  const transactions = [
    ...contributions.map((record) => ({
      record,
      build: () => toContributionResponse(record, trip, userId),
    })),
    ...expenses
      .filter(({ payers }) => payers === 'pool')
      .map((record) => ({ record, build: () => toPoolExpenseResponse(record, trip) })),
  ].sort(({ record: a }, { record: b }) => compareText(b.createdAt, a.createdAt) || compareText(a.id, b.id))
  const contributors = new Set(contributions.map(({ contributor }) => contributor.id))
  return {
    balance: toMajor(balance, currency),
    transactions: transactions.map(({ build }) => build),
    stats: {
      contributorCount: contributors.size,
      lastActivity: transactions[0]?.record.createdAt ?? null,
    },
  }
}

export function toPaymentResponse(record: PaymentRecord, trip: Trip): PaymentResponse {
  const named = namesOf(trip)
  const { id, from, to, amount, currency, note, recordedBy, createdAt } = record
  return {
    id,
    from: nameParty(named, from),
    to: nameParty(named, to),
    amount: toMajor(amount, currency),
    ...originalFields(record.original ?? null),
    note,
    recordedBy: username(trip)(recordedBy),
    createdAt,
    date: record.date ?? null,
  }
}

const TOP_CATEGORIES = 3

/** `averageAmount` is rounded half up. */
export function toExpenseSummary(ledger: Ledger, currency: CurrencyCode, userId: string): ExpenseSummary {
  const { categories, totalExpenses: total, paidFromPool } = ledger
  const spent = Object.entries(categories).map(([category, of]) => ({ category, ...of }))
  const topCategories = largestFirst(spent)
    .slice(0, TOP_CATEGORIES)
    .map(({ amount, ...top }) => ({ ...top, amount: toMajor(amount, currency) }))
  const count = spent.reduce((sum, of) => sum + of.count, 0)
  const average = count === 0 ? 0 : Math.floor((2 * total + count) / (2 * count))
  return {
    totalAmount: toMajor(total, currency),
    expenseCount: count,
    averageAmount: toMajor(average, currency),
    fromPool: toMajor(paidFromPool, currency),
    youPaid: toMajor(figuresOf(ledger, userId).paid, currency),
    topCategories,
  }
}
