// The transactions of the pool as its screens list them, and their totals.

import { CONTRIBUTION_TEXT } from '#core/money/roster.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { type CurrencyCode, toMinorOrZero } from '#core/kernel/money.ts'
import type { ContributionBody } from '#core/money/bodies.ts'
import type { Ledger } from '#core/money/balances/ledger.ts'
import { type ContributionRecord, type PersonRef, contributionKind, dateOf } from '#core/money/events.ts'
import { canRemoveContribution } from '#core/money/permissions.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { PoolRecord } from '#projections/replica/moneyRecords.ts'
import { formatUnsignedMinor } from '#core/kernel/formatMinor.ts'
import { originOfAddition, type RecordList, type ShownRecord } from '#web/records/shownRecords.ts'

/** Newest first. @param currency of the trip */
export const transactionList = (currency: CurrencyCode): RecordList<PoolRecord> => ({
  kind: 'contribution',
  compare: (a, b) => Number(a.createdAt < b.createdAt) - Number(a.createdAt > b.createdAt),
  entered(addition) {
    const { amount, description, participant, keptBy, ...entered } = addition.body as ContributionBody
    const contribution = {
      id: addition.id,
      amount: toMinorOrZero(amount, currency),
      currency,
      description: description ?? CONTRIBUTION_TEXT,
      contributor: participant ?? { type: 'user' as const, id: addition.by },
      ...(keptBy && { keptBy }),
      ...dateOf(entered),
    }
    return contributionKind.toRecord(contribution, originOfAddition(addition))
  },
})

/** Who has the money of the deposits in hand, each once. @param records newest first */
export const keepersIn = (records: readonly PoolRecord[]): PersonRef[] => [
  ...new Map(
    records.flatMap((record) =>
      'contributor' in record && record.keptBy ? [[record.keptBy.id, record.keptBy] as const] : [],
    ),
  ).values(),
]

/** 'alice', 'alice and bob' or '3 people' */
export const keepersText = (names: readonly string[]): string =>
  names.length > 2 ? `${names.length} people` : names.map(isolateBidi).join(' and ')

/** The contribution of a row that this person may remove; null for a row without that button. */
export const removableIn = (
  { record, commands }: ShownRecord<PoolRecord>,
  trip: Trip,
  userId: string,
): ContributionRecord | null =>
  'contributor' in record && commands.length === 0 && canRemoveContribution(record, trip, userId)
    ? record
    : null

/**
 * The totals of the pool. Settlement payments through the pool are not transactions, so they have a line of their
 * own: the lines must add up to the balance.
 */
export const poolTotals = ({ deposits, paidFromPool, poolBalance: balance }: Ledger) => ({
  contributions: deposits,
  expenses: paidFromPool,
  /** Received less paid out. */
  settlementPayments: balance - deposits + paidFromPool,
  balance,
})

export function poolText(balance: number, currency: CurrencyCode): string {
  const text = formatUnsignedMinor(balance, currency)
  return balance < 0 ? `The pool is ${text} short.` : `The pool holds ${text}.`
}
