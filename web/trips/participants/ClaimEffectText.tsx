// What a Yes to a claim does to the money, said before it is given: "their 14 expenses and +HK$420.00 become bob’s".

import { formatSignedMinor } from '#core/kernel/formatMinor.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { claimEffect } from '#core/money/balances/claimEffect.ts'
import type { Ledger } from '#core/money/balances/ledger.ts'
import { currencyOf } from '#core/money/currency.ts'
import type { Expense } from '#core/money/events.ts'
import { expenseRecords } from '#projections/replica/moneyRecords.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { formatCount } from '#web/platform/time/format.ts'

interface ClaimMoney {
  ledger: Ledger
  expenses: readonly Expense[]
  currency: CurrencyCode
}

export const claimMoney = (documents: ExistingTrip<'balances' | 'expenses'>): ClaimMoney => ({
  ledger: documents.balances.ledger,
  expenses: expenseRecords(documents),
  currency: currencyOf(documents.trip, documents.balances),
})

interface ClaimEffectTextProps {
  guestId: string
  userId: string
  money: ClaimMoney
  /** 'bob’s' or 'yours'. */
  whose: string
}

export function ClaimEffectText({ guestId, userId, money, whose }: ClaimEffectTextProps) {
  const { expenseCount, balance, bothCount } = claimEffect({ guestId, userId }, money)
  const tone = balance > 0 ? 'text-success' : balance < 0 ? 'text-danger' : ''
  if (expenseCount === 0 && balance === 0) return <span>nothing is open</span>
  return (
    <>
      <span>{`their ${formatCount(expenseCount, 'expense')} and`}</span>{' '}
      <span className={`font-semibold tabular-nums ${tone}`}>
        {formatSignedMinor(balance, money.currency)}
      </span>{' '}
      <span>become</span> <bdi>{whose}</bdi>
      {bothCount > 0 && (
        <span className="block">{`${formatCount(bothCount, 'expense')} ${bothCount === 1 ? 'names' : 'name'} both; the parts add up`}</span>
      )}
    </>
  )
}
