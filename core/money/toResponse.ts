// Builds the responses of money from records: minor units become numbers of the trip's currency, ids get their names.

import { dateInUtc } from '#core/kernel/calendar.ts'
import { toMajor, type CurrencyCode } from '#core/kernel/money.ts'
import { averageExpense, expenseCount, topCategories } from '#core/money/balances/categoryTotals.ts'
import { figuresOf, type Ledger } from '#core/money/balances/ledger.ts'
import { resolveContribution, resolveExpense } from '#core/money/claimedGuests.ts'
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
  PoolTransaction,
  SplitResponse,
} from '#core/money/responses.ts'
import { nameParty, namesOf } from '#core/money/roster.ts'
import { remainderOf, withAmounts } from '#core/money/split/split.ts'
import { aliasesOf } from '#core/trips/guestClaims.ts'
import type { Trip } from '#core/trips/trip.ts'

const username = (trip: Trip) => {
  const named = namesOf(trip)
  return (id: string) => ({ id, username: named({ type: 'user', id }).name })
}

/** Builds many responses from one index of the roster. */
export function expenseResponses(trip: Trip): (record: ExpenseRecord) => ExpenseResponse {
  const named = namesOf(trip)
  const by = username(trip)
  const aliases = aliasesOf(trip)
  return (stored) => {
    const record = resolveExpense(aliases, stored)
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
      receipts: record.receipts ?? [],
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

/** @param userId the reader, for `canRemove` */
export function toContributionResponse(
  record: ContributionRecord,
  trip: Trip,
  userId: string,
): PoolTransaction {
  const { id, amount, currency, description, recordedBy, createdAt } = record
  const { contributor, keptBy } = resolveContribution(aliasesOf(trip), record)
  const named = namesOf(trip)
  const participant = named(contributor)
  const isUser = contributor.type === 'user'
  return {
    id,
    type: 'contribution',
    amount: toMajor(amount, currency),
    description,
    userId: isUser ? contributor.id : null,
    user: isUser ? { username: participant.name } : null,
    participant,
    keptBy: keptBy ? named(keptBy) : null,
    recordedBy: username(trip)(recordedBy),
    createdAt,
    // Of one that was recorded without a date, the day in UTC.
    date: record.date ?? dateInUtc(createdAt),
    canRemove: canRemoveContribution(record, trip, userId),
  }
}

/** An expense paid by the pool, as one of the pool's transactions. */
export function toPoolExpenseResponse(record: ExpenseRecord, trip: Trip): PoolTransaction {
  const recordedBy = username(trip)(record.recordedBy)
  return {
    id: record.id,
    type: 'expense',
    amount: toMajor(signedAmount(record), record.currency),
    description: record.description,
    userId: recordedBy.id,
    user: { username: recordedBy.username },
    participant: null,
    keptBy: null,
    recordedBy,
    createdAt: record.createdAt,
    date: record.expenseDate,
    canRemove: false,
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

/** `averageAmount` is rounded half up. */
export function toExpenseSummary(ledger: Ledger, currency: CurrencyCode, userId: string): ExpenseSummary {
  const major = (minor: number): number => toMajor(minor, currency)
  return {
    totalAmount: major(ledger.totalExpenses),
    expenseCount: expenseCount(ledger),
    averageAmount: major(averageExpense(ledger)),
    fromPool: major(ledger.paidFromPool),
    youPaid: major(figuresOf(ledger, userId).paid),
    topCategories: topCategories(ledger).map((top) => ({ ...top, amount: major(top.amount) })),
  }
}
